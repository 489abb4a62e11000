import {
  addDays,
  type CivilDate,
  civilDate,
  lastWeekday,
  MONDAY,
  nthWeekday,
  SATURDAY,
  SUNDAY,
  THURSDAY,
  weekdayOf,
} from '../time/civilDate.ts';

export interface FederalHoliday {
  date: CivilDate;
  name: string;
  /**
   * The date when federal offices close. If the holiday is on a Saturday, this is the Friday
   * before; if it is on a Sunday, the Monday after.
   */
  observed: CivilDate;
}

/** The year in which Juneteenth became a federal holiday (Pub. L. 117-17). */
const JUNETEENTH_SINCE = 2021;

/** The federal holidays of a year, sorted by date (5 U.S.C. 6103). */
export function federalHolidays(year: number): FederalHoliday[] {
  const days: [CivilDate, string][] = [
    [civilDate(year, 1, 1), "New Year's Day"],
    [nthWeekday(year, 1, MONDAY, 3), 'Birthday of Martin Luther King, Jr.'],
    [nthWeekday(year, 2, MONDAY, 3), "Washington's Birthday"],
    [memorialDay(year), 'Memorial Day'],
    [civilDate(year, 6, 19), 'Juneteenth National Independence Day'],
    [civilDate(year, 7, 4), 'Independence Day'],
    [nthWeekday(year, 9, MONDAY, 1), 'Labor Day'],
    [nthWeekday(year, 10, MONDAY, 2), 'Columbus Day'],
    [civilDate(year, 11, 11), 'Veterans Day'],
    [nthWeekday(year, 11, THURSDAY, 4), 'Thanksgiving Day'],
    [civilDate(year, 12, 25), 'Christmas Day'],
  ];
  return days
    .filter(([date]) => year >= JUNETEENTH_SINCE || date !== civilDate(year, 6, 19))
    .map(([date, name]) => ({ date, name, observed: observedOn(date) }));
}

/** Returns the date of Memorial Day, which is the last Monday of May. */
export const memorialDay = (year: number): CivilDate => lastWeekday(year, 5, MONDAY);

function observedOn(date: CivilDate): CivilDate {
  const weekday = weekdayOf(date);
  if (weekday === SATURDAY) return addDays(date, -1);
  return weekday === SUNDAY ? addDays(date, 1) : date;
}
