import { type CivilDate, civilDate, weekdayOf } from '../../../time/civilDate.ts';
import type { Token } from '../text/token.ts';
import { behindHyphen, ordinalWords, yearWords } from './numberWords.ts';

/** A date as written in the text. */
export interface DatePhrase {
  from: number;
  to: number;
  /**
   * The date that the text states; null if it is invalid, such as "February 30" or "May 5, 2O26".
   */
  date: WrittenDate | null;
}

export type WrittenDate =
  | { kind: 'day'; year: number | null; month: number; day: number; weekday: number | null }
  | { kind: 'weekday'; weekday: number; next: boolean }
  | { kind: 'today' }
  | { kind: 'tomorrow' };

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const MONTH = new Map<string, number>([
  ...MONTHS.map((name, i) => [name, i + 1] as const),
  ...MONTHS.filter((name) => name.length > 4).map(
    (name) => [name.slice(0, 3), MONTHS.indexOf(name) + 1] as const,
  ),
  ['sept', 9] as const,
  ['jun', 6] as const,
  ['jul', 7] as const,
]);
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const WEEKDAY = new Map<string, number>([
  ...WEEKDAYS.map((name, i) => [name, i] as const),
  ...WEEKDAYS.map((name, i) => [name.slice(0, 3), i] as const),
  ['tues', 2] as const,
  ['weds', 3] as const,
  ['thur', 4] as const,
  ['thurs', 4] as const,
]);
const PARTS_OF_DAY = new Set(['morning', 'afternoon', 'evening', 'night']);
const YEAR_MIN = 1900;
const YEAR_MAX = 2199;

const BAD = null;

/** Parses the date at this token index, if any. */
export function datePhraseAt(tokens: readonly Token[], at: number): DatePhrase | null {
  const token = tokens[at];
  if (!token) return null;
  if (token.kind === 'number') {
    return isoDate(tokens, at) ?? numericDate(tokens, at) ?? dayThenMonth(tokens, at, null, at);
  }
  if (token.kind !== 'word') return null;
  const weekday = token.cap ? WEEKDAY.get(token.text) : undefined;
  if (weekday !== undefined) return weekdayDate(tokens, at, weekday);
  if (MONTH.has(token.text) && token.cap) return monthThenDay(tokens, at, null, at);
  if (token.text === 'today' || token.text === 'tonight') return namedDay(tokens, at, 'today');
  if (token.text === 'tomorrow') return namedDay(tokens, at, 'tomorrow');
  return dayThenMonth(tokens, at, null, at);
}

/**
 * Parses "today", together with a date that explains it: "today, Friday, May 8, 2026", "tomorrow -
 * Friday, May 8".
 */
function namedDay(tokens: readonly Token[], from: number, kind: 'today' | 'tomorrow'): DatePhrase {
  let next = from + 1;
  const bracket = tokens[next]?.text === '(';
  const isDash = tokens[next]?.text === '-' && tokens[next]?.spaced === true;
  if (bracket || isDash || tokens[next]?.text === ',') next++;
  const token = tokens[next];
  if (token?.kind === 'word' && token.cap && (WEEKDAY.has(token.text) || MONTH.has(token.text))) {
    const date = datePhraseAt(tokens, next);
    // A weekday after "today" adds no information.
    if (date?.date?.kind === 'weekday') return { from, to: date.to, date: { kind } };
    if (date) {
      const to = bracket && tokens[date.to]?.text === ')' ? date.to + 1 : date.to;
      return { from, to, date: date.date };
    }
  }
  return { from, to: from + 1, date: { kind } };
}

/**
 * Parses a date that begins with a weekday: "Friday", "Friday, May 8, 2026", "Friday the 8th of
 * May", "Friday (5/8/2026)".
 */
