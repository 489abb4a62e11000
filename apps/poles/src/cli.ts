import { type Fleet, startFleet } from './fleet.ts';
import { HELP, readOptions } from './options.ts';

/** Interval in ms at which the pole simulator prints its progress. */
const STATUS_EVERY_MS = 60_000;

async function main(): Promise<void> {
  const options = await readOptions(process.argv.slice(2));
  if (!options) {
    console.log(HELP);
    return;
  }
  const { poles, server, quiet, travel } = options;
  const troubled = new Set<string>();
  const fleet = startFleet({
    server,
    poles,
    insecure: options.insecure,
    timing: {
      reportEvery: options.reportEvery,
      byHand: options.byHand * poles.length,
      ...(travel !== null && { travelMin: travel, travelMax: travel }),
    },
    onProblem: (pole, reason) => {
      // Print each reason only once: if the server is down, all poles fail for the same reason.
      if (quiet || troubled.has(reason)) return;
      troubled.add(reason);
      console.error(`${pole.flagId}: ${reason}`);
    },
  });
  if (!quiet) console.log(`Simulating ${poles.length} poles on ${server}`);
  stopWithParent(fleet, quiet ? undefined : setInterval(() => status(fleet), STATUS_EVERY_MS));
}

function status(fleet: Fleet): void {
  const { poles, connected, reports, problems } = fleet.stats();
  console.log(`${connected} of ${poles} connected, ${reports} reports, ${problems} problems`);
}

/** Stops all simulated poles on SIGINT, on SIGTERM, and when the parent process exits. */
function stopWithParent(fleet: Fleet, timer: NodeJS.Timeout | undefined): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    clearInterval(timer);
    void fleet.stop().finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (process.send) process.on('disconnect', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
