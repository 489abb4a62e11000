import { startTransition, useEffect, useState } from 'react';
import { isFirstPageShown } from './firstPage.ts';

/**
 * How many parts of a page to draw by now: on the first page, whose code runs for the first time, each is a
 * task of its own, so that a slow phone answers a tap between them. On later pages all are drawn at once.
 * @param first drawn together at the start
 * @param by drawn together after that
 */
export function useSteps(total: number, first = 1, by = 1): number {
  const [count, setCount] = useState(isFirstPageShown() ? Number.POSITIVE_INFINITY : first);
  useEffect(() => {
    if (count === Number.POSITIVE_INFINITY) return;
    const next = count < total ? count + by : Number.POSITIVE_INFINITY;
    const timer = setTimeout(() => startTransition(() => setCount(next)), 0);
    return () => clearTimeout(timer);
  }, [count, total, by]);
  return count;
}
