import { createObjectsYoung } from '@halyard/realtime';
import { readDemoClock } from './app/demo/clock.ts';
import { memorialDayOf } from './app/demo/memorialDayRun.ts';
import { start } from './app/start.ts';
import { CannotStart } from './platform/config/cannotStart.ts';

/**
 * A message that the server process sends over IPC to the process that started it, such as an npm
 * script or a test.
 */
export interface ReadyMessage {
  type: 'ready';
  url: string;
  fleetFile: string | null;
}

/**
 * The time limit in ms for stopping the server. After that, the process exits even if it has not
 * stopped completely.
 */
const STOP_MS = 10_000;
/**
 * How long the process may take to exit after the server has stopped, in ms. After that, it is
 * forced to exit.
 */
const END_MS = 1000;

createObjectsYoung();

try {
  const demo = process.argv.includes('--demo');
  const running = await start({
    env: process.env,
    demo,
    demoAutopilot: !process.argv.includes('--without-autopilot'),
    demoClock: demo ? readDemoClock(process.argv.slice(2), Date.now) : null,
    ...(demo &&
      process.argv.includes('--offer-memorial-day') && {
        startMemorialDay: memorialDayOf(process),
      }),
    reset: process.argv.includes('--reset'),
    print: (text) => process.stdout.write(`${text}\n`),
    onLost: (error) => {
      process.stderr.write(`Halyard stops: ${error.message}\n`);
      process.exit(1);
    },
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await running.stop();
    // The SQLite driver releases statements, and with them the closed file, only during Node's own
    // shutdown. `process.exit` skips that, and SQLite would leave its log next to the file.
    if (process.connected) process.disconnect();
    setTimeout(() => process.exit(0), END_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop());
  }
  // The parent process has died, perhaps because of kill -9. Stop too, because nobody else would
  // stop this process.
  if (process.send) process.on('disconnect', () => void stop());
  process.send?.({
    type: 'ready',
    url: running.url,
    fleetFile: running.fleetFile,
  } satisfies ReadyMessage);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`Halyard cannot start: ${error.message}\n`);
  process.exit(1);
}
