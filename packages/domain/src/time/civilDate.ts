/**
 * A day of the calendar as `YYYY-MM-DD`, without time and zone. Never parsed by `new Date(text)`,
 * which would mean midnight in UTC: the day before in every zone of the US.
 */
export type CivilDate = string;

/** Milliseconds of a day of 24 hours. */
export const DAY_MS = 24 * 3_600_000;

/** Days of the week as JavaScript counts them. */
export const SUNDAY = 0;
export const MONDAY = 1;
export const THURSDAY = 4;
export const SATURDAY = 6;

/** Month 1 to 12; a day beyond the month's end runs on into the next. */
export function civilDate(year: number, month: number, day: number): CivilDate {
  // UTC is only the calculator here: it has no days of 23 or 25 hours.
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** Year, month (1 to 12) and day. */
export function partsOf(date: CivilDate): [year: number, month: number, day: number] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return [year, month, day];
}

/** Days since 1970-01-01: civil dates to count with, where there are many. */
export function dayNumberOf(date: CivilDate): number {
  // Midnight in UTC is meant here: it is only the calculator.
  return Date.parse(date) / DAY_MS;
}

/** The year that such a number lies in. */
export function yearOfDay(dayNumber: number): number {
  return new Date(dayNumber * DAY_MS).getUTCFullYear();
}

/** The civil date of such a number. */
export function dateOfDay(dayNumber: number): CivilDate {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(date: CivilDate): number {
  const [year, month, day] = partsOf(date);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

export function addDays(date: CivilDate, days: number): CivilDate {
  const [year, month, day] = partsOf(date);
  return civilDate(year, month, day + days);
}

/** The same day one year on; February 29 becomes March 1. */
export function addYear(date: CivilDate): CivilDate {
  const [year, month, day] = partsOf(date);
  return civilDate(year + 1, month, day);
}

/** The nth (1 to 4) such weekday of a month. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): CivilDate {
  const first = civilDate(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7);
}

/** The last such weekday of a month. */
export function lastWeekday(year: number, month: number, weekday: number): CivilDate {
  const last = civilDate(year, month + 1, 0);
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
}

/** The civil date of a moment (epoch milliseconds) where this code runs: in a browser, the viewer's. */
export function localDate(at: number): CivilDate {
  const date = new Date(at);
  return civilDate(date.getFullYear(), date.getMonth() + 1, date.getDate());
}
