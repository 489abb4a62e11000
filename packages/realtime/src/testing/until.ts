import { setTimeout as delay } from 'node:timers/promises';

/** Waits for something that becomes true by itself; the test's own time-out ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(2);
}
