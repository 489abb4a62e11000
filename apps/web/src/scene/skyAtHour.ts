import type { Sky } from './sky.ts';

/** The sky at an hour of the day (0 to 23), where no place says when its sun rises. */
export function skyAtHour(hour: number): Sky {
  if (hour >= 7 && hour < 18) return 'day';
  if (hour >= 18 && hour < 20) return 'dusk';
  return hour >= 5 && hour < 7 ? 'dawn' : 'night';
}
