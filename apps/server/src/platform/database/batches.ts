import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows of one statement: far below what either engine takes as parameters. */
const BATCH = 500;

/**
 * Works through things in batches, in order; between two the process does whatever else waits, so
 * that ten thousand rows keep no socket waiting.
 */
export async function inBatches<T>(
  things: readonly T[],
  work: (batch: readonly T[]) => Promise<void> | void,
): Promise<void> {
  for (let start = 0; start < things.length; start += BATCH) {
    if (start > 0) await nextTurn();
    await work(things.slice(start, start + BATCH));
  }
}
