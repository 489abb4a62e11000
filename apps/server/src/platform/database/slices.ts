/** A list in parts of at most `size`: a statement takes so many values and no more. */
export function* slices<T>(all: readonly T[], size: number): Iterable<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}
