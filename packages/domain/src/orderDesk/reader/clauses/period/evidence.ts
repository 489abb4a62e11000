import { addDays, type CivilDate } from '../../../../time/civilDate.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import type { WrittenDate } from '../../when/datePhrases.ts';
import type { OpenEvent } from '../../when/events.ts';
import { type Point, pointsIn } from '../../when/points.ts';
import type { Mention } from '../../words/mentions.ts';
import { type Field, fieldOf, RAISE } from './fieldOf.ts';
import { relevant } from './relevantPoints.ts';
import { isEither, isInDoubt, isRepeated, unreadIn } from './unreadPoints.ts';

/**
 * The date that a sentence states for an order. `bad`: the date is invalid. `unknown`: its year or
 * day is missing. `day`: the sentence refers to the order's only day without giving the date, as in
 * "that day".
 */
export type EvidenceDate = CivilDate | 'bad' | 'unknown' | 'day' | null;

/** What a sentence says about an order's start, its end or its only day. */
export interface Evidence {
  field: Field;
  /**
   * The kind of time. `vague`: the text gives no time, or one that is too imprecise or ambiguous
   * for an order, such as "midnight".
   */
  kind: 'now' | 'open' | 'sunrise' | 'sunset' | 'clock' | 'vague';
  /**
   * Whether the text states a time of day, even one that is too vague for an order. False if the
   * time comes only from a form's label, as in "Date flag is to return to full staff (at sunset):".
   * The label is the same on every copy of the form, so it says little about this order.
   */
  hasHour: boolean;
  /** The time of day if the kind is `clock`; otherwise null. */
  time: string | null;
  date: EvidenceDate;
  /** Whether the text states only "the morning" as the time of day. */
  isMorning: boolean;
  /**
   * The date as the text gives it, to be compared with a complete date; null if the text gives no
   * date.
   */
  written: WrittenDate | null;
  sentence: Sentence;
  /** The event that determines the end of the order; null if there is none. */
  event: OpenEvent | null;
  /**
   * Whether the sentence is about the order itself rather than about the flags. Such sentences are
   * less reliable evidence for the period.
   */
  weak: boolean;
  /** Whether a date without a time of day means the whole day, as in "from May 5 through May 9". */
  wholeDay: boolean;
  /**
   * Whether half-staff ends during the day of the event, as in "until the conclusion of the
   * funeral".
   */
  isPartOfEvent: boolean;
}

interface Context {
  tokens: readonly Token[];
  resolve: (date: WrittenDate) => CivilDate | null;
  /** The last date mentioned before the sentence, to which "this day" refers. */
  before: EvidenceDate;
  /** Index of the first token after the sentence's dateline. */
  behindDateline: number;
  /**
   * The kind of the order. In the text of a half-staff order, a sentence about full-staff states
   * the end of the order, and vice versa.
   */
  kind: 'half' | 'full';
  /**
   * What the preceding question asks for, the start or the end; null if the sentence does not
   * answer a question.
   */
  asked: 'start' | 'end' | null;
}

/**
 * Matches a time of day that comes only from a label, as in "Date flag is to return to full staff
 * (at sunset):". `withShortLabels` adds a token of length 0 for such a time.
 */
const isHourOfLabel = (tokens: readonly Token[], { from, to }: Point): boolean =>
  tokens.slice(from, to).some(({ kind, start, end }) => kind === 'word' && start === end);

