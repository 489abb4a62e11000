// Runs the tests affected by changes since main, committed or not. Passes its arguments to vitest.
import { spawnSync } from 'node:child_process';
import { ROOT } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { main, setUp } from './lib/setup.mjs';
import { TOOLS } from './lib/tools.mjs';

/**
 * Returns the commit where this branch diverged from main, or the last commit if there is no main.
 */
function branchPoint() {
  for (const name of ['main', 'origin/main']) {
    const found = spawnSync('git', ['merge-base', 'HEAD', name], { cwd: ROOT, encoding: 'utf8' });
    if (found.status === 0) return found.stdout.trim();
  }
  return 'HEAD';
}

main(async () => {
  await setUp();
  const args = ['run', '--changed', branchPoint(), ...process.argv.slice(2)];
  await run(process.execPath, [TOOLS.vitest, ...args]);
});
