import { t } from '@halyard/messages';
import { dateText } from '../time/clockText.ts';
import type { CalendarDay, ConfirmedDay } from './daySchemas.ts';
import { displayDays } from './displayDays.ts';
import { federalHolidays } from './federalHolidays.ts';
import { type HalfStaffDay, halfStaffDays } from './halfStaffDays.ts';

/**
 * The date that a master confirmed for an annual half-staff day. Needed if the date has not been
 * announced and Halyard can only calculate it.
 */
export type Confirmation = Pick<ConfirmedDay, 'name' | 'year' | 'date'>;

/**
 * Returns the annual half-staff days of a year, sorted by date. If a master has confirmed a date
 * for a day, that date replaces the calculated one.
 */
export function annualDays(year: number, confirmed: readonly Confirmation[]): HalfStaffDay[] {
  return halfStaffDays(year)
    .map((day) => withConfirmation(day, year, confirmed))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

/**
 * Whether poles follow a calendar day. They do if it calls for half-staff and its date has been
 * announced or confirmed.
 */
export function drivesPoles({ halfStaff, projected }: HalfStaffDay): boolean {
  return halfStaff && !projected;
}

function withConfirmation(
  day: HalfStaffDay,
  year: number,
  confirmed: readonly Confirmation[],
): HalfStaffDay {
  if (!day.projected) return day;
  const confirmation = confirmed.find((c) => c.name === day.name && c.year === year);
  if (!confirmation) return day;
  const { notes: _, ...certain } = day;
  return { ...certain, date: confirmation.date, projected: false };
}

/**
 * Returns the annual half-staff days, display days (4 U.S.C. 6(d)) and federal holidays of a year,
 * sorted by date. A day of more than one kind is listed only once.
 */
export function calendarDays(year: number, confirmed: readonly Confirmation[]): CalendarDay[] {
  const days = new Map<string, CalendarDay>();
  const add = (day: CalendarDay) => {
    const key = `${day.date} ${day.name}`;
    if (!days.has(key)) days.set(key, day);
  };
  for (const { date, name, halfStaff, window, basis, projected, notes } of annualDays(
    year,
    confirmed,
  )) {
    const kind = halfStaff ? 'half-staff' : 'full-staff';
    add({ date, name, kind, window, basis, projected, notes: notes ?? null });
  }
  const plain = { window: null, basis: null, projected: false };
  const holidays = federalHolidays(year);
  const observed = (date: string) => {
    const holiday = holidays.find((h) => h.date === date);
    return holiday && holiday.observed !== date
      ? t`Observed on ${{ date: dateText(holiday.observed) }}`
      : null;
  };
  for (const { date, name } of displayDays(year))
    add({ date, name, kind: 'display', ...plain, notes: observed(date) });
  for (const { date, name } of holidays)
    add({ date, name, kind: 'holiday', ...plain, notes: observed(date) });
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
