/** Whether this run is `npm run test:full`, which also tests all combinations of sentences. */
export const isFull = process.env.HALYARD_FULL !== undefined;

/**
 * Returns all items with `npm run test:full`, and every n-th item otherwise, to save time.
 * @param from the index of the first item
 */
export const sampleOf = <T>(items: readonly T[], n: number, from = 0): readonly T[] =>
  isFull ? items : items.filter((_, index) => index % n === from % n);
