import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition becomes true; the test's timeout is the limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(2);
}
