import { addDays, type CivilDate, civilDate, weekdayOf } from '../../../time/civilDate.ts';
import type { Token } from '../text/token.ts';
import { datePhraseAt, dayInYear, type WrittenDate } from '../when/datePhrases.ts';

/** Maximum number of days between the date of writing and a date without a year. */
const AHEAD_MAX = 183;

/**
 * Resolves a date if the dates on which the text was written make it unambiguous; otherwise returns
 * null.
 */
export function resolveDate(
  date: WrittenDate,
  issued: readonly CivilDate[],
  years: YearsOfDays = new Map(),
): CivilDate | null {
  if (date.kind === 'day' && date.year !== null) return civilDate(date.year, date.month, date.day);
  const [first, ...others] = new Set(issued.map((day) => fromIssue(date, day)));
  if (issued.length > 0 || date.kind !== 'day')
    return first !== undefined && others.length === 0 ? first : null;
  const year = years.get(keyOf(date));
  if (year !== undefined) return year === null ? null : dayInYear(date, year);
  return date.weekday === null ? null : dayNear(date, years);
}

/**
 * Returns the day that falls on the stated weekday and is at most a few weeks after dates that the
 * text states with a year, as in "Thursday, January 8" in a text about a death on January 2, 2026.
 */
function dayNear(
  date: Extract<WrittenDate, { kind: 'day' }>,
  years: YearsOfDays,
): CivilDate | null {
  const fullDates = [...years].flatMap(([key, year]) =>
    year === null ? [] : [civilDate(year, Math.floor(key / 100), key % 100)],
  );
  const found = new Set<CivilDate>();
  for (const year of new Set(fullDates.map((full) => Number(full.slice(0, 4))))) {
    const day = dayInYear(date, year);
    if (day && fullDates.some((full) => full <= day && day <= addDays(full, NEAR_MAX)))
      found.add(day);
  }
  const [day] = found;
  return found.size === 1 && day !== undefined ? day : null;
}

/** Maximum number of days from a death to the days on which flags are lowered for it. */
const NEAR_MAX = 60;

/** The year of each day that the text gives with a year; null if it gives several years. */
export type YearsOfDays = ReadonlyMap<number, number | null>;

const keyOf = ({ month, day }: { month: number; day: number }): number => month * 100 + day;

/**
 * Returns the years that the text gives for its days, so that "on Wednesday, March 5" has a year if
 * another sentence says "until sunset on March 5, 2025".
 */
export function yearsOfDays(tokens: readonly Token[]): YearsOfDays {
  const years = new Map<number, number | null>();
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.kind === 'mark') continue;
    const phrase = datePhraseAt(tokens, at);
    if (!phrase) continue;
    const { date } = phrase;
    if (date?.kind === 'day' && date.year !== null) {
      const known = years.get(keyOf(date));
      years.set(keyOf(date), known === undefined || known === date.year ? date.year : null);
    }
    at = phrase.to - 1;
  }
  return years;
}

function fromIssue(date: WrittenDate, issued: CivilDate): CivilDate | null {
  switch (date.kind) {
    case 'today':
      return issued;
    case 'tomorrow':
      return addDays(issued, 1);
    case 'weekday': {
      const days = (date.weekday - weekdayOf(issued) + 7) % 7;
      // On a Friday, "Friday" may be today or in a week, and "next Friday" may skip a week.
      return days === 0 || date.next ? null : addDays(issued, days);
    }
    case 'day': {
      const year = Number(issued.slice(0, 4));
      for (const candidate of [year, year + 1]) {
        const day = dayInYear({ ...date, weekday: null }, candidate);
        if (!day || day < issued) continue;
        if (day > addDays(issued, AHEAD_MAX)) return null;
        return dayInYear(date, candidate);
      }
      return null;
    }
  }
}
