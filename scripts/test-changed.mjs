// The tests of what differs from main, committed or not. Arguments go to vitest.
import { spawnSync } from 'node:child_process';
import { ROOT } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { main, setUp } from './lib/setup.mjs';
import { TOOLS } from './lib/tools.mjs';

/** Where this branch left main; without a main, the last commit. */
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