function weekdayDate(tokens: readonly Token[], from: number, weekday: number): DatePhrase {
  let next = from + 1;
  if (tokens[next]?.text === '.' && (tokens[from]?.text.length ?? 9) <= 5) next++;
  // For example: "Thursday morning, November 30".
  const part = tokens[next]?.text ?? '';
  if (PARTS_OF_DAY.has(part) && tokens[next + 1]?.text === ',') next++;
  if (tokens[next]?.text === ',') next++;
  if (tokens[next]?.text === '(') next++;
  const isWrapped = tokens[next]?.text === '\n';
  if (isWrapped) next++;
  if (tokens[next]?.text === 'the') next++;
  const date =
    monthThenDay(tokens, next, weekday, from) ??
    dayThenMonth(tokens, next, weekday, from) ??
    isoDate(tokens, next, weekday, from) ??
    numericDate(tokens, next, weekday, from);
  // "until sunset Friday" above the line "Oct. 29, 2025", a Wednesday, is not one date.
  const isSplit = isWrapped && date?.date === BAD && tokens[next - 2]?.text !== ',';
  if (date && !isSplit) return date;
  const before = tokens[from - 1]?.text;
  // "Friday, the 8th" has no month, so it is not parsed.
  if (tokens[next]?.kind === 'number' && tokens[next]?.cap)
    return { from, to: next + 1, date: BAD };
  const isPast = before === 'last' || before === 'past' || before === 'previous';
  if (isPast) return { from, to: from + 1, date: BAD };
  return { from, to: from + 1, date: { kind: 'weekday', weekday, next: before === 'next' } };
}

function monthThenDay(
  tokens: readonly Token[],
  at: number,
  weekday: number | null,
  from: number,
): DatePhrase | null {
  const name = tokens[at];
  const month = name?.kind === 'word' && name.cap ? MONTH.get(name.text) : undefined;
  if (name === undefined || month === undefined) return null;
  let next = at + 1;
  if (name.text.length <= 4 && tokens[next]?.text === '.') next++;
  if (tokens[next]?.text === '\n') next++;
  if (tokens[next]?.text === 'the' && (tokens[next + 1]?.cap || ordinalWords(tokens, next + 1)))
    next++;
  const token = tokens[next];
  if (token?.kind === 'opaque') return { from, to: next + 1, date: BAD };
  let day = -1;
  if (token?.kind === 'number') {
    // "May 2026" is not a day, "May 5:00" is a time, and "May 5.5" is something else.
    if (token.value > 99) return null;
    const mark = tokens[next + 1];
    if (mark && !mark.spaced && mark.text === ':') return null;
    if (mark && !mark.spaced && (mark.text === '/' || mark.text === '%')) return null;
    if (mark?.text === '.' && !mark.spaced && isDigitsNear(tokens[next + 2])) return null;
    day = token.value;
    next++;
  } else {
    const words = ordinalWords(tokens, next);
    if (!words) return null;
    day = words.value;
    next = words.to;
  }
  return withYear(tokens, next, month, day, weekday, from);
}

const isDigitsNear = (token: Token | undefined): boolean =>
  token?.kind === 'number' && !token.spaced;

/**
 * Parses dates that begin with the day: "8 May 2026", "the 8th day of May, 2026", "eighth day of
 * May in the year of our Lord …".
 */
function dayThenMonth(
  tokens: readonly Token[],
  at: number,
  weekday: number | null,
  from: number,
): DatePhrase | null {
  const token = tokens[at];
  const read =
    token?.kind === 'number' && token.value <= 99
      ? { value: token.value, to: at + 1 }
      : ordinalWords(tokens, at);
  if (!read) return null;
  let next = read.to;
  if (tokens[next]?.text === '\n') next++;
  let linked = false;
  if (tokens[next]?.text === 'day') {
    next++;
    if (tokens[next]?.text === '\n') next++;
    linked = true;
  }
  if (tokens[next]?.text === 'of') {
    next++;
    if (tokens[next]?.text === '\n') next++;
  } else if (linked) return null;
  const name = tokens[next];
  const month = name?.kind === 'word' && name.cap ? MONTH.get(name.text) : undefined;
  if (!name || month === undefined) return null;
  next++;
  if (name.text.length <= 4 && name.text !== 'may' && tokens[next]?.text === '.') next++;
  // "3 May 5" has numbers before and after the month.
  if (tokens[next]?.kind === 'number' && (tokens[next]?.value ?? 0) < YEAR_MIN) return null;
  return withYear(tokens, next, month, read.value, weekday, from);
}

