import { t } from '@halyard/messages';
import { dayName } from '../../calendar/dayNames.ts';
import type { Position } from '../../flags/live/position.ts';
import { commaText } from '../../language/lists.ts';
import type { Place } from '../../places/place.ts';
import { sunDay } from '../../sun/almanac.ts';
import { clockText } from '../../time/clockText.ts';
import { dateInZone, timeInZone } from '../../time/zoneClock.ts';
import type { ShouldBe, Source } from './shouldBeSchema.ts';

/**
 * Returns a line that says since when a pole has been in its position, why, and until when, in the
 * pole's time zone: "Half-staff since 6:02 AM EST, by order of the President, until sunset, 8:19 PM
 * EST".
 */
export function reasonText(should: ShouldBe, place: Place, now: number): string {
  const { source, position, since, until } = should;
  if (source.kind === 'none') return t`Nothing in effect`;
  const time = (at: number) => clockText(at, now, place.timeZone);
  const begin = beginText(should, since === null ? null : time(since));
  // A reason that a user typed comes last, like that of a lock elsewhere.
  const isTyped = source.kind === 'lock' || source.kind === 'hold';
  // The state after half-staff lasts until the next order or day, which users would not consider an
  // end.
  const hasEnd = until !== null && source.kind !== 'after-order';
  const end = hasEnd ? [endText(time(until), sunMoment(until, place))] : [];
  const cause = isTyped ? '' : causeText(source, position);
  const text = commaText([begin, cause, ...end].filter(Boolean));
  return isTyped && source.title ? t`${{ text }}: ${{ reason: source.title }}` : text;
}

/**
 * Returns the text that says since when a pole has been in its position: "Half-staff since 6:02 AM
 * EST".
 */
function beginText({ source, position }: ShouldBe, since: string | null): string {
  const name = source.by ?? '';
  switch (source.kind) {
    case 'lock':
      return since === null
        ? t`Locked by ${{ name }}`
        : t`Locked by ${{ name }} since ${{ since }}`;
    case 'hold':
      return since === null ? t`Held by ${{ name }}` : t`Held by ${{ name }} since ${{ since }}`;
  }
  switch (position ?? (source.kind === 'after-order' ? 'up' : null)) {
    case 'up':
      return since === null ? t`Full staff` : t`Full staff since ${{ since }}`;
    case 'half':
      return since === null
        ? t({ message: 'Half-staff', context: 'position' })
        : t`Half-staff since ${{ since }}`;
    case 'down':
      return since === null
        ? t({ message: 'Down', context: 'position' })
        : t`Down since ${{ since }}`;
    case null:
      // If the flag is down without a daily rule, the order does not determine when it went down.
      return t`Already down, so it stays down`;
  }
}

/** Returns the text that says why a pole is in its position: "by order of the President". */
function causeText({ kind, title, ...source }: Source, position: Position | null): string {
  const by = source.by ?? '';
  switch (kind) {
    case 'none':
    case 'lock':
    case 'hold':
      return '';
    case 'after-order':
      return t`half-staff has ended`;
    case 'daily-rule':
      return t`by the daily rule`;
    case 'annual-day': {
      const day = dayName(title);
      return position === null ? t`on ${{ day }}` : t`for ${{ day }}`;
    }
    case 'order':
      if (position === null) return t`during the order by ${{ by }}`;
      return position === 'down'
        ? t`overnight, during the order by ${{ by }}`
        : t`by order of ${{ by }}`;
    case 'exception':
      if (position === null) return t`during the full-staff exception by ${{ by }}`;
      return position === 'down'
        ? t`overnight, during the full-staff exception by ${{ by }}`
        : t`by full-staff exception from ${{ by }}`;
  }
}

/**
 * Returns the text that says until when a pole stays in its position: "until sunset, 8:19 PM EST".
 */
function endText(time: string, sun: SunMoment | null): string {
  switch (sun) {
    case 'sunrise':
      return t`until sunrise, ${{ time }}`;
    case 'noon':
      return t`until noon (${{ time }})`;
    case 'sunset':
      return t`until sunset, ${{ time }}`;
    case null:
      return t`until ${{ time }}`;
  }
}

export const SUN_MOMENTS = ['sunrise', 'noon', 'sunset'] as const;
export type SunMoment = (typeof SUN_MOMENTS)[number];

/**
 * Returns `sunrise`, `noon` or `sunset` if the time `at` (epoch milliseconds) is that moment at a
 * location; otherwise null.
 */
export function sunMoment(at: number, place: Place): SunMoment | null {
  if (timeInZone(place.timeZone, at) === '12:00') return 'noon';
  // A sunset after midnight belongs to the previous day.
  for (const moment of [at, at - 12 * 3_600_000]) {
    const day = sunDay(dateInZone(place.timeZone, moment), place);
    if (day.kind !== 'ordinary') continue;
    if (day.sunset === at) return 'sunset';
    if (day.sunrise === at) return 'sunrise';
  }
  return null;
}
