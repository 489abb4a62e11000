import { startsWith } from './keys.ts';
import type { Path } from './types.ts';

/** Up to this number of paths, comparing all pairs of paths is faster than sorting. */
const PAIRWISE = 12;

/** Whether any of the paths equals another one or is below it. */
export function areNested(paths: readonly Path[]): boolean {
  return paths.length <= PAIRWISE ? areNestedPairs(paths) : areNestedSorted(paths);
}

function areNestedPairs(paths: readonly Path[]): boolean {
  for (let i = 1; i < paths.length; i++) {
    const a = paths[i]!;
    for (let j = 0; j < i; j++) {
      const b = paths[j]!;
      if (a.length < b.length ? startsWith(b, a) : startsWith(a, b)) return true;
    }
  }
  return false;
}

/**
 * Like {@link areNestedPairs}, but faster for many paths. Sorting puts each path just before the
 * paths below it.
 */
function areNestedSorted(paths: readonly Path[]): boolean {
  const sorted = paths.map((path) => `${path.join('/')}/`).sort();
  return sorted.some((path, i) => i > 0 && path.startsWith(sorted[i - 1]!));
}
