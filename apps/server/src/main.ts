import { readDemoClock } from './app/demo/clock.ts';
import { memorialDayOf } from './app/demo/memorialDayRun.ts';
import { start } from './app/start.ts';
import { CannotStart } from './platform/config/cannotStart.ts';

/** The messages that the parent process (npm scripts, tests) receives over IPC. */
export interface ReadyMessage {
  type: 'ready';
  url: string;
  fleetFile: string | null;
}

/** Milliseconds that a graceful stop may take before the process exits anyway. */
const STOP_MS = 10_000;
/** Milliseconds after the stop for the process to end by itself. */
const END_MS = 1000;

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
    // The SQLite driver lets go of statements, and so of the closed file, only as Node takes itself down.
    // `process.exit` skips that, and SQLite would leave its log beside the file.
    if (process.connected) process.disconnect();
    setTimeout(() => process.exit(0), END_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop());
  }
  // Our parent died, by kill -9 perhaps: no orphan stays.
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
