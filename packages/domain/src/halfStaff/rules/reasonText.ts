import type { Position } from '../../flags/live/position.ts';
import type { Place } from '../../places/place.ts';
import { sunDay } from '../../sun/almanac.ts';
import { clockText } from '../../time/clockText.ts';
import { dateInZone, timeInZone } from '../../time/zoneClock.ts';
import type { ShouldBe } from './shouldBeSchema.ts';

const POSITION_WORDS: Record<Position, string> = {
  up: 'Full staff',
  half: 'Half-staff',
  down: 'Down',
};

/**
 * A line about what is in effect at a pole and why, in the pole's time zone: "Half-staff since 6:02
 * AM EST, by order of the President, until sunset, 8:19 PM EST".
 */
export function reasonText(should: ShouldBe, place: Place, now: number): string {
  const { source, position } = should;
  switch (source.kind) {
    case 'none':
      return 'Nothing in effect';
    case 'lock':
      return sentence(`Locked by ${source.by}`, should, place, now, [source.title]);
    case 'hold':
      return sentence(`Held by ${source.by}`, should, place, now, [source.title]);
    case 'after-order':
      // This lasts until the next order or day, which is not an end that matters to users.
      return sentence(POSITION_WORDS[position ?? 'up'], { ...should, until: null }, place, now, [
        'half-staff has ended',
      ]);
    default: {
      // Down without a daily rule: the order does not say since when the flag is down.
      if (position === null)
        return sentence('Already down, so it stays down', { ...should, since: null }, place, now, [
          causeText(should),
        ]);
      return sentence(POSITION_WORDS[position], should, place, now, [causeText(should)]);
    }
  }
}

function causeText({ source, position }: ShouldBe): string {
  if (source.kind === 'daily-rule') return 'by the daily rule';
  if (source.kind === 'annual-day')
    return position === null ? `on ${source.title}` : `for ${source.title}`;
  const what = source.kind === 'exception' ? 'full-staff exception' : 'order';
  if (position === null) return `during the ${what} of ${source.by}`;
  if (position === 'down') return `for the night, during the ${what} of ${source.by}`;
  return `by ${what} of ${source.by}`;
}

function sentence(
  what: string,
  { since, until }: ShouldBe,
  place: Place,
  now: number,
  middle: readonly string[],
): string {
  const time = (at: number) => clockText(at, now, place.timeZone);
  const begin = since === null ? what : `${what} since ${time(since)}`;
  const sun = until === null ? null : sunMoment(until, place);
  const end = until === null ? [] : [`until ${sun === null ? '' : `${sun}, `}${time(until)}`];
  return [begin, ...middle.filter(Boolean), ...end].join(', ');
}

export const SUN_MOMENTS = ['sunrise', 'noon', 'sunset'] as const;
export type SunMoment = (typeof SUN_MOMENTS)[number];

/**
 * Whether a time (epoch milliseconds) is sunrise, noon or sunset at a location; null if neither.
 */
export function sunMoment(at: number, place: Place): SunMoment | null {
  if (timeInZone(place.timeZone, at) === '12:00') return 'noon';
  // A sunset after midnight belongs to the day before.
  for (const moment of [at, at - 12 * 3_600_000]) {
    const day = sunDay(dateInZone(place.timeZone, moment), place);
    if (day.kind !== 'ordinary') continue;
    if (day.sunset === at) return 'sunset';
    if (day.sunrise === at) return 'sunrise';
  }
  return null;
}
