import { setImmediate as nextTurn } from 'node:timers/promises';

/** The number of rows in one statement: far below either engine's limit of parameters. */
const BATCH = 500;

/**
 * Processes `things` in batches, in order. Between batches the process can do other work, so that
 * ten thousand rows do not delay any socket.
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
