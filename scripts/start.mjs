// Starts the server for production. Stores its data in DATA_DIR (default: data), and reads settings
// from the environment or .env.
import { loadEnvFile } from './lib/env.mjs';
import { at } from './lib/paths.mjs';
import { startChild, stopWithParent } from './lib/processes.mjs';
import { main, setUpToRun } from './lib/setup.mjs';

main(async () => {
  await setUpToRun();
  loadEnvFile();
  stopWithParent();
  startChild([at('apps/server/dist/main.js')]);
});
