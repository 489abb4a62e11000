import type { PoleHalfStaff } from '@halyard/domain';

/** How light it is at a pole, by the sun of its own place. */
export type Sky = 'day' | 'dusk' | 'night' | 'dawn';

/** Milliseconds before sunset and sunrise in which the sky is colored. */
const TWILIGHT_MS = 45 * 60_000;

/** The sky at a pole: of its next sunrise and its next sunset, the nearer one says whether it is day. */
export function skyOf({
  now,
  sunrise,
  nextSunset,
}: Pick<PoleHalfStaff, 'now' | 'sunrise' | 'nextSunset'>): Sky {
  if (nextSunset < sunrise) return nextSunset - now <= TWILIGHT_MS ? 'dusk' : 'day';
  return sunrise - now <= TWILIGHT_MS ? 'dawn' : 'night';
}
