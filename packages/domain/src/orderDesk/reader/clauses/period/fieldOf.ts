import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import type { Point } from '../../when/points.ts';
import { positionAt } from '../../words/positions.ts';
import { isDayOfMourning } from './dayOfOrdering.ts';

/**
 * The part of an order's period that a date or time in the text states: its start, its end or its
 * only day. `return`: a day, without a time, on which flags are back up. The order ends before that
 * day.
 */
export type Field = 'start' | 'end' | 'day' | 'return';

const LOWER = /^(lower(ed|ing|s)?|flown|fly|flying|displayed|placed|begin|moved)$/;

/**
 * Matches a day directly followed by the customary hours for flags: "Friday from sunrise to
 * sunset".
 */
export function isDayOfPeriod(points: readonly Point[], point: Point): boolean {
  const at = points.indexOf(point);
  const [first, second] = [points[at + 1], points[at + 2]];
  const isPeriod = first?.linked === true && first.time?.kind === 'sunrise' && first.date === null;
  const isSunset =
    second?.linked === true && second.time?.kind === 'sunset' && second.date === null;
  return point.date !== null && point.time === null && isPeriod && isSunset;
}

/**
 * Maximum number of tokens in the name of a day, such as "Patriot Day and National Day of Service".
 */
const NAMES_MAX = 14;

/**
 * Returns the index of the first token of a named day before its date, as in "on Memorial Day,
 * Monday, May 25" or "on Patriot Day and National Day of Service and Remembrance, September 11"; -1
 * if there is none.
 */
