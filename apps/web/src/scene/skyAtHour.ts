import type { Sky } from './sky.ts';

/** Returns how the sky looks at an hour of the day (0 to 23), for pages without a location. */
export function skyAtHour(hour: number): Sky {
  if (hour >= 7 && hour < 18) return 'day';
  if (hour >= 18 && hour < 20) return 'dusk';
  return hour >= 5 && hour < 7 ? 'dawn' : 'night';
}