/** Returns the starts, ends and days that a sentence about flags states. */
export function evidenceIn(
  { tokens, resolve, before, behindDateline, kind, asked }: Context,
  sentence: Sentence,
  mentions: readonly Mention[],
  weak: boolean,
): Evidence[] {
  const points = withDaysOfHours(
    tokens,
    relevant(tokens, sentence, mentions, weak, behindDateline),
  );
  const found: Evidence[] = [];
  const repeats = isRepeated(tokens, sentence);
  const dateOf = (point: Point | undefined): EvidenceDate => {
    if (!point?.date) return null;
    if (point.date === 'bad' || point.date === 'same') return point.date === 'bad' ? 'bad' : 'day';
    if (point.date === 'next') return dayBehind(point);
    return resolve(completed(point, points)) ?? 'unknown';
  };
  /**
   * Returns the date that "that day" refers to: the last one mentioned in this sentence or the
   * previous one.
   */
  const sameDay = (point: Point): EvidenceDate => {
    const all = pointsIn(tokens, sentence.from, point.from);
    const last = all.findLast(({ date }) => date !== null && date !== 'same');
    return last ? dateOf(last) : before;
  };
  /**
   * Returns the date that "the following day" refers to: the day after the last date mentioned
   * before it in this sentence.
   */
  const dayBehind = (point: Point): EvidenceDate => {
    const last = points.slice(0, points.indexOf(point)).findLast(({ date }) => date !== null);
    const day = last ? dateOf(last) : null;
    return day !== null && /^\d/.test(day) ? addDays(day as CivilDate, 1) : 'unknown';
  };
  const written = (point: Point): WrittenDate | null =>
    typeof point.date === 'object' ? point.date : null;
  const add = (
    field: Evidence['field'],
    evidenceKind: Evidence['kind'],
    point: Point,
    date: EvidenceDate,
    { from = point, wholeDay = false }: { from?: Point; wholeDay?: boolean } = {},
  ): void => {
    const time = point.time?.kind === 'clock' ? point.time.time : null;
    const actual = date === 'day' && from.date === 'same' ? (sameDay(from) ?? date) : date;
    found.push({
      field,
      kind: repeats ? 'vague' : evidenceKind,
      hasHour: point.time !== null && !isHourOfLabel(tokens, point),
      time,
      isMorning: tokens.slice(point.from, point.to).some(({ text }) => text === 'morning'),
      date: actual,
      written: written(from),
      sentence,
      event: from.event,
      weak,
      wholeDay,
      isPartOfEvent: from.event !== null && isPartOfEvent(tokens, from),
    });
  };

  const isOfHalf =
    kind === 'full' && mentions.length > 0 && mentions.every(({ position }) => position !== 'full');
  for (const [i, point] of points.entries()) {
    if (isDayOfEvent(points, i - 1)) continue;
    if (isDayOfEvent(points, i)) {
      add('day', 'open', points[i + 1] ?? point, 'unknown');
      continue;
    }
    const hasRole = point.role === 'start' || point.role === 'end';
    const field =
      asked && !hasRole && points.length === 1
        ? asked
        : fieldOf(tokens, sentence, point, points, kind);
    if (field === null) continue;
    // "On Tuesday, flags will once again be lowered to half-staff" is not part of a full-staff day.
    if (isOfHalf && field !== 'end') continue;
    if (field === 'return') {
      add('return', 'vague', point, dateOf(point));
      continue;
    }
    if (point.now) {
      if (field === 'start') add('start', 'now', point, null);
      continue;
    }
    // In "immediately on Monday, April 21" and "immediately, starting Monday", the day gives no
    // additional information.
    const isBesideNow = point.linked && points[i - 1]?.now === true && point.time === null;
    if ((field === 'day' || field === 'start') && isBesideNow) continue;
    if (field === 'day') {
      if (point.event && point.date === null) add('day', 'open', point, 'unknown');
      else add('day', point.several ? 'vague' : 'sunrise', point, dateOf(point));
      continue;
    }
    const partner = partnerOf(points, i, field);
    if (field === 'end') {
      if (point.event) {
        const date = dateOf(point);
        if (date === null) add('end', 'open', point, null);
        else {
          const isDay =
            point.time?.kind === 'sunset' || (!point.time && !isPartOfEvent(tokens, point));
          add('end', isDay ? 'sunset' : 'vague', point, date);
        }
      } else if (!point.time) {
        const wholeDay = isLastOfDays(tokens, points, i);
        add('end', wholeDay ? 'sunset' : 'vague', point, dateOf(point), { wholeDay });
      } else {
        const own = dateOf(point);
        const shared = dateOf(partner);
        const lent = own === 'day' ? (shared ?? own) : (own ?? shared);
        const from = own === null || (own === 'day' && shared) ? (partner ?? point) : point;
        add('end', point.several ? 'vague' : timeKind(point), point, lent ?? 'day', { from });
      }
    } else if (!point.time) {
      const wholeDay = isLastOfDays(tokens, points, i + 1);
      add('start', wholeDay ? 'sunrise' : 'vague', point, dateOf(point), { wholeDay });
    } else {
      const own = dateOf(point);
      const next = points[i + 1];
      // In "from sunrise to sunset on May 5", the date applies to both times.
      const isRange = next?.linked === true && next.role === 'end';
      const lends =
        own === null && (isRange || isRaisedBehind(tokens, point, next)) ? next : undefined;
      const isLoose =
        point.role === 'at' && point.time.kind === 'clock' && !isBehindVerb(tokens, point);
      // "By noon" may be any time before noon.
      const isDeadline = point.time.kind === 'clock' && tokens[point.from]?.text === 'by';
      const hour =
        point.time.kind === 'sunset' || isLoose || isDeadline ? 'vague' : timeKind(point);
      add('start', hour, point, own ?? dateOf(lends) ?? 'day', {
        from: own || !lends ? point : lends,
      });
    }
  }
  // In "Please immediately lower flags from sunrise on April 2", "immediately" refers to the act of
  // lowering, not to the start of the order.
  const hasStart = found.some(({ field, date }) => field === 'start' && /^\d/.test(date ?? ''));
  const isOfVerb = points.some(
    ({ now, to }) => now && /^(lower|fly)$/.test(tokens[to]?.text ?? ''),
  );
  if (hasStart && isOfVerb) {
    const at = found.findIndex(({ kind: one }) => one === 'now');
    if (at !== -1) found.splice(at, 1);
  }
  const isOpenEnd = isEither(tokens, sentence);
  const hasChoice = isInDoubt(tokens, sentence);
  const unread: ('start' | 'end')[] = hasChoice
    ? ['start', 'end']
    : isOpenEnd
      ? ['end']
      : unreadIn(tokens, sentence, weak);
  for (const field of unread)
    found.push({
      field,
      kind: 'vague',
      hasHour: false,
      time: null,
      isMorning: false,
      date: isOpenEnd || hasChoice ? 'bad' : null,
      written: null,
      sentence,
      event: null,
      weak,
      wholeDay: false,
      isPartOfEvent: false,
    });
  return found;
}

