import { t } from '@halyard/messages';
import { type CivilDate, civilDate, nthWeekday, SUNDAY } from '../time/civilDate.ts';
import { armedForcesDay } from './displayDays.ts';
import { memorialDay } from './federalHolidays.ts';

export interface HalfStaffDay {
  date: CivilDate;
  name: HalfStaffDayName;
  /**
   * Whether the day calls for half-staff. False in years when it coincides with a day that calls
   * for full staff.
   */
  halfStaff: boolean;
  /** The half-staff period of the day, in the pole's time zone. */
  window: 'sunrise-sunset' | 'sunrise-noon';
  /** The law that prescribes the half-staff day. */
  basis: string;
  /**
   * Whether the date of the half-staff day is calculated and not yet announced. Poles follow the
   * day only after its date is confirmed.
   */
  projected: boolean;
  /** A note about this year's date of the half-staff day. */
  notes?: string;
}

/**
 * The dates of the National Fallen Firefighters Memorial Service, by year, as announced by its
 * foundation.
 */
const FALLEN_FIREFIGHTERS: Readonly<Record<number, CivilDate>> = {
  2019: '2019-10-06',
  2020: '2020-10-04',
  2021: '2021-10-03',
  2022: '2022-10-09',
  2023: '2023-05-07',
  2024: '2024-05-05',
  2025: '2025-05-04',
  2026: '2026-05-03',
};

/** The names of the annual half-staff days, in calendar order. */
export const HALF_STAFF_DAY_NAMES = [
  'National Fallen Firefighters Memorial Service',
  'Peace Officers Memorial Day',
  'Memorial Day',
  'Patriot Day',
  'National Pearl Harbor Remembrance Day',
] as const;
export type HalfStaffDayName = (typeof HALF_STAFF_DAY_NAMES)[number];

/**
 * Returns the annual half-staff days of a year, sorted by date. They are never moved to an observed
 * date.
 */
export function halfStaffDays(year: number): HalfStaffDay[] {
  return [
    fallenFirefighters(year),
    peaceOfficers(year),
    {
      ...wholeDay(memorialDay(year), 'Memorial Day', '4 U.S.C. 6(d), 7(m)'),
      window: 'sunrise-noon' as const,
      notes: t`Half-staff until noon, then full staff`,
    },
    wholeDay(civilDate(year, 9, 11), 'Patriot Day', '36 U.S.C. 144'),
    wholeDay(civilDate(year, 12, 7), 'National Pearl Harbor Remembrance Day', '36 U.S.C. 129'),
  ].sort((a, b) => (a.date < b.date ? -1 : 1));
}

function wholeDay(date: CivilDate, name: HalfStaffDayName, basis: string): HalfStaffDay {
  return { date, name, halfStaff: true, window: 'sunrise-sunset', basis, projected: false };
}

function fallenFirefighters(year: number): HalfStaffDay {
  const announced = FALLEN_FIREFIGHTERS[year];
  const date = announced ?? nthWeekday(year, 5, SUNDAY, 1);
  const day = wholeDay(date, 'National Fallen Firefighters Memorial Service', 'Pub. L. 107-51');
  if (announced !== undefined) return day;
  return { ...day, projected: true, notes: t`Date projected, not announced yet` };
}

function peaceOfficers(year: number): HalfStaffDay {
  const date = civilDate(year, 5, 15);
  const day = wholeDay(date, 'Peace Officers Memorial Day', '4 U.S.C. 7(m); 36 U.S.C. 136');
  if (date !== armedForcesDay(year)) return day;
  return { ...day, halfStaff: false, notes: t`Full staff because it is also Armed Forces Day` };
}
