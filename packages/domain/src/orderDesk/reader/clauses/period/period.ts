import type { OrderEnd, OrderStart } from '../../../../halfStaff/orders/order.ts';
import { addDays, type CivilDate, partsOf, weekdayOf } from '../../../../time/civilDate.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Evidence } from './evidence.ts';

interface Stated<T> {
  value: T;
  sentence: Sentence;
}

/** The start and end of an order, combined from all sentences about it. */
export interface Period {
  starts: Stated<OrderStart> | null;
  ends: Stated<OrderEnd> | null;
}

/** A period with neither a start nor an end. */
export const NOTHING: Period = { starts: null, ends: null };

/**
 * Combines the statements of all sentences about one order into its start and end. Either is null
 * if the sentences contradict each other or the date is invalid.
 * @param options.isCurrent whether the text says only that the order is in effect, not when it
 * started
 * @param options.issued the day when the text was written; null if unknown
 */
export function periodOf(
  all: readonly Evidence[],
  { isCurrent, issued = null }: { isCurrent: boolean; issued?: CivilDate | null },
): Period {
  const evidence = withoutHeadings(all);
  const isOfOneDay = statesOneDay(evidence);
  // "on the day he is laid to rest" names the order's only day in other words.
  const stated = evidence.filter(
    ({ field, kind }) => field === 'day' && !(isOfOneDay && kind === 'open'),
  );
  // In "on Sunday, October 4" and "for the day of the service", the date takes precedence over the
  // event.
  const dated = stated.filter(({ kind }) => kind !== 'open');
  const days = dated.some(({ date }) => isDate(date)) ? dated : stated;
  const day = onlyDay(days);
  if (days.some(({ date, kind }) => date === 'bad' || kind === 'open')) return NOTHING;
  const end = endOf(evidence, day);
  const starts = startOf(evidence, day, end, { isCurrent, issued });
  const ends = end === 'unreadable' ? 'conflict' : end;
  if (ends === 'conflict' && starts !== 'conflict' && starts) return valid({ starts, ends: null });
  const period = {
    starts: starts === 'conflict' ? null : starts,
    ends: ends === 'conflict' ? null : ends,
  };
  return valid(withoutDisputed(period, all));
}

/** Whether the text states that an order starts at sunrise and ends at sunset of the same day. */
function statesOneDay(evidence: readonly Evidence[]): boolean {
  const times = evidence.filter(({ field }) => field === 'start' || field === 'end');
  const dates = new Set(times.map(({ date }) => date));
  const [date] = dates;
  const kinds = new Set(times.map(({ kind }) => kind));
  return (
    dates.size === 1 &&
    isDate(date ?? null) &&
    kinds.size === 2 &&
    kinds.has('sunrise') &&
    kinds.has('sunset')
  );
}

/**
 * Clears the start or the end of an order if a heading contradicts it, as in "Flags lowered through
 * May 10" above "until sunset on May 8".
 */
function withoutDisputed({ starts, ends }: Period, all: readonly Evidence[]): Period {
  const first = starts && 'date' in starts.value ? starts.value.date : null;
  const last = ends && 'date' in ends.value ? ends.value.date : null;
  const body = Math.min(
    ...all.filter((e) => !e.sentence.isHeading).map(({ sentence }) => sentence.from),
  );
  // A heading after the order usually belongs to a link to another article.
  const headings = all.filter(
    ({ sentence, written }) =>
      sentence.isHeading &&
      sentence.from < body &&
      (written?.kind === 'day' || written?.kind === 'weekday'),
  );
  const differs = (item: Evidence, date: CivilDate | null): boolean =>
    date !== null && (isDate(item.date) ? item.date !== date : !agrees(item, date));
  const isEndDisputed = headings.some((item) => item.field === 'end' && differs(item, last));
  const isStartDisputed = headings.some((item) => item.field === 'start' && differs(item, first));
  const isDayDisputed = headings.some(({ field, date }) => {
    if (field !== 'day' || !isDate(date)) return false;
    return (first !== null && date < first) || (last !== null && date > last);
  });
  if (isDayDisputed) return NOTHING;
  return { starts: isStartDisputed ? null : starts, ends: isEndDisputed ? null : ends };
}

/**
 * Removes what headings say about an order's start or end if other sentences state the period
 * clearly. Invalid dates in headings are still kept.
 */
function withoutHeadings(all: readonly Evidence[]): Evidence[] {
  const body = all.filter(({ sentence }) => !sentence.isHeading);
  const firm = body.filter(({ date, kind }) => isDate(date) || kind === 'now' || kind === 'open');
  return firm.length === 0
    ? [...all]
    : [...body, ...all.filter((e) => e.sentence.isHeading && e.date === 'bad')];
}

const isDate = (date: Evidence['date']): date is CivilDate =>
  date !== null && date !== 'bad' && date !== 'unknown' && date !== 'day';

