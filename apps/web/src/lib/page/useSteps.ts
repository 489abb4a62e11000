import { startTransition, useEffect, useState } from 'react';
import { isFirstPageShown } from './firstPage.ts';

/**
 * Returns how many parts of a page to draw by now. On the first page, whose code runs for the first
 * time, each part is a separate task, so that a slow phone responds to a tap in between. Later
 * pages draw all parts at once.
 * @param first how many are drawn together at the start
 * @param by how many are drawn together after that
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
