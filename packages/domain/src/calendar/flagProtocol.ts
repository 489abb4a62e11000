import { t } from '@halyard/messages';
import { addYear, type CivilDate } from '../time/civilDate.ts';
import { annualDays, type Confirmation } from './annualDays.ts';
import { federalHolidays } from './federalHolidays.ts';

/** A day on the federal card (spec §3: Holiday). */
export interface Holiday {
  date: CivilDate;
  name: string;
  halfStaff: boolean;
  notes?: string | undefined;
}

export interface FederalCalendar {
  /** The federal holidays and half-staff days, sorted by date. */
  holidays: Holiday[];
  note?: string | undefined;
}

/**
 * Returns the federal holidays and half-staff days of the given years, sorted by date. If a master
 * has confirmed a date for a day, that date replaces the calculated one. A holiday that is also a
 * half-staff day is listed once.
 */
export function federalCalendarOf(
  years: readonly number[],
  confirmed: readonly Confirmation[] = [],
): FederalCalendar {
  const days = new Map<string, Holiday>();
  for (const year of years) {
    for (const { date, name } of federalHolidays(year)) {
      days.set(`${date} ${name}`, { date, name, halfStaff: false });
    }
    for (const { date, name, halfStaff, notes } of annualDays(year, confirmed)) {
      days.set(`${date} ${name}`, { date, name, halfStaff, ...(notes !== undefined && { notes }) });
    }
  }
  const holidays = [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  return {
    holidays,
    note: t`Half-staff lasts from sunrise to sunset at each pole, but only until noon on Memorial Day.`,
  };
}

/** Maximum number of tiles on the federal card (spec §9). */
const MAX_TILES = 3;

/**
 * Returns the days to show on the federal card (spec §5). These are the first three days in the
 * server's list that are within the next 12 months and either call for half-staff or have notes.
 */
export function protocolDays(holidays: readonly Holiday[], today: CivilDate): Holiday[] {
  const end = addYear(today);
  return holidays
    .filter(({ date, halfStaff, notes }) => date >= today && date < end && (halfStaff || notes))
    .slice(0, MAX_TILES);
}
