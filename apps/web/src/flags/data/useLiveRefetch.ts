import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { flagStore } from '@/lib/realtime/flagStore.ts';

/** Minimum pause after a refetch of a flag list, in milliseconds. */
const LOOK_MS = 1000;
/**
 * Minimum pause after a refetch of a flag list, as a multiple of how long the refetch took. The
 * pause keeps many browsers from overloading the server.
 */
const REST = 20;
/** Maximum time between a change to a flag and the refetch of the flag list, in milliseconds. */
const MOST_MS = 10_000;

/**
 * Refetches a query soon after a flag on screen or the pushed counts change, and immediately after
 * the user's own action.
 * @param isLive whether the query's result depends on pole reports; if not, nothing is refetched
 * @param numbers the pushed counts; a new object means that they changed
 */
export function useLiveRefetch(
  { refetch }: Pick<UseQueryResult<unknown>, 'refetch'>,
  isLive: boolean,
  numbers: unknown,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const restsUntil = useRef(0);
  const seen = useRef(numbers);
  const look = useEffectEvent(async () => {
    const begun = performance.now();
    // Blocks further refetches until this one ends.
    restsUntil.current = Number.POSITIVE_INFINITY;
    await refetch({ cancelRefetch: false });
    const took = performance.now() - begun;
    restsUntil.current = performance.now() + Math.max(LOOK_MS, took * REST);
  });
  const lookLater = useEffectEvent((isUrgent: boolean) => {
    if (document.visibilityState === 'hidden') return;
    const rest = isUrgent ? 0 : Math.min(restsUntil.current - performance.now(), MOST_MS);
    if (isUrgent) clearTimeout(timer.current);
    else if (timer.current !== undefined) return;
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        void look();
      },
      Math.max(0, rest),
    );
  });
  useEffect(() => {
    if (!isLive) return;
    const unsubscribe = flagStore.onLiveChange((isUrgent) => lookLater(isUrgent));
    return () => {
      unsubscribe();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [isLive]);
  useEffect(() => {
    if (seen.current === numbers) return;
    seen.current = numbers;
    if (isLive) lookLater(false);
  }, [isLive, numbers]);
}
