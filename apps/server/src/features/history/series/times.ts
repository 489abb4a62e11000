import { zoneClock } from '@halyard/domain';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Minutes of the finest slots. */
export const FINE_STEP = 5;
export const FINE_MS = FINE_STEP * MINUTE_MS;
/** Days for which voltages stay as fine as they were noted, and states to the moment. */
export const FINE_DAYS = 35;
export const SLOTS_PER_HOUR = 60 / FINE_STEP;

export const hourOf = (at: number): number => at - (at % HOUR_MS);

/** The next midnight of the zone's clock after a moment. */
export function nextMidnight(zone: string, at: number): number {
  const clock = zoneClock(zone);
  return clock.momentOf(clock.dayAt(at) + 1, 0);
}

/** The last midnight of the zone's clock at or before a moment. */
export function lastMidnight(zone: string, at: number): number {
  const clock = zoneClock(zone);
  return clock.momentOf(clock.dayAt(at), 0);
}