/**
 * Splits daily hours between the first and the last day of a range: "from sunrise to sunset, March
 * 4 through March 6" becomes "from sunrise on March 4 to sunset on March 6".
 */
function withDaysOfHours(tokens: readonly Token[], points: readonly Point[]): Point[] {
  const at = points.findIndex(
    ({ role, time, date, now }, i) =>
      (role === 'start' || role === 'none') &&
      time?.kind === 'sunrise' &&
      date === null &&
      !now &&
      isRangeOfDays(tokens, points[i + 1], points[i + 2]),
  );
  const [start, first, last] = points.slice(at, at + 3);
  if (at === -1 || !start || !first || !last) return [...points];
  return [
    ...points.slice(0, at),
    { ...start, role: 'start', to: first.to, date: first.date },
    { ...last, time: first.time },
    ...points.slice(at + 3),
  ];
}

/**
 * Matches "to sunset, March 4 through March 6": the end of the daily hours, followed by the first
 * and the last day.
 */
const isRangeOfDays = (
  tokens: readonly Token[],
  first: Point | undefined,
  last: Point | undefined,
): boolean =>
  first?.role === 'end' &&
  first.linked &&
  first.time?.kind === 'sunset' &&
  typeof first.date === 'object' &&
  first.date !== null &&
  !first.event &&
  last?.role === 'end' &&
  last.linked &&
  last.time === null &&
  typeof last.date === 'object' &&
  last.date !== null &&
  !last.event &&
  /^(through|thru|to)$/.test(tokens[last.from]?.text ?? '');

/**
 * Matches a single day whose date is stated elsewhere: "from sunrise to sunset on the day of her
 * funeral".
 */
function isDayOfEvent(points: readonly Point[], at: number): boolean {
  const [first, second] = [points[at], points[at + 1]];
  return (
    first?.role === 'start' &&
    first.time?.kind === 'sunrise' &&
    first.date === null &&
    second?.role === 'end' &&
    second.linked &&
    second.time?.kind === 'sunset' &&
    second.date === null &&
    second.event !== null &&
    second.event !== 'notice'
  );
}

/**
 * Matches a time that depends on when a ceremony ends: "until the conclusion of the funeral on May
 * 9".
 */
