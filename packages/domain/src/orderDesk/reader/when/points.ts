import type { Token } from '../text/token.ts';
import { bareDay } from './bareDay.ts';
import { type DatePhrase, datePhraseAt, dayInYear, type WrittenDate } from './datePhrases.ts';
import { eventAt, type OpenEvent } from './events.ts';
import { nextDayAt, nowAt, sameDayAt } from './namedMoments.ts';
import { END, START } from './pointWords.ts';
import { type TimeOfDay, timePhraseAt } from './timesOfDay.ts';

/**
 * A point in time in a sentence: a time of day, a date or an event, with the word that introduces
 * it.
 */
export interface Point {
  from: number;
  to: number;
  /**
   * How a sentence introduces a point in time. `none`: no word introduces it. `of`: it belongs to a
   * noun, as in "the events of May 5".
   */
  role: 'start' | 'end' | 'on' | 'at' | 'of' | 'none';
  time: TimeOfDay | null;
  /**
   * The date in a point in time; `bad` if it is invalid or cannot be parsed, `same` for "that day",
   * `next` for "the following day", null if there is none.
   */
  date: WrittenDate | 'bad' | 'same' | 'next' | null;
  /**
   * Whether the point in time means the time of writing: "immediately", "from now" or "from this
   * date".
   */
  now: boolean;
  event: OpenEvent | null;
  /**
   * Whether the point in time directly follows the previous one, as in "from sunrise to sunset".
   */
  linked: boolean;
  /** Whether the point in time covers several days, as in "on May 5 and 6". */
  several: boolean;
}

const ON = new Set(['on', 'for', 'during', 'this', 'all', 'upon', 'throughout']);

/**
 * Words and punctuation marks that can appear inside a phrase for one point in time, such as "the"
 * in "sunset on the 5th".
 */
const INSIDE = new Set([
  ',',
  'the',
  'of',
  'on',
  'at',
  'by',
  'this',
  '(',
  ')',
  '\n',
  '\n\n',
  'day',
  'to',
  'be',
  ':',
  '*',
  'including',
  'inclusive',
]);

/** Words and punctuation marks that can separate two related points in time, such as "and". */
const BETWEEN = new Set([
  ',',
  'and',
  'the',
  '\n',
  '(',
  ')',
  ';',
  'then',
  'continue',
  'continuing',
  'remain',
  'remaining',
  'lasting',
]);

/**
 * Returns the points in time from token `from` to `to`, in the order in which they appear in the
 * text.
 */