/** Parses the year after a day and a month. */
function withYear(
  tokens: readonly Token[],
  at: number,
  month: number,
  day: number,
  weekday: number | null,
  from: number,
): DatePhrase {
  let next = at;
  // For example: "May 8 (Friday), 2026" and "May 8, Friday".
  let dayName = weekday;
  const named = namedBehind(tokens, next);
  if (named && dayName === null) {
    dayName = named.weekday;
    next = named.to;
  }
  const behindDay = next;
  if (tokens[next]?.text === ',') next++;
  if (tokens[next]?.text === '\n') next++;
  let year: number | null = null;
  let to = behindDay;
  const token = tokens[next];
  const isYear = token?.kind === 'number' && token.end - token.start === 4 && !token.cap;
  if (isYear && token.value >= YEAR_MIN && token.value <= YEAR_MAX) {
    const mark = tokens[next + 1];
    const isTime =
      mark?.text === ':' &&
      !mark.spaced &&
      tokens[next + 2]?.kind === 'number' &&
      !tokens[next + 2]?.spaced;
    // "May 5, 1900 hours" is a time of day.
    const isClock = tokens[next + 1]?.text === 'hours' || tokens[next + 1]?.text === 'hrs';
    if (!isTime && !isClock) {
      year = token.value;
      to = next + 1;
    }
  } else if (token?.kind === 'opaque' && next > behindDay) {
    return { from, to: next + 1, date: BAD };
  } else if (token?.kind === 'number' && next > behindDay && isYear) {
    return { from, to: next + 1, date: BAD };
  } else {
    const words = yearInWords(tokens, next);
    if (words === 'unreadable') return { from, to: next + 1, date: BAD };
    if (words) {
      year = words.value;
      to = words.to;
    }
  }
  if (tokens[to]?.text === ')' && tokens[from + 1]?.text === '(') to++;
  const written = { kind: 'day' as const, year, month, day, weekday: dayName };
  return { from, to, date: isPossible(written) ? written : BAD };
}

/** Parses a weekday after its date, as in "May 8 (Friday)". */
function namedBehind(tokens: readonly Token[], at: number): { weekday: number; to: number } | null {
  if (tokens[at]?.text !== '(') return null;
  const weekday = WEEKDAY.get(tokens[at + 1]?.text ?? '');
  return weekday !== undefined && tokens[at + 2]?.text === ')' ? { weekday, to: at + 3 } : null;
}

/**
 * Parses a year such as "in the year of our Lord two thousand twenty-six", "in the year 2026" or
 * "two thousand seven".
 */
function yearInWords(
  tokens: readonly Token[],
  at: number,
): { value: number; to: number } | 'unreadable' | null {
  let next = at;
  const skip = (word: string): boolean => {
    if (tokens[next]?.text === '\n') next++;
    if (tokens[next]?.text !== word) return false;
    next++;
    return true;
  };
  skip('in');
  skip('the');
  const named = skip('year');
  if (named && skip('of')) {
    skip('our');
    skip('lord');
  }
  if (tokens[next]?.text === ',') next++;
  if (tokens[next]?.text === '\n') next++;
  if (next > at && !named) return null;
  const token = tokens[next];
  if (named && token?.kind === 'number' && token.value >= YEAR_MIN && token.value <= YEAR_MAX)
    return { value: token.value, to: next + 1 };
  const words = yearWords(tokens, next);
  return words ?? (named ? 'unreadable' : null);
}

