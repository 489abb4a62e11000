import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { halfStaffNowQuery } from '@/lib/api/query.ts';

/**
 * How often to fetch the clock's time and speed, in milliseconds. Kept short because the speed can
 * change at any time.
 */
const ASK_MS = 1000;
/** How often to update the displayed time, in milliseconds. */
const TICK_MS = 100;

/** The time and speed of the demo's clock. */
export interface DemoTime {
  /** The time that the clock shows, in epoch milliseconds. */
  now: number;
  /** How much faster than real time the clock runs. */
  speed: number;
}

/**
 * Returns the demo's clock, which can run through a day in minutes; null until the clock has been
 * fetched.
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
