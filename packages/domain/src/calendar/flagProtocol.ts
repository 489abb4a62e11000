import { t } from '@halyard/messages';
import { addYear, type CivilDate } from '../time/civilDate.ts';
import { annualDays, type Confirmation } from './annualDays.ts';
import { federalHolidays } from './federalHolidays.ts';

/** A day as the federal card shows it (spec §3: Holiday). */
export interface Holiday {
  date: CivilDate;
  name: string;
  halfStaff: boolean;
  notes?: string | undefined;
}

export interface FederalCalendar {
  /** In order of date. */
  holidays: Holiday[];
  note?: string | undefined;
}

/**
 * The federal holidays and half-staff days of these years, by date. Projected days are on their
 * confirmed date, if any. A day that is both is listed once.
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
    note: t`Half-staff is from sunrise to sunset in each pole's own time zone; on Memorial Day until noon.`,
  };
}

/** The maximum number of tiles on the federal card (spec §9). */
const MAX_TILES = 3;

/**
 * The days that the federal card shows (spec §5): the first three within 12 months from today that
 * are half-staff days or have notes, in the server's order.
 */
export function protocolDays(holidays: readonly Holiday[], today: CivilDate): Holiday[] {
  const end = addYear(today);
  return holidays
    .filter(({ date, halfStaff, notes }) => date >= today && date < end && (halfStaff || notes))
    .slice(0, MAX_TILES);
}
