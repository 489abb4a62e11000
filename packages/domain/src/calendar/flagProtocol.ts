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
  /** By date. */
  holidays: Holiday[];
  note?: string | undefined;
}

const NOTE =
  "Half-staff is from sunrise to sunset in each pole's own time zone; on Memorial Day until noon.";

/**
 * Federal holidays and half-staff days of these years, in order, projected ones on the date that was
 * confirmed; a day that is both comes once.
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
  return { holidays, note: NOTE };
}

/** Tiles of the federal card at most (spec §9). */
const MAX_TILES = 3;

/**
 * What the federal card shows on a day (spec §5): from today on, for less than 12 months, what is
 * half-staff or has notes; the first three in the server's order.
 */
export function protocolDays(holidays: readonly Holiday[], today: CivilDate): Holiday[] {
  const end = addYear(today);
  return holidays
    .filter(({ date, halfStaff, notes }) => date >= today && date < end && (halfStaff || notes))
    .slice(0, MAX_TILES);
}
