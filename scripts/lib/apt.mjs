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

/**
 * Installs Debian packages, after it has said which and why. Asks nothing. Needs `canInstall()`.
 * @param {Record<string, string>} packages what each of them is for, by name
 */
export async function aptInstall(packages) {
  say('These system packages are missing and are now installed with apt-get (once):');
  for (const [name, purpose] of Object.entries(packages)) say(`  ${name}: ${purpose}`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'inherit', 'inherit'],
  };
  await run('apt-get', ['update', '-qq'], options);
  const quiet = ['-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0'];
  await run('apt-get', ['install', ...quiet, ...Object.keys(packages)], options);
}
