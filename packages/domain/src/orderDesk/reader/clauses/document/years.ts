import { addDays, type CivilDate, civilDate, weekdayOf } from '../../../../time/civilDate.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import type { Topic } from '../../text/topic.ts';
import { datePhraseAt, dayInYear, type WrittenDate } from '../../when/datePhrases.ts';
import { INCIDENTS } from '../../words/lexicon.ts';

/** A date without a year is assumed to be at most this many days after the document's date. */
const AHEAD_MAX = 183;

/**
 * Completes a date that lacks a year or is only a weekday. Returns null unless exactly one full
 * date is possible.
 */
export function resolveDate(
  date: WrittenDate,
  issued: readonly CivilDate[],
  years: YearsOfDays = { ofDays: new Map(), dates: [] },
): CivilDate | null {
  if (date.kind === 'day' && date.year !== null) return civilDate(date.year, date.month, date.day);
  const [first, ...others] = new Set(issued.map((day) => fromIssue(date, day)));
  if (issued.length > 0 || date.kind !== 'day')
    return first !== undefined && others.length === 0 ? first : null;
  const year = years.ofDays.get(keyOf(date));
  if (year !== undefined) return year === null ? null : dayInYear(date, year);
  return date.weekday === null ? null : dayNear(date, years.dates);
}

/**
 * Adds the year to a date that has a weekday but no year. The date must fall on that weekday, and
 * must be at most 60 days after a known date: the publication date or a full date in the document.
 * For example, "Thursday, January 8" is completed in a document about a death on January 2, 2026.
 */
function dayNear(
  date: Extract<WrittenDate, { kind: 'day' }>,
  fullDates: readonly CivilDate[],
): CivilDate | null {
  const found = new Set<CivilDate>();
  const years = fullDates.map((full) => Number(full.slice(0, 4)));
  for (const year of new Set(years.flatMap((one) => [one, one + 1]))) {
    const day = dayInYear(date, year);
    if (day && fullDates.some((full) => full < day && day <= addDays(full, NEAR_MAX)))
      found.add(day);
  }
  const [day] = found;
  return found.size === 1 && day !== undefined ? day : null;
}

/**
 * A date without a year is assumed to be at most this many days after a full date in the document,
 * such as the day of a death.
 */
const NEAR_MAX = 60;

/** A sentence that may contain a date with a year. */
interface DatedClause {
  sentence: Sentence;
  topicAt: (at: number) => { topic: Topic };
  isRecital: boolean;
  mentions: readonly unknown[];
}

/** The years that a document states for the days it mentions. */
export interface YearsOfDays {
  /**
   * For each month and day that a document mentions, the year stated for it; null if there are
   * several. Dates of deaths and other events are left out.
   */
  ofDays: ReadonlyMap<number, number | null>;
  /** All dates in the text that include a year, and the document's publication date. */
  dates: readonly CivilDate[];
}

const keyOf = ({ month, day }: { month: number; day: number }): number => month * 100 + day;

/**
 * Returns the years that a document gives for the days it mentions. For example, "on Wednesday,
 * March 5" gets its year from "until sunset on March 5, 2025" in another sentence.
 * @param publishedOn the date when the document was published; null if unknown
 */
export function yearsOfDays(
  tokens: readonly Token[],
  clauses: readonly DatedClause[],
  publishedOn: CivilDate | null,
): YearsOfDays {
  const ofDays = new Map<number, number | null>();
  // An order may begin on the day it is published, which is another one in the source's time zone.
  const dates: CivilDate[] = publishedOn === null ? [] : [addDays(publishedOn, -2)];
  for (const { sentence, topicAt, isRecital, mentions } of clauses)
    for (let at = sentence.from; at < sentence.to; at++) {
      if (tokens[at]?.kind === 'mark') continue;
      const phrase = datePhraseAt(tokens, at);
      if (!phrase) continue;
      const { date } = phrase;
      if (date?.kind === 'day' && date.year !== null) {
        dates.push(civilDate(date.year, date.month, date.day));
        const known = ofDays.get(keyOf(date));
        const isOfEvent =
          topicAt(at).topic === 'incident' ||
          isRecital ||
          (mentions.length === 0 && isDayOfIncident(tokens, sentence, at));
        if (!isOfEvent)
          ofDays.set(keyOf(date), known === undefined || known === date.year ? date.year : null);
      }
      at = phrase.to - 1;
    }
  return { ofDays, dates };
}

/** Matches the date of an attack: "On February 14, 2018, a gunman killed …". */
const isDayOfIncident = (tokens: readonly Token[], { to }: Sentence, at: number): boolean =>
  /^(on|since)$/.test(tokens[at - 1]?.text ?? '') &&
  tokens.slice(at, to).some(({ text }) => INCIDENTS.has(text));

/**
 * A date with a weekday but no year, such as "Wednesday, April 15", is assumed to be at most this
 * many days before the document's date.
 */
const BACK_MAX = 31;

/**
 * Completes a date that has a weekday but no year, if it is shortly before the document's date: "on
 * Wednesday, April 15" in an article from April 17.
 */
function dayBefore(
  date: Extract<WrittenDate, { kind: 'day' }>,
  issued: CivilDate,
): CivilDate | null {
  if (date.weekday === null) return null;
  const year = Number(issued.slice(0, 4));
  for (const candidate of [year, year - 1]) {
    const day = dayInYear(date, candidate);
    if (day && day < issued && day >= addDays(issued, -BACK_MAX)) return day;
  }
  return null;
}

function fromIssue(date: WrittenDate, issued: CivilDate): CivilDate | null {
  switch (date.kind) {
    case 'today':
      return issued;
    case 'tomorrow':
      return addDays(issued, 1);
    case 'weekday': {
      const days = (date.weekday - weekdayOf(issued) + 7) % 7;
      // In a text written on a Friday, "Friday" may be today or a week later. "Next Friday" may be
      // either of two Fridays on any day.
      return days === 0 || date.next ? null : addDays(issued, days);
    }
    case 'day': {
      const year = Number(issued.slice(0, 4));
      for (const candidate of [year, year + 1]) {
        const day = dayInYear({ ...date, weekday: null }, candidate);
        if (!day || day < issued) continue;
        if (day > addDays(issued, AHEAD_MAX)) return dayBefore(date, issued);
        return dayInYear(date, candidate);
      }
      return dayBefore(date, issued);
    }
  }
}
