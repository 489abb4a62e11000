import { nextTurn } from '../nextTurn.ts';

/**
 * The maximum number of rows per SQL statement, far below the parameter limits of both database
 * engines.
 */
const BATCH = 500;

/**
 * Processes `things` in batches, in order. Pauses between batches, so that a long list does not
 * block other requests.
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

/**
 * Splits a list into parts of at most `size` items. Needed because the number of values in an SQL
 * statement is limited.
 */
export function* slices<T>(all: readonly T[], size: number): Iterable<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