export function pointsIn(tokens: readonly Token[], from: number, to: number): Point[] {
  const points: Point[] = [];
  let role: Point['role'] = 'none';
  let roleAt = -1;
  let between = false;
  /**
   * Whether the phrase for the last point in time may still continue, because only words in
   * `INSIDE` have followed it.
   */
  let inside = false;
  let linked = false;
  let lastMonth: { month: number; year: number | null } | null = null;

  const current = (): Point | undefined => points.at(-1);
  const open = (at: number): Point => {
    const point: Point = {
      from: roleAt === -1 ? at : roleAt,
      to: at,
      role,
      time: null,
      date: null,
      now: false,
      event: null,
      linked: linked && points.length > 0,
      several: false,
    };
    points.push(point);
    return point;
  };
  const done = (point: Point, at: number): void => {
    point.to = at;
    role = 'none';
    roleAt = -1;
    inside = true;
    linked = true;
  };
  /**
   * Returns the last point in time if it can be completed with the time or date that has just been
   * parsed; otherwise null.
   */
  const joins = (lacks: (point: Point) => boolean): Point | null => {
    const point = current();
    const fits = point && inside && role !== 'start' && role !== 'end' && lacks(point);
    return fits ? point : null;
  };

  let at = from;
  while (at < to) {
    const token = tokens[at];
    if (!token) break;
    const gloss = inside ? behindGloss(tokens, at, current()) : -1;
    if (gloss !== -1) {
      at = gloss;
      continue;
    }
    const now = nowAt(tokens, at);
    if (now !== -1) {
      const point =
        joins((p) => p.role === 'start' && !p.time && isTodayOrNone(p.date) && !p.now) ?? open(at);
      point.now = true;
      point.date = null;
      done(point, now);
      at = now;
      continue;
    }
    const event = eventAt(tokens, at);
    if (event) {
      const isAlone = token.text.startsWith('indefinite');
      const own = isAlone ? null : joins((p) => p.date === null && p.event === null && !p.now);
      const point = own ?? open(at);
      if (isAlone) point.role = 'end';
      point.event = event.event;
      done(point, event.to);
      at = event.to;
      continue;
    }
    // For example: "the day of her interment, which is Saturday, January 17"
    if (token.text === 'which' && tokens[at + 1]?.text === 'is' && inside && current()?.event) {
      at += 2;
      continue;
    }
    // "until sunset on" followed by a date whose characters are displayed in a different order
    const isDisguised = token.kind === 'opaque' && tokens[at - 1]?.text === 'on';
    const undated = isDisguised ? joins((p) => p.date === null && p.time !== null) : null;
    if (undated) {
      undated.date = 'bad';
      done(undated, at + 1);
      at++;
      continue;
    }
    const same = sameDayAt(tokens, at);
    if (same !== -1) {
      const point = joins((p) => p.date === null) ?? open(at);
      if (point.date === null) point.date = 'same';
      done(point, same);
      at = same;
      continue;
    }
    // For example: "until sundown the following day"
    const nextDay = nextDayAt(tokens, at);
    const dayless =
      nextDay === -1
        ? null
        : joins((p) => p.role === 'end' && p.date === null && p.time !== null && !p.event);
    if (dayless) {
      dayless.date = 'next';
      done(dayless, nextDay);
      at = nextDay;
      continue;
    }
    const date: DatePhrase | null =
      datePhraseAt(tokens, at) ??
      bareDay(tokens, at, lastMonth, (inside || linked) && Boolean(current()?.date));
    // "5:00 p.m." begins with a number that is not a day.
    const time = date ? null : timePhraseAt(tokens, at);
    if (date) {
      const isSecond = tokens[at - 1]?.text === 'and' || tokens[at - 1]?.text === '&';
      const point =
        joins((p) => (p.date === null || isWeekdayOf(p, date.date)) && !p.now) ?? open(date.from);
      point.date = withWeekday(point.date, date.date) ?? 'bad';
      const before = points.at(-2);
      if (
        isSecond &&
        before?.date &&
        !between &&
        (point.role === 'none' || point.role === 'on') &&
        linked
      ) {
        before.several = true;
        point.several = true;
        // For example: "on May 8, 9 and 10"
        for (
          let i = points.length - 2;
          i > 0 && tokens[(points[i]?.from ?? 0) - 1]?.text === ',';
          i--
        ) {
          const first = points[i - 1];
          if (!points[i]?.linked || !first?.date || first.time) break;
          first.several = true;
        }
      }
      if (date.date?.kind === 'day') lastMonth = { month: date.date.month, year: date.date.year };
      done(point, date.to);
      at = date.to;
      continue;
    }
    if (time) {
      if (inside && isGloss(tokens, at, time.time, current())) {
        at = time.to;
        continue;
      }
      const isSun = time.time.kind === 'sunset';
      // For example: "through Saturday, May 9, until sunset"
      const last = current();
      const isSameEnd =
        role === 'end' && linked && last?.role === 'end' && !last.time && last.date && !last.event;
      // For example: "Sunday evening at 6 p.m."
      const isExact =
        inside &&
        last?.time?.kind === 'vague' &&
        time.time.kind === 'clock' &&
        tokens[at - 1]?.text === 'at' &&
        PART_OF_DAY.test(tokens[at - 2]?.text ?? '');
      if (last && (isSameEnd || isExact)) {
        last.time = time.time;
        done(last, time.to);
        at = time.to;
        continue;
      }
      const point =
        joins((p) => p.time === null && !p.now && (p.event === null || isSun)) ?? open(at);
      point.time = time.time;
      done(point, time.to);
      at = time.to;
      continue;
    }
    const word = token.text;
    if (
      (token.kind === 'word' && START.has(word)) ||
      (word === 'as' && tokens[at + 1]?.text === 'of')
    ) {
      role = 'start';
      roleAt = at;
      between = word === 'between';
    } else if (token.kind === 'word' && END.has(word)) {
      // For example: "the week ending Friday", "at the end of".
      role = 'end';
      roleAt = at;
    } else if (word === 'to' && (tokens[at + 1]?.text === ':' || isSunset(tokens, at + 1))) {
      role = 'end';
      roleAt = at;
    } else if (word === '-' && inside && lacksSunset(current()) && isSunset(tokens, at + 1)) {
      // In "until Saturday, May 9, 2026 - sunset", the time of day belongs to the same point.
    } else if ((word === 'to' || word === '-' || (word === 'and' && between)) && linked) {
      role = 'end';
      roleAt = at;
      between = false;
    } else if (token.kind === 'word' && (word === 'at' || word === 'by')) {
      if (role === 'none') {
        role = 'at';
        roleAt = at;
      }
    } else if (token.kind === 'word' && ON.has(word)) {
      if (role === 'none') {
        role = 'on';
        roleAt = at;
      }
    } else if (
      word === 'of' ||
      word === 'in' ||
      word === 'after' ||
      word === 'before' ||
      word === 'following'
    ) {
      // "until the day before" does not name a day.
      const isBeside = word === 'after' || word === 'before' || word === 'following';
      // "until sunset the day after May 9" names no day that can be read.
      const last = current();
      if (isBeside && inside && last?.time && !last.date && !last.event) last.date = 'bad';
      if (role === 'none' || role === 'at' || isBeside) {
        role = 'of';
        roleAt = at;
      }
    } else if (INSIDE.has(word) || word === 'local' || word === 'time' || word === 'the') {
      // Keeps the word that introduces the point.
    } else if (BETWEEN.has(word)) {
      inside = false;
    } else {
      role = 'none';
      roleAt = -1;
      inside = false;
      linked = false;
      between = false;
    }
    if (word === 'and') inside = false;
    at++;
  }
  return points;
}

