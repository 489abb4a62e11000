/**
 * A calendar date as `YYYY-MM-DD`, without a time or time zone. Never parse it with `new
 * Date(text)`, which returns midnight in UTC: the previous day in most US time zones.
 */
export type CivilDate = string;

/** Length of a 24-hour day in ms. */
export const DAY_MS = 24 * 3_600_000;

/** Days of the week as numbered by JavaScript: Sunday is 0. */
export const SUNDAY = 0;
export const MONDAY = 1;
export const THURSDAY = 4;
export const SATURDAY = 6;

/**
 * Creates a date; months are 1 to 12. A day beyond the end of the month becomes a day of the next
 * month.
 */
export function civilDate(year: number, month: number, day: number): CivilDate {
  // UTC is used only for arithmetic, because it has no days of 23 or 25 hours.
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** Returns a date's year, month (1 to 12) and day. */
export function partsOf(date: CivilDate): [year: number, month: number, day: number] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return [year, month, day];
}

/** Number of days since 1970-01-01, for fast arithmetic with many dates. */
export function dayNumberOf(date: CivilDate): number {
  // Midnight in UTC is intended here, because the result is used only for arithmetic.
  return Date.parse(date) / DAY_MS;
}

/** Returns the year of a day number (days since 1970-01-01). */
export function yearOfDay(dayNumber: number): number {
  return new Date(dayNumber * DAY_MS).getUTCFullYear();
}

/** Converts a day number (days since 1970-01-01) to a date. */
export function dateOfDay(dayNumber: number): CivilDate {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}

/** The day of the week; 0 is Sunday. */
export function weekdayOf(date: CivilDate): number {
  const [year, month, day] = partsOf(date);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

export function addDays(date: CivilDate, days: number): CivilDate {
  const [year, month, day] = partsOf(date);
  return civilDate(year, month, day + days);
}

/** Returns the date one year after a given date. February 29 becomes March 1. */
export function addYear(date: CivilDate): CivilDate {
  const [year, month, day] = partsOf(date);
  return civilDate(year + 1, month, day);
}

/** Returns the date of the first to fourth occurrence of a weekday in a month. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): CivilDate {
  const first = civilDate(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
}

/** Returns the date of the last occurrence of a weekday in a month. */
export function lastWeekday(year: number, month: number, weekday: number): CivilDate {
  const last = civilDate(year, month + 1, 0);
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
}

/**
 * Returns the calendar date at a time (epoch milliseconds) in this machine's time zone; in a
 * browser, the user's.
 */
export function localDate(at: number): CivilDate {
  const date = new Date(at);
  return civilDate(date.getFullYear(), date.getMonth() + 1, date.getDate());
}
