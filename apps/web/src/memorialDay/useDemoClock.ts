import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { halfStaffNowQuery } from '@/lib/api/query.ts';

/**
 * Time between two fetches of the clock, in milliseconds. Short, because the demo's clock can
 * change its speed at any time.
 */
const ASK_MS = 1000;
/** Time between two updates of the shown time, in milliseconds. */
const TICK_MS = 100;

/** The demo's clock: its time and its speed. */
export interface DemoTime {
  /** The time that the clock shows, in epoch milliseconds. */
  now: number;
  /** Factor by which the clock runs faster than real time. */
  speed: number;
}

/**
 * Returns the demo's half-staff clock, which may run through a day in minutes; null while unknown.
 */
export function useDemoClock(): DemoTime | null {
  const { data, dataUpdatedAt } = useQuery({ ...halfStaffNowQuery(), refetchInterval: ASK_MS });
  const [wall, setWall] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setWall(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!data) return null;
  const { now, speed, changesAt } = data;
  const ahead = now + Math.max(0, wall - dataUpdatedAt) * speed;
  // Stops at the next change until the next response, because the clock may run slower from then
  // on.
  return { now: Math.min(ahead, Math.max(now, changesAt ?? ahead)), speed };
}