/** Matches "effective today, immediately", where the day adds no information. */
const isTodayOrNone = (date: Point['date']): boolean =>
  date === null || (typeof date === 'object' && date.kind === 'today');

const PART_OF_DAY = /^(morning|afternoon|evening|night)$/;

/**
 * Matches text that only describes the time of day before it: "sunset (8:12 p.m.)", "sunset on the
 * evening of May 9".
 */
function isGloss(
  tokens: readonly Token[],
  at: number,
  time: TimeOfDay,
  point: Point | undefined,
): boolean {
  if (point?.time?.kind !== 'sunset' && point?.time?.kind !== 'sunrise') return false;
  if (time.kind === 'clock') return tokens[at - 1]?.text === '(';
  return PART_OF_DAY.test(tokens[at]?.text ?? '');
}

/** Maximum number of tokens in parentheses after "sunrise to sunset". */
const GLOSS_MAX = 12;

/**
 * Returns the index after clock times in parentheses that explain "sunrise to sunset": "(6:58 a.m.
 * to 8:04 p.m.)"; -1 if there are none.
 */
function behindGloss(tokens: readonly Token[], at: number, point: Point | undefined): number {
  const isSun = point?.time?.kind === 'sunset' || point?.time?.kind === 'sunrise';
  if (tokens[at]?.text !== '(' || !isSun) return -1;
  let next = at + 1;
  while (next < at + GLOSS_MAX && tokens[next]?.text !== ')') {
    const time = timePhraseAt(tokens, next);
    if (time?.time.kind === 'clock') next = time.to;
    else if (
      /^(to|until|through|and|-|about|approximately|local|time)$/.test(tokens[next]?.text ?? '')
    )
      next++;
    else return -1;
  }
  return tokens[next]?.text === ')' ? next + 1 : -1;
}

const lacksSunset = (point: Point | undefined): boolean =>
  point?.role === 'end' && point.time === null && point.date !== null;

/** Matches a weekday that belongs to the date after it: "until Saturday at sunset, May 9". */
const isWeekdayOf = ({ date, time }: Point, next: WrittenDate | null): boolean =>
  time !== null &&
  typeof date === 'object' &&
  date?.kind === 'weekday' &&
  next?.kind === 'day' &&
  next.weekday === null;

/**
 * Adds the weekday that precedes the time of day to a date, as in "Friday at sunset, May 8".
 * Returns null if the date does not fall on that weekday.
 */
function withWeekday(before: Point['date'], date: WrittenDate | null): WrittenDate | null {
  if (date?.kind !== 'day' || typeof before !== 'object' || before?.kind !== 'weekday') return date;
  const whole = { ...date, weekday: before.weekday };
  return date.year === null || dayInYear(whole, date.year) !== null ? whole : null;
}

/** Matches a sunset, as in "extended to sunset on May 12". */
const isSunset = (tokens: readonly Token[], at: number): boolean =>
  timePhraseAt(tokens, at)?.time.kind === 'sunset';