type Day = { date: CivilDate; sentence: Sentence } | 'several' | 'unknown' | null;

/**
 * Returns the only day that the sentences mention; `several` if they mention different days,
 * `unknown` if the day is incomplete, null if they mention none.
 */
function onlyDay(days: readonly Evidence[]): Day {
  const dates = new Set(days.map(({ date }) => date).filter(isDate));
  const [date] = dates;
  if (dates.size > 1 || days.some(({ kind }) => kind === 'vague')) return 'several';
  const known = days.find((evidence) => isDate(evidence.date));
  if (date === undefined || !known)
    return days.some(({ date: d }) => d === 'unknown') ? 'unknown' : null;
  const fits = days.every((evidence) => agrees(evidence, date));
  return fits ? { date, sentence: known.sentence } : 'several';
}

/**
 * Whether a full date is consistent with a date as written, which may be only a weekday or may lack
 * a year.
 */
function agrees({ date, written }: Evidence, full: CivilDate): boolean {
  if (date !== 'unknown' || written === null) return true;
  const [, month, day] = partsOf(full);
  if (written.kind === 'weekday') return written.weekday === weekdayOf(full);
  if (written.kind !== 'day') return true;
  return written.month === month && written.day === day;
}

function endOf(
  evidence: readonly Evidence[],
  day: Day,
): Stated<OrderEnd> | 'conflict' | 'unreadable' | null {
  const stated = evidence.filter(({ field }) => field === 'end');
  const found = new Map<string, Stated<OrderEnd>>();
  let isDoubtful = false;
  for (const item of stated) {
    const value = endFrom(item, day);
    if (value === 'doubt') isDoubtful = true;
    else if (value) found.set(JSON.stringify(value), { value, sentence: item.sentence });
  }
  if (isDoubtful && found.size === 0) return 'unreadable';
  if (isDoubtful || found.size > 1) return 'conflict';
  const [end] = found.values();
  if (end && 'date' in end.value) {
    const { date } = end.value;
    const next = addDays(date, 1);
    // "Flags come down at sunset on May 9 and return to full-staff at sunrise on May 10" is no
    // contradiction, and neither is "on the morning of May 10".
    const isAtNight = (item: Evidence): boolean =>
      end.value.kind === 'sunset' &&
      (item.kind === 'sunrise' || item.isMorning) &&
      (isDate(item.date)
        ? item.date === next
        : item.date === 'unknown' && item.written !== null && agrees(item, next));
    if (stated.some((item) => !agrees(item, date) && !isAtNight(item))) return 'conflict';
    // For example: "through May 9" and "until sunset on May 10".
    if (stated.some((item) => isDate(item.date) && item.date !== date && !isAtNight(item)))
      return 'conflict';
    const isWeak = stated.every(({ weak }) => weak);
    if (isWeak && day !== null && day !== 'several' && day !== 'unknown' && day.date !== date)
      return 'conflict';
    if (day === 'several' || (day !== null && day !== 'unknown' && day.date > date))
      return 'conflict';
    // In "from May 5 through May 9, and returned to full-staff on May 10", the exact end is
    // unclear.
    const isAssumed = stated.every(({ wholeDay, isMorning }) => wholeDay || isMorning);
    if (isAssumed && evidence.some(({ field, isMorning }) => field === 'return' || isMorning))
      return 'conflict';
  }
  // "On May 8, until the end of the funeral" names a day, so its end is not open.
  if (end?.value.kind === 'open' && day !== null) return 'conflict';
  if (end) return end;
  // "On May 5" ends at sunset, unless the text states another end or a start.
  if (stated.length > 0 || day === null || day === 'several' || day === 'unknown') return null;
  const start = evidence.find(({ field, weak }) => field === 'start' && !weak);
  if (start && start.kind !== 'sunrise') return null;
  return { value: { kind: 'sunset', date: day.date }, sentence: day.sentence };
}

function endFrom(item: Evidence, day: Day): OrderEnd | 'doubt' | null {
  if (item.date === 'bad') return 'doubt';
  if (item.kind === 'open') return { kind: 'open' };
  if (item.kind !== 'sunset' && item.kind !== 'clock') return null;
  const date = dateFrom(item, day);
  if (!isDate(date)) return null;
  if (item.kind === 'sunset') return { kind: 'sunset', date };
  if (item.time === null) return null;
  return item.time === '12:00' ? { kind: 'noon', date } : { kind: 'time', date, time: item.time };
}

/**
 * Returns the date of an order's start or end. If the text gives only a weekday or a date without a
 * year, returns the only day that the text states for the order, provided that the two match.
 */
function dateFrom(item: Evidence, day: Day): Evidence['date'] {
  const only = dateOf(day);
  if (item.date === 'day') return only;
  const isSame =
    item.date === 'unknown' &&
    only !== null &&
    (item.written?.kind === 'weekday' || item.written?.kind === 'day') &&
    agrees(item, only);
  return isSame ? only : item.date;
}

