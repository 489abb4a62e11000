import { minutesOf, zoneClock } from '../time/zoneClock.ts';
import type { QuietHours } from './settings.ts';

/**
 * Returns when the current quiet hours end, in epoch milliseconds; null if `at` is not within quiet
 * hours. If they would end in the hour that daylight saving time skips, they end an hour later by
 * the clock.
 */
export function quietUntil({ from, until }: QuietHours, zone: string, at: number): number | null {
  const clock = zoneClock(zone);
  const [begin, end] = [minutesOf(from), minutesOf(until)];
  const today = clock.dayAt(at);
  // Check quiet hours that began yesterday, and those that begin today.
  for (const day of [today - 1, today]) {
    const over = clock.momentOf(end > begin ? day : day + 1, end);
    if (at >= clock.momentOf(day, begin) && at < over) return over;
  }
  return null;
}
