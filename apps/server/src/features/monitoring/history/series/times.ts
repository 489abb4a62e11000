import { zoneClock } from '@halyard/domain';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/**
 * The length of a time slot at the history's highest resolution, in minutes. The history has one
 * value per time slot.
 */
export const FINE_STEP = 5;
export const FINE_MS = FINE_STEP * MINUTE_MS;
/**
 * The number of days for which the history keeps voltages at the highest resolution and the exact
 * times of state changes.
 */
export const FINE_DAYS = 35;
export const SLOTS_PER_HOUR = 60 / FINE_STEP;

export const hourOf = (at: number): number => at - (at % HOUR_MS);

/** Returns the first midnight after a given time, in a time zone. */
export function nextMidnight(zone: string, at: number): number {
  const clock = zoneClock(zone);
  return clock.momentOf(clock.dayAt(at) + 1, 0);
}

/** Returns the last midnight in a time zone at or before a given time. */
export function lastMidnight(zone: string, at: number): number {
  const clock = zoneClock(zone);
  return clock.momentOf(clock.dayAt(at), 0);
}
