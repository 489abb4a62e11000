import { startTransition, useEffect, useRef, useState } from 'react';
import { isFirstPageShown } from './firstPage.ts';

/**
 * If a step takes at most this long, in ms, the next step renders twice as many new parts. Even on
 * a phone that is four times as slow, the next step then takes less than 50 ms.
 */
const SHORT_STEP_MS = 6;

/**
 * Returns how many parts of the first page to render now. Each step is a separate task, so that a
 * slow phone can respond to a tap in between. After a short step, the next step adds twice as many
 * parts, so a fast device needs only a few steps. On later pages, all parts are rendered at once.
 * @param first the number of parts in the first step
 * @param by the number of parts that the second step adds
 */
export function useSteps(total: number, first = 1, by = 1): number {
  const [count, setCount] = useState(isFirstPageShown() ? Number.POSITIVE_INFINITY : first);
  const size = useRef(by);
  const begun = useRef<number | null>(null);
  useEffect(() => {
    if (count === Number.POSITIVE_INFINITY) return;
    if (begun.current !== null && performance.now() - begun.current <= SHORT_STEP_MS)
      size.current *= 2;
    const next = count < total ? count + size.current : Number.POSITIVE_INFINITY;
    const timer = setTimeout(() => {
      begun.current = performance.now();
      startTransition(() => setCount(next));
    }, 0);
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}
