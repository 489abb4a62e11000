import { setTimeout as sleep } from 'node:timers/promises';

/** The maximum length of a pause in ms, so that one slow slice does not delay the work for long. */
const MAX_PAUSE_MS = 200;

/**
 * Runs `slice` repeatedly until it returns false. Pauses after each slice for as long as the slice
 * took, but at most MAX_PAUSE_MS, so that bulk work leaves about half of the database's time to
 * others.
 */
export async function paced(slice: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const begun = performance.now();
    if (!(await slice())) return;
    await sleep(Math.min(performance.now() - begun, MAX_PAUSE_MS));
  }
}