const isPartOfEvent = (tokens: readonly Token[], { from, to }: Point): boolean =>
  tokens
    .slice(from, to)
    .some(({ text }) => /^(conclusion|close|completion|after|following)$/.test(text));

/**
 * Matches the last of several whole days: "from Monday, May 5, through Friday, May 9", "from
 * sunrise on May 5 through May 9". "Through" always includes the last day, but "until" and "to" may
 * not.
 */
function isLastOfDays(tokens: readonly Token[], points: readonly Point[], at: number): boolean {
  const [first, last] = [points[at - 1], points[at]];
  if (!first || !last || last.role !== 'end' || !last.linked) return false;
  // For example: "immediately on Tuesday, May 26, through Sunday, May 31"
  const isFirstDay = first.linked && points[at - 2]?.now === true;
  if (first.role !== 'start' && !isFirstDay) return false;
  const isDay = ({ date, time, event, now, several }: Point): boolean =>
    date !== null && date !== 'same' && time === null && event === null && !now && !several;
  const isFirst = isDay(first) || (first.time?.kind === 'sunrise' && first.date !== null);
  return isFirst && isDay(last) && /^(through|thru)$/.test(tokens[last.from]?.text ?? '');
}

/**
 * Matches a single date that applies to both the start and the end: "lowered at sunrise and raised
 * again at sunset on May 9".
 */
function isRaisedBehind(
  tokens: readonly Token[],
  { time, to }: Point,
  next: Point | undefined,
): boolean {
  if (time?.kind !== 'sunrise' || next?.time?.kind !== 'sunset' || next.date === null) return false;
  const between = tokens.slice(to, next.from);
  return between[0]?.text === 'and' && between.some(({ text }) => RAISE.test(text));
}

const timeKind = (point: Point): Evidence['kind'] =>
  point.time === null || point.time.kind === 'vague' ? 'vague' : point.time.kind;

/**
 * If an end has no date of its own, returns the start that supplies the date, as in "from sunrise
 * on May 5 to sunset". Returns undefined if another day is closer to the end, or if the field is a
 * start.
 */
function partnerOf(
  points: readonly Point[],
  at: number,
  field: 'start' | 'end',
): Point | undefined {
  if (field === 'start') return undefined;
  const isDated = ({ date, time }: Point): boolean => date !== null && time !== null;
  const start = points.slice(0, at).findLast(isDated);
  // In "from sunrise on May 5, and on May 6 until noon", the end takes the nearer day, May 6.
  const days = points.filter(
    ({ date, time, from }) => date !== null && time === null && from > (start?.from ?? -1),
  );
  return days.length === 0 ? start : undefined;
}

/**
 * Returns the date at one end of a range. If the date has no year, takes the year from the other
 * end.
 */
function completed(point: Point, points: readonly Point[]): WrittenDate {
  const date = point.date as WrittenDate;
  if (date.kind !== 'day' || date.year !== null) return date;
  const at = points.indexOf(point);
  for (const other of [points[at + 1], points[at - 1]]) {
    if (!other || typeof other.date !== 'object' || other.date?.kind !== 'day') continue;
    if (other.date.year === null) continue;
    const isRange = point.role === 'start' ? other.role === 'end' : other.role === 'start';
    const isNear = isRange || other.linked || point.linked;
    if (!isNear) continue;
    const mine = date.month * 100 + date.day;
    const its = other.date.month * 100 + other.date.day;
    const isEarlier = points.indexOf(other) > at;
    const year = other.date.year;
    // "From December 29 to January 28" spans two years.
    if (isEarlier) return { ...date, year: mine <= its ? year : year - 1 };
    return { ...date, year: mine >= its ? year : year + 1 };
  }
  return date;
}

/**
 * Matches a time of day that applies to the order, not to another event: "lowered at noon", "to
 * half-staff at 8 a.m.".
 */
const isBehindVerb = (tokens: readonly Token[], { from }: Point): boolean =>
  /^(staff|mast|position|lowered|flown|lower|displayed|effective|begins?|beginning|starts?|starting)$/.test(
    tokens[tokens[from - 1]?.text === ',' ? from - 2 : from - 1]?.text ?? '',
  );
