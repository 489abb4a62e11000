import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { halfStaffNowQuery } from '@/lib/api/query.ts';

/** Milliseconds between two questions: the demo's clock changes its pace by itself. */
const ASK_MS = 1000;
/** Milliseconds between two looks at the clock. */
const TICK_MS = 100;

/** What the demo's clock shows. */
export interface DemoTime {
  /** Epoch milliseconds. */
  now: number;
  /** How many times as fast as the wall clock it runs. */
  speed: number;
}

/** The clock that half-staff goes by in the demo, which may run a day in minutes; null: not known yet. */
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
  // What happens then is not known: it may go slower from there.
  return { now: Math.min(ahead, Math.max(now, changesAt ?? ahead)), speed };
}