const dateOf = (day: Day): CivilDate | null =>
  day !== null && day !== 'several' && day !== 'unknown' ? day.date : null;

function startOf(
  evidence: readonly Evidence[],
  day: Day,
  end: Stated<OrderEnd> | 'conflict' | 'unreadable' | null,
  { isCurrent, issued }: { isCurrent: boolean; issued: CivilDate | null },
): Stated<OrderStart> | 'conflict' | null {
  const starting = evidence.filter(({ field }) => field === 'start');
  // In a text of May 8, "effective immediately" says more than "Start date: May 8".
  const isNow = starting.some(({ kind, weak }) => kind === 'now' && !weak);
  const all = starting.filter(
    ({ date, hasHour }) => !isNow || hasHour || !isDate(date) || date !== issued,
  );
  const firm = all.filter(({ weak }) => !weak);
  const isWhole = dateOf(day) !== null;
  // "This order takes effect immediately" is about the document, so it is ignored if another
  // sentence says when flags are lowered.
  const stated = firm.length > 0 || isWhole ? firm : all;
  const found = new Map<string, Stated<OrderStart>>();
  let isDoubtful = false;
  const vague: Evidence[] = [];
  for (const item of stated) {
    const value = startFrom(item, day);
    if (value === 'doubt') isDoubtful = true;
    else if (value) found.set(JSON.stringify(value), { value, sentence: item.sentence });
    else if ((item.kind === 'vague' || item.date === 'unknown') && !isOfRepost(item))
      vague.push(item);
  }
  const [start] = found.values();
  // For example: "Start date: May 8" above "from sunrise on May 8"
  const isSameDay = ({ date, hasHour }: Evidence): boolean =>
    !hasHour &&
    isDate(date) &&
    start !== undefined &&
    'date' in start.value &&
    start.value.date === date;
  const isVague = !vague.every(isSameDay);
  if (isDoubtful || found.size > 1 || (start && isVague)) return 'conflict';
  if (start) {
    const date = dateOf(day);
    if ('date' in start.value) {
      const { date: first } = start.value;
      if (stated.some((item) => !agrees(item, first))) return 'conflict';
      if (date !== null && date !== first) return 'conflict';
    }
    return start;
  }
  if (stated.length > 0 || end === 'conflict') return null;
  if (end === 'unreadable' || end === null) {
    // "Until sunset on September 31" and "until the close of business on Friday" start now, even if
    // the end is unknown.
    const until = evidence.find(
      ({ field, kind, hasHour, weak, date }) =>
        field === 'end' &&
        (kind === 'sunset' || (kind === 'vague' && hasHour && isDate(date))) &&
        !weak &&
        date !== 'day',
    );
    return until && day === null && !isCurrent
      ? { value: { kind: 'immediately' }, sentence: until.sentence }
      : null;
  }
  const date = dateOf(day);
  if (date !== null) {
    const endsThatDay = 'date' in end.value && end.value.date === date;
    return endsThatDay && day !== null && day !== 'several' && day !== 'unknown'
      ? { value: { kind: 'sunrise', date }, sentence: day.sentence }
      : null;
  }
  // "Until sunset on May 9" starts now.
  if (day !== null || isCurrent) return null;
  const isUntil = evidence.some(({ field }) => field === 'end');
  return isUntil ? { value: { kind: 'immediately' }, sentence: end.sentence } : null;
}

/**
 * Matches a "tomorrow" that is unclear because another site republished the release a day later.
 */
const isOfRepost = ({ date, written }: Evidence): boolean =>
  date === 'unknown' && written?.kind === 'tomorrow';

function startFrom(item: Evidence, day: Day): OrderStart | 'doubt' | null {
  if (item.date === 'bad') return 'doubt';
  if (item.kind === 'now') return { kind: 'immediately' };
  if (item.kind !== 'sunrise' && item.kind !== 'clock') return null;
  const date = item.date === 'day' ? dateOf(day) : item.date;
  if (!isDate(date)) return null;
  if (item.kind === 'sunrise') return { kind: 'sunrise', date };
  return item.time === null ? null : { kind: 'time', date, time: item.time };
}

/** Clears both the start and the end of an order that would end before it starts. */
function valid(period: Period): Period {
  const { starts, ends } = period;
  if (!starts || !ends) return period;
  const [start, end] = [starts.value, ends.value];
  if (start.kind === 'immediately' || end.kind === 'open') return period;
  if (start.date > end.date) return NOTHING;
  if (start.date < end.date || start.kind === 'sunrise' || end.kind === 'sunset') return period;
  return start.time < (end.kind === 'noon' ? '12:00' : end.time) ? period : NOTHING;
}
