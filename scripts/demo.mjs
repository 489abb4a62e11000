// The product with a demo world and simulated poles. State in data/demo; --reset begins anew. With --at
// half-staff runs by itself, on a clock that begins there and goes --speed times as fast.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { at, ROOT } from './lib/paths.mjs';
import { say, startChild, stopWithParent } from './lib/processes.mjs';
import { main, setUp } from './lib/setup.mjs';

main(async () => {
  const { at: begin, speed, reset: isReset } = readOptions();
  await setUp();
  const dataDir = path.resolve(
    ROOT,
    process.env.DATA_DIR || (begin ? 'data/demo-at' : 'data/demo'),
  );
  // The server empties its folder itself, holding the lock: a running demo is never pulled away.
  // What happened by a simulated clock is over with it: each start begins anew.
  const reset = isReset || begin ? ['--reset'] : [];
  const clock = begin ? ['--at', begin, '--speed', speed] : [];
  stopWithParent();
  say('Starting the demo …');
  const env = { ...process.env, DATA_DIR: dataDir };
  const server = startChild([at('apps/server/dist/main.js'), '--demo', ...reset, ...clock], {
    env,
  });
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
        // The certificate is for the address that people use, not for this machine's own.
        ...(message.url.startsWith('https:') ? ['--insecure'] : []),
        // Somebody moves a pole by hand every ten minutes.
        ...(begin ? [] : ['--by-hand', '10']),
      ]);
    }
  });
});

function readOptions() {
  const options = {
    reset: { type: 'boolean', default: false },
    at: { type: 'string' },
    speed: { type: 'string', default: '60' },
  };
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Error(
      `${error.message} The demo knows --reset, --at 2026-05-25T05:00-05:00 and --speed 60.`,
    );
  }
}
