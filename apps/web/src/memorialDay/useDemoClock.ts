import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { halfStaffNowQuery } from '@/lib/api/query.ts';

/** Milliseconds between two requests. The demo's clock can change its speed at any time. */
const ASK_MS = 1000;
/** Milliseconds between two updates of the clock. */
const TICK_MS = 100;

/** The state of the demo's clock. */
export interface DemoTime {
  /** Epoch milliseconds. */
  now: number;
  /** Factor by which the clock runs faster than real time. */
  speed: number;
}

/**
 * Returns the half-staff clock of the demo, which may run a day in minutes, or null while unknown.
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
  // Stops at the next change until the next answer, because the clock may run slower from there.
  return { now: Math.min(ahead, Math.max(now, changesAt ?? ahead)), speed };
}
