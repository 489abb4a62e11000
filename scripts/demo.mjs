// The product with a demo world and simulated poles. State in data/demo; --reset begins anew.
import fs from 'node:fs';
import path from 'node:path';
import { at, ROOT } from './lib/paths.mjs';
import { say, startChild, stopWithParent } from './lib/processes.mjs';
import { main, setUp } from './lib/setup.mjs';

main(async () => {
  const unknown = process.argv.slice(2).find((arg) => arg !== '--reset');
  if (unknown) throw new Error(`Unknown option ${unknown}; the demo knows --reset only.`);
  await setUp();
  const dataDir = path.resolve(ROOT, process.env.DATA_DIR || 'data/demo');
  // The server empties its folder itself, holding the lock: a running demo is never pulled away.
  const reset = process.argv.includes('--reset') ? ['--reset'] : [];
  stopWithParent();
  say('Starting the demo …');
  const env = { ...process.env, DATA_DIR: dataDir };
  const server = startChild([at('apps/server/dist/main.js'), '--demo', ...reset], { env });
  server.on('message', (message) => {
    if (message?.type !== 'ready') return;
    const fleet = message.fleetFile;
    if (fs.existsSync(fleet)) {
      startChild([
        at('apps/poles/dist/cli.js'),
        '--server',
        message.url,
        '--fleet',
        fleet,
        '--quiet',
        // Somebody moves a pole by hand every ten minutes.
        '--by-hand',
        '10',
      ]);
    }
  });
});
