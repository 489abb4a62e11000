import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition becomes true, up to the test's timeout. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(2);
}
