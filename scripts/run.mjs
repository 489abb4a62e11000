// Installs and builds what is missing, then runs a built program: node scripts/run.mjs FILE ARGS…
import { loadEnvFile } from './lib/env.mjs';
import { at } from './lib/paths.mjs';
import { startChild, stopWithParent } from './lib/processes.mjs';
import { main, setUpToRun } from './lib/setup.mjs';

main(async () => {
  const [program, ...args] = process.argv.slice(2);
  if (!program) throw new Error('Usage: node scripts/run.mjs FILE [ARGS…]');
  await setUpToRun();
  loadEnvFile();
  stopWithParent();
  startChild([at(program), ...args], { stdin: 'inherit' });
});
