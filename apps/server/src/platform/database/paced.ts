import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The maximum length of a pause in bulk work, in ms. Without this limit, the pause after a slow
 * step would be as long as the step.
 */
const MAX_PAUSE_MS = 200;

/**
 * Repeats `slice`, which does one step of bulk work, until it returns false. After each step,
 * pauses for as long as the step took, but at most MAX_PAUSE_MS. This leaves about half of the
 * database's time for other work.
 */
export async function paced(slice: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const begun = performance.now();
    if (!(await slice())) return;
    await sleep(Math.min(performance.now() - begun, MAX_PAUSE_MS));
  }
}
