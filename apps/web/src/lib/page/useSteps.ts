import { startTransition, useEffect, useState } from 'react';
import { isFirstPageShown } from './firstPage.ts';

/**
 * Returns how many parts of the first page to render now. The parts are rendered in separate tasks,
 * so that a slow phone can respond to a tap in between. Later pages render all parts at once.
 * @param first the number of parts in the first step
 * @param by the number of parts that each later step adds
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
