import { execFileSync } from 'node:child_process';
import { run, say } from './processes.mjs';

const has = (command) => {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Whether Debian's packages can be installed here: root, with apt-get. */
export const canInstall = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && has('apt-get');

/** Installs Debian packages, updating the lists first; needs `canInstall()`. */
export async function aptInstall(packages) {
  say(`Installing ${packages.join(', ')} with apt (once) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0', ...packages],
    { env },
  );
}

export { has };
