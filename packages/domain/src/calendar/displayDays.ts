import {
  addDays,
  type CivilDate,
  civilDate,
  MONDAY,
  nthWeekday,
  SATURDAY,
  SUNDAY,
  THURSDAY,
} from '../time/civilDate.ts';
import { memorialDay } from './federalHolidays.ts';

/** A day on which the law asks people to display the flag. */
export interface DisplayDay {
  date: CivilDate;
  name: string;
}

/**
 * Returns the days of 4 U.S.C. 6(d) in a year, sorted by date. They are never moved to an observed
 * date.
 */
export function displayDays(year: number): DisplayDay[] {
  const days: [CivilDate, string][] = [
    [civilDate(year, 1, 1), "New Year's Day"],
    [nthWeekday(year, 1, MONDAY, 3), 'Birthday of Martin Luther King, Jr.'],
    [civilDate(year, 2, 12), "Lincoln's Birthday"],
    [nthWeekday(year, 2, MONDAY, 3), "Washington's Birthday"],
    [civilDate(year, 3, 29), 'National Vietnam War Veterans Day'],
    [easter(year), 'Easter Sunday'],
    [nthWeekday(year, 5, SUNDAY, 2), "Mother's Day"],
    [armedForcesDay(year), 'Armed Forces Day'],
    [memorialDay(year), 'Memorial Day'],
    [civilDate(year, 6, 14), 'Flag Day'],
    [nthWeekday(year, 6, SUNDAY, 3), "Father's Day"],
    [civilDate(year, 7, 4), 'Independence Day'],
    [civilDate(year, 7, 27), 'National Korean War Veterans Armistice Day'],
    [nthWeekday(year, 9, MONDAY, 1), 'Labor Day'],
    [civilDate(year, 9, 17), 'Constitution Day'],
    [nthWeekday(year, 10, MONDAY, 2), 'Columbus Day'],
    [civilDate(year, 10, 27), 'Navy Day'],
    [civilDate(year, 11, 11), 'Veterans Day'],
    [nthWeekday(year, 11, THURSDAY, 4), 'Thanksgiving Day'],
    [civilDate(year, 12, 25), 'Christmas Day'],
  ];
  // Presidents are inaugurated on January 20 after each election year.
  if (year % 4 === 1) days.push([civilDate(year, 1, 20), 'Inauguration Day']);
  return days
    .map(([date, name]) => ({ date, name }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** Returns the date of Armed Forces Day, which is the third Saturday of May. */
export const armedForcesDay = (year: number): CivilDate => nthWeekday(year, 5, SATURDAY, 3);

/**
 * Returns the date of Gregorian Easter (Oudin 1940): the Sunday after the first full moon of
 * spring.
 */
export function easter(year: number): CivilDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const h =
    (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) %
    30;
  const moon =
    h - Math.floor(h / 28) * (1 - Math.floor(29 / (h + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return addDays(civilDate(year, 3, 28), moon - weekday);
}
