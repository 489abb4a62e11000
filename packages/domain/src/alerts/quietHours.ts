import { minutesOf, zoneClock } from '../time/zoneClock.ts';
import type { QuietHours } from './settings.ts';

/**
 * Until when (epoch milliseconds) it is quiet by the zone's clock; null where it is not. Where the
 * clock is put forward or back, `ZoneClock.momentOf` says what is meant.
 */
export function quietUntil({ from, until }: QuietHours, zone: string, at: number): number | null {
  const clock = zoneClock(zone);
  const [begin, end] = [minutesOf(from), minutesOf(until)];
  const today = clock.dayAt(at);
  // The night that began yesterday, or the one that begins today.
  for (const day of [today - 1, today]) {
    const over = clock.momentOf(end > begin ? day : day + 1, end);
    if (at >= clock.momentOf(day, begin) && at < over) return over;
  }
  return null;
}
