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

/** Whether Debian packages can be installed here, which requires root and apt-get. */
export const canInstall = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && has('apt-get');

/** Whether this system's package lists have the package. */
export function isInApt(name) {
  try {
    execFileSync('apt-cache', ['show', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs Debian packages without asking, after printing which ones and why. Requires
 * `canInstall()`.
 * @param {Record<string, string>} packages the purpose of each package, by name
 */
export async function aptInstall(packages) {
  say('Installing missing system packages with apt-get (once):');
  for (const [name, purpose] of Object.entries(packages)) say(`  ${name}: ${purpose}`);
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'inherit', 'inherit'],
  };
  await run('apt-get', ['update', '-qq'], options);
  const quiet = ['-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0'];
  await run('apt-get', ['install', ...quiet, ...Object.keys(packages)], options);
}