/** Parses a date such as "2026-05-08". */
function isoDate(
  tokens: readonly Token[],
  at: number,
  weekday: number | null = null,
  from = at,
): DatePhrase | null {
  const [year, first, month, second, day] = tokens.slice(at, at + 5);
  if (year?.kind !== 'number' || year.end - year.start !== 4) return null;
  if (first?.text !== '-' || second?.text !== '-' || first.spaced || second.spaced) return null;
  if (month?.kind !== 'number' || day?.kind !== 'number' || month.spaced || day.spaced) return null;
  if (month.end - month.start !== 2 || day.end - day.start !== 2) return null;
  const written = {
    kind: 'day' as const,
    year: year.value,
    month: month.value,
    day: day.value,
    weekday,
  };
  return { from, to: at + 5, date: isPossible(written) ? written : BAD };
}

/**
 * Parses a date such as "5/8/2026" as month, day and year. Ignores dates with no year or a
 * two-digit year.
 */
function numericDate(
  tokens: readonly Token[],
  at: number,
  weekday: number | null = null,
  from = at,
): DatePhrase | null {
  const [month, first, day, second, year] = tokens.slice(at, at + 5);
  if (month?.kind !== 'number' || day?.kind !== 'number' || day.spaced) return null;
  if (!first || first.spaced || !['/', '-', '.'].includes(first.text)) return null;
  const isTriple = second?.text === first.text && !second.spaced && year?.spaced === false;
  if (!isTriple) {
    // "9/11" is a name, and "24/7" and "1/2" are not dates.
    if (first.text !== '/' || weekday === null) return null;
    // For example: "Thursday 2/12"
    const date = { kind: 'day' as const, year: null, month: month.value, day: day.value, weekday };
    return { from, to: at + 3, date: isPossible(date) ? date : BAD };
  }
  if (year?.kind !== 'number') return { from, to: at + 5, date: BAD };
  if (month.value > 99 || day.value > 99) return null;
  const isWhole = year.end - year.start === 4 && first.text !== '.';
  const twoDigits = year.end - year.start === 2 && first.text === '/';
  const written = {
    kind: 'day' as const,
    year: twoDigits ? 2000 + year.value : year.value,
    month: month.value,
    day: day.value,
    weekday,
  };
  const readable = (isWhole || twoDigits) && isPossible(written);
  return { from, to: at + 5, date: readable ? written : BAD };
}

/** Whether the date exists and falls on the stated weekday. */
function isPossible(date: {
  year: number | null;
  month: number;
  day: number;
  weekday: number | null;
}): boolean {
  const { year, month, day, weekday } = date;
  if (month < 1 || month > 12 || day < 1) return false;
  // 2000 is a leap year.
  if (!exists(year ?? 2000, month, day)) return false;
  return year === null || weekday === null || weekdayOf(civilDate(year, month, day)) === weekday;
}

/** Whether the month has this day in the given year. */
export function exists(year: number, month: number, day: number): boolean {
  return new Date(Date.UTC(year, month, 0)).getUTCDate() >= day;
}

/** Returns the date for a day and year, if it exists and falls on the stated weekday. */
export function dayInYear(
  { month, day, weekday }: { month: number; day: number; weekday: number | null },
  year: number,
): CivilDate | null {
  if (!exists(year, month, day)) return null;
  const date = civilDate(year, month, day);
  return weekday === null || weekdayOf(date) === weekday ? date : null;
}

/**
 * Returns the second day of a range or pair such as "May 5-9" or "May 5 and 6"; null if there is
 * none.
 */
export function bareDayAt(
  tokens: readonly Token[],
  at: number,
): { day: number; to: number } | null {
  const token = tokens[behindHyphen(tokens, at)];
  if (token?.kind !== 'number' || token.value < 1 || token.value > 31) return null;
  return { day: token.value, to: behindHyphen(tokens, at) + 1 };
}
