import type { HalfStaffNow } from '@halyard/domain';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { halfStaffNowQuery } from '@/lib/api/query.ts';

/** Milliseconds after a change in which the screens ask, so that they do not ask all at once. */
const SPREAD_MS = 3000;
/** Longest wait for a change: timers take no more than 24 days. */
const MOST_WAITED_MS = 24 * 3_600_000;

/**
 * What half-staff is in effect, and the clock that it goes by. Lists that change fetch it again, and so
 * does its own end.
 */
export function useHalfStaffNow() {
  const { data, dataUpdatedAt } = useChanging(useQuery(halfStaffNowQuery()));
  /** Epoch milliseconds. */
  const readClock = () =>
    data ? data.now + (Date.now() - dataUpdatedAt) * data.speed : Date.now();
  return { data, readClock };
}

/** Fetches an answer again when something in it begins or ends. */
export function useChanging<T extends Changing>(query: UseQueryResult<T>): UseQueryResult<T> {
  const { data, dataUpdatedAt, refetch } = query;
  useEffect(() => {
    const wait = waitOf(data);
    if (wait === null) return;
    const timer = setTimeout(() => void refetch(), wait + Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
    // Each answer begins a wait, also one that says the same.
  }, [data, dataUpdatedAt, refetch]);
  return query;
}

type Changing = Pick<HalfStaffNow, 'now' | 'speed' | 'changesAt'>;

/** Milliseconds until the next change, by the wall clock; null: none is in sight. */
function waitOf(data: Changing | undefined): number | null {
  if (!data || data.changesAt === null) return null;
  return Math.min(Math.max(0, data.changesAt - data.now) / data.speed, MOST_WAITED_MS);
}
