/**
 * A program that makes or restores a backup and kills itself with SIGKILL before its n-th file
 * system step: node … killedAt.ts make|restore DATA_DIR FILE N. Prints the number of steps.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const [what, dataDir = '', file = '', last] = process.argv.slice(2);
let steps = 0;
const count = () => {
  steps++;
  if (steps === Number(last)) process.kill(process.pid, 'SIGKILL');
};

const STEPS = ['chmod', 'mkdir', 'mkdtemp', 'open', 'rename', 'rm', 'writeFile'] as const;
for (const name of STEPS) {
  const real = fs[name];
  Reflect.set(fs, name, async (...args: unknown[]) => {
    count();
    // After the kill, do nothing more until the signal arrives.
    if (steps === Number(last)) await new Promise(() => setInterval(() => {}, 1000));
    return Reflect.apply(real, fs, args);
  });
}
syncBuiltinESMExports();

if (what === 'make') {
  const { makeBackup } = await import('../backup.ts');
  await makeBackup({ dataDir, file, clock: Date.now });
} else {
  const { restoreBackup } = await import('../restore.ts');
  await restoreBackup({ dataDir, file });
}
process.stdout.write(String(steps));
