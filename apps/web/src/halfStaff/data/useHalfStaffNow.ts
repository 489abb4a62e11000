import type { HalfStaffNow } from '@halyard/domain';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { halfStaffNowQuery } from '@/lib/api/query.ts';

/**
 * After an order or half-staff day begins or ends, browsers refetch at random times within this
 * period, in milliseconds.
 */
const SPREAD_MS = 3000;
/**
 * Maximum duration of a timer that waits for an order or half-staff day to begin or end, in
 * milliseconds. Browsers limit timers to 24 days.
 */
const MOST_WAITED_MS = 24 * 3_600_000;

/**
 * Returns what is in effect now, and a function that reads the clock of the server's half-staff
 * engine. The data is refetched when an order or half-staff day begins or ends.
 */
export function useHalfStaffNow() {
  const { data, dataUpdatedAt } = useChanging(useQuery(halfStaffNowQuery()));
  /** Returns the time by the clock of the server's half-staff engine, in epoch milliseconds. */
  const readClock = () =>
    data ? data.now + (Date.now() - dataUpdatedAt) * data.speed : Date.now();
  return { data, readClock };
}

/** Refetches a response each time an order or half-staff day in it begins or ends. */
export function useChanging<T extends Changing>(query: UseQueryResult<T>): UseQueryResult<T> {
  const { data, dataUpdatedAt, refetch } = query;
  useEffect(() => {
    const wait = waitOf(data);
    if (wait === null) return;
    const timer = setTimeout(() => void refetch(), wait + Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
    // Each response starts a new wait, even if it equals the previous one.
  }, [data, dataUpdatedAt, refetch]);
  return query;
}

type Changing = Pick<HalfStaffNow, 'now' | 'speed' | 'changesAt'>;

/**
 * Returns how long to wait until the next order or half-staff day in a response begins or ends, in
 * milliseconds; null if that time is unknown.
 */
function waitOf(data: Changing | undefined): number | null {
  if (!data || data.changesAt === null) return null;
  return Math.min(Math.max(0, data.changesAt - data.now) / data.speed, MOST_WAITED_MS);
}
