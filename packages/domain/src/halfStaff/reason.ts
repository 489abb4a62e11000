import { partsOf } from '../calendar/civilDate.ts';
import type { Place } from '../places/place.ts';
import { dateInZone, timeInZone } from '../places/zoneClock.ts';
import { sunDay } from '../sun/almanac.ts';
import type { Position, ShouldBe } from './should.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const POSITION_WORDS: Record<Position, string> = {
  up: 'Full staff',
  half: 'Half-staff',
  down: 'Down',
};

/**
 * What should hold at a pole and why, in one line by its own clock: "Half-staff since 06:02, by order
 * of the President, until sunset 20:19".
 */
export function reasonText(should: ShouldBe, place: Place, now: number): string {
  const { source, position } = should;
  switch (source.kind) {
    case 'none':
      return 'No order or daily rule holds: the flag stays where people put it';
    case 'lock':
      return sentence(`Locked by ${source.by}`, should, place, now, [source.title]);
    case 'hold':
      return sentence(`Held by ${source.by}`, should, place, now, [source.title]);
    case 'after-order':
      // It lasts until the next order or day, which is no end that people care for.
      return sentence(POSITION_WORDS[position ?? 'up'], { ...should, until: null }, place, now, [
        'as before the order',
      ]);
    default: {
      const what = position === null ? 'Left down' : POSITION_WORDS[position];
      return sentence(what, should, place, now, [causeText(should)]);
    }
  }
}

function causeText({ source, position }: ShouldBe): string {
  if (source.kind === 'daily-rule') return 'by the daily rule';
  if (source.kind === 'annual-day') {
    return position === null ? `as it was before ${source.title}` : `for ${source.title}`;
  }
  const what = source.kind === 'exception' ? 'full-staff exception' : 'order';
  if (position === null) return `as it was before the ${what} of ${source.by}`;
  if (position === 'down') return `for the night during the ${what} of ${source.by}`;
  return `by ${what} of ${source.by}`;
}

function sentence(
  what: string,
  { since, until }: ShouldBe,
  place: Place,
  now: number,
  middle: readonly string[],
): string {
  const begin = since === null ? what : `${what} since ${clockText(since, place, now)}`;
  const end =
    until === null ? [] : [`until ${sunText(until, place)}${clockText(until, place, now)}`];
  return [begin, ...middle.filter(Boolean), ...end].join(', ');
}

/** "20:19", and the date where it is not today's: "20:19 on Jan 28", the year where it is another. */
function clockText(at: number, { timeZone }: Place, now: number): string {
  const time = timeInZone(timeZone, at);
  const date = dateInZone(timeZone, at);
  const today = dateInZone(timeZone, now);
  if (date === today) return time;
  const [year, month, day] = partsOf(date);
  const text = `${time} on ${MONTHS[month - 1]} ${day}`;
  return year === partsOf(today)[0] ? text : `${text}, ${year}`;
}

/** "sunset " where the moment is one; likewise sunrise and noon. */
function sunText(at: number, place: Place): string {
  if (timeInZone(place.timeZone, at) === '12:00') return 'noon ';
  // A sunset after midnight belongs to the day before.
  for (const moment of [at, at - 12 * 3_600_000]) {
    const day = sunDay(dateInZone(place.timeZone, moment), place);
    if (day.kind !== 'ordinary') continue;
    if (day.sunset === at) return 'sunset ';
    if (day.sunrise === at) return 'sunrise ';
  }
  return '';
}