export function namedDayBefore(tokens: readonly Token[], { from, role }: Point): number {
  if (role !== 'none') return -1;
  const last = /^[,(-]$/.test(tokens[from - 1]?.text ?? '') ? from - 2 : from - 1;
  const isDay = (at: number): boolean => tokens[at]?.text === 'day' && tokens[at]?.cap === true;
  let hasDay = false;
  let at = last;
  for (; at > last - NAMES_MAX; at--) {
    const token = tokens[at];
    const isPart = token?.cap === true || /^(of|and|the|for|")$/.test(token?.text ?? '');
    if (!isPart || token?.text === 'on') break;
    hasDay ||= isDay(at);
  }
  return isDay(last) || (hasDay && tokens[at]?.text === 'on') ? at : -1;
}

/** Words that say that flags are raised again, such as "returned" and "back". */
export const RAISE =
  /^(rais(e|ed|ing)|return(ed|s|ing)?|resum(e|ed|ing)|restor(e|ed)|back|up|top|hoisted)$/;

/** Returns the part of the order's period that a date or time states; null if it states none. */
export function fieldOf(
  tokens: readonly Token[],
  sentence: Sentence,
  point: Point,
  points: readonly Point[],
  kind: 'half' | 'full',
): Field | null {
  if (point.now) {
    // For example: "flags return to full-staff immediately"
    return isReturn(tokens, sentence, point, kind) ? null : 'start';
  }
  if (isReturn(tokens, sentence, point, kind)) {
    const isAt = point.role === 'at' || point.role === 'on' || point.role === 'none';
    // After a full-staff day, flags "return to half-staff at sunrise" of the next day. This is not
    // the day's end.
    if (!isAt || (kind === 'full' && point.time?.kind === 'sunrise')) return null;
    return point.time ? 'end' : point.date ? 'return' : null;
  }
  if (kind === 'full' && point.role === 'start' && isBeforeHalf(tokens, sentence, point))
    return null;
  if (point.role === 'start' || point.role === 'end') return point.role;
  if (point.role === 'of') return null;
  const next = points[points.indexOf(point) + 1];
  if (point.time?.kind === 'sunrise') return 'start';
  if (point.time) {
    // For example: "8 a.m. to 5 p.m. Friday"
    if (next?.linked && next.role === 'end' && next.time) return 'start';
    // For example: "Sunrise: May 5 / Sunset: May 9" in a post without "from" and "to"
    const before = points[points.indexOf(point) - 1];
    const isEnd = point.time.kind === 'sunset' && point.role === 'none' && point.linked;
    if (isEnd && before?.time?.kind === 'sunrise') return 'end';
    return point.role === 'at' ? 'start' : null;
  }
  if (point.event) return point.role === 'on' ? 'day' : null;
  if (point.date === null) return null;
  if (isDayOfPeriod(points, point) || namedDayBefore(tokens, point) !== -1) return 'day';
  // For example: "across the state today, June 9, until sunset"
  if (next?.linked && next.role === 'end' && next.time !== null && next.date === null) return 'day';
  return point.role === 'on' ||
    isDayOfMourning(tokens, point.to) ||
    isDirect(tokens, sentence, point)
    ? 'day'
    : null;
}

/**
 * Whether the verb before a date or time says that flags return to their previous position, for
 * example to full-staff after half-staff.
 */
function isReturn(
  tokens: readonly Token[],
  sentence: Sentence,
  point: Point,
  kind: 'half' | 'full',
): boolean {
  for (let at = point.from - 1; at >= sentence.from; at--) {
    const position = positionAt(tokens, at);
    if (position) {
      if (position.position !== kind) return true;
      // After a full-staff exception, "returned to half-staff" is also a return. In a half-staff
      // order, it is not.
      return false;
    }
    const word = tokens[at]?.text ?? '';
    // For example: "up to sunset"
    if (word === 'up' && /^(to|until|till|through)$/.test(tokens[at + 1]?.text ?? '')) continue;
    // For example: "from sun up on May 8"
    const sun = tokens[at - 1]?.text === '-' ? at - 2 : at - 1;
    if (word === 'up' && tokens[sun]?.text === 'sun') continue;
    if (RAISE.test(word)) return kind === 'half';
    if (LOWER.test(word)) return kind === 'full' && word.startsWith('lower');
  }
  return kind === 'half' && point.time !== null && isBeforeReturn(tokens, sentence, point);
}

/**
 * Matches the first day after a full-staff exception: "As of Tuesday, they will be at half-staff
 * again".
 */
function isBeforeHalf(tokens: readonly Token[], { from, to }: Sentence, point: Point): boolean {
  if (point.from > from + 1) return false;
  for (let at = point.to; at < to; at++) {
    const position = positionAt(tokens, at);
    if (position) return position.position === 'half';
  }
  return false;
}

/**
 * Matches a time at the beginning of a sentence about the return to full-staff: "At sunset on May
 * 9, flags will return to full-staff".
 */
function isBeforeReturn(tokens: readonly Token[], { from, to }: Sentence, point: Point): boolean {
  if (point.role !== 'at' || point.from > from + 2) return false;
  for (let at = point.to; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (RAISE.test(word)) return true;
    if (LOWER.test(word) || positionAt(tokens, at)) return false;
  }
  return false;
}

/** Matches a day without a preposition: "at half-staff Friday", "all day Friday", "Friday: …". */
function isDirect(tokens: readonly Token[], sentence: Sentence, point: Point): boolean {
  let at = point.from - 1;
  while (at >= sentence.from && [',', '\n', '('].includes(tokens[at]?.text ?? '')) at--;
  if (at < sentence.from) return true;
  // For example: "Flag update, May 3, 2026: …", "Flags to half-staff (May 3, 2026): …"
  const behind = tokens[point.to]?.text === ')' ? point.to + 1 : point.to;
  if (tokens[behind]?.text === ':') return false;
  // For example: "on Memorial Day – Monday, May 25, 2026"
  if (tokens[at]?.text === '-' && tokens[at - 1]?.text === 'day' && tokens[at - 1]?.cap)
    return true;
  const word = tokens[at]?.text ?? '';
  // For example: "When: Friday, May 8, …"
  if (word === ':')
    return /^(when|dates|day|days|period|duration|hours|attention|reminder|alert|notice|update|advisory)$/.test(
      tokens[at - 1]?.text ?? '',
    );
  if (tokens[point.from - 1]?.text === ',' && isBehindFlags(tokens, sentence, at)) return true;
  // For example: "at all state buildings Tuesday, July 7, from sunrise to sunset"
  const isPlace = /^(buildings?|facilities|grounds|propert(y|ies)|offices|agencies)$/.test(word);
  return isPlace || /^(staff|mast|halfstaff|fullstaff|day|statewide|lowered|height)$/.test(word);
}

/**
 * Matches a day that is preceded only by the flags and their location: "all flags at state
 * facilities, Friday, May 8".
 */
function isBehindFlags(tokens: readonly Token[], { from }: Sentence, last: number): boolean {
  for (let at = last; at >= Math.max(from, last - 8); at--) {
    const word = tokens[at]?.text ?? '';
    if (/^flags?$/.test(word)) return true;
    if (/^(for|who|of|after|by|to|and|,)$/.test(word)) return false;
  }
  return false;
}
