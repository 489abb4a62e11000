import type { PoleHalfStaff } from '@halyard/domain';

/** How the sky looks at a pole, based on the sun at its location. */
export type Sky = 'day' | 'dusk' | 'night' | 'dawn';

/** How long, in milliseconds, the sky is colored before sunrise and before sunset. */
const TWILIGHT_MS = 45 * 60_000;

/** Returns how the sky looks at a pole now. */
export function skyOf({
  now,
  sunrise,
  nextSunset,
}: Pick<PoleHalfStaff, 'now' | 'sunrise' | 'nextSunset'>): Sky {
  if (nextSunset < sunrise) return nextSunset - now <= TWILIGHT_MS ? 'dusk' : 'day';
  return sunrise - now <= TWILIGHT_MS ? 'dawn' : 'night';
}
