/**
 * Splits a list into parts of at most `size` items, because an SQL statement can have only a
 * limited number of values.
 */
export function* slices<T>(all: readonly T[], size: number): Iterable<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
