// Runs the product with demo data and simulated poles. Stores its data in data/demo; --reset
// deletes the old data first. With --at, autopilot uses a simulated clock, which starts at that
// time and runs --speed times as fast.
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
  // The server itself empties its folder while it holds the lock, so a demo that is already running
  // keeps its data. A demo with a simulated clock always starts over, because the stored history
  // does not match the new start.
  const reset = isReset || begin ? ['--reset'] : [];
  const clock = begin ? ['--at', begin, '--speed', speed] : [];
  const offer = canRunBeside() ? ['--offer-memorial-day'] : [];
  stopWithParent();
  say('Starting the demo…');
  const env = { ...process.env, DATA_DIR: dataDir };
  const server = startServer([...reset, ...clock, ...offer], { env });
  server.on('message', (message) => {
    // Simulates someone who moves a pole by hand every ten minutes.
    if (message?.type === 'ready') startPoles(message, begin ? [] : ['--by-hand', '10']);
    if (message?.type === 'start-memorial-day')
      void startMemorialDay(dataDir, (port) => server.send({ type: 'memorial-day', port }));
  });
});

/**
 * Whether Memorial Day can be simulated on a second server with its own folder and port. This is
 * impossible if the demo's public URL, certificate or database is configured, because there is only
 * one of each.
 */
function canRunBeside() {
  return !process.env.PUBLIC_URL && !process.env.TLS_CERT && !process.env.DATABASE_URL;
}

/** The processes of the current Memorial Day simulation: a server and its poles. */
let running = [];

/**
 * Starts the Memorial Day simulation from the beginning, and ends an earlier one.
 * @param onReady receives the port
 */
async function startMemorialDay(dataDir, onReady) {
  const before = running;
  running = [];
  await Promise.all(before.map(ended));
  const env = { ...process.env, DATA_DIR: `${dataDir}-memorial-day`, PORT: '0' };
  const server = startServer(['--reset', '--memorial-day'], { env, mayEnd: true });
  running.push(server);
  server.on('message', (message) => {
    if (message?.type !== 'ready') return;
    const poles = startPoles(message, [], { mayEnd: true });
    if (poles) running.push(poles);
    onReady(Number(new URL(message.url).port));
  });
}

/** Ends a child process. Resolves once it has exited. */
function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

function startServer(args, options) {
  return startChild([at('apps/server/dist/main.js'), '--demo', ...args], options);
}

/** Starts the poles of a server that is ready. Returns null if the server has no keys for them. */
function startPoles({ url, fleetFile }, args, options = {}) {
  if (!fs.existsSync(fleetFile)) return null;
  return startChild(
    [
      at('apps/poles/dist/cli.js'),
      '--server',
      url,
      '--fleet',
      fleetFile,
      '--quiet',
      // The certificate is for the public host name, not for this connection.
      ...(url.startsWith('https:') ? ['--insecure'] : []),
      ...args,
    ],
    options,
  );
}

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
      `${error.message} The demo accepts --reset, --at 2026-05-25T05:00-05:00 and --speed 60.`,
    );
  }
}
