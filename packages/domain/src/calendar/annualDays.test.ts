import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { annualDays, calendarDays, drivesPoles } from './annualDays.ts';
import { displayDays, easter } from './displayDays.ts';
import { federalHolidays } from './federalHolidays.ts';
import { halfStaffDays } from './halfStaffDays.ts';

interface Year {
  halfStaff: {
    date: string;
    name: string;
    halfStaff: boolean;
    window: string;
    projected?: boolean;
  }[];
  displayDays: { date: string; name: string }[];
  federalHolidays: { date: string; observed: string }[];
}
/** The expected days, computed from the same laws by an independent method. */
const file = new URL('./testing/flag-calendar-2024-2028.json', import.meta.url);
const { years } = JSON.parse(readFileSync(file, 'utf8')) as { years: Record<string, Year> };

describe.each(Object.entries(years))('the calendar for %s', (text, expected) => {
  const year = Number(text);

  test('includes the right half-staff days', () => {
    const found = halfStaffDays(year).map(({ date, name, halfStaff, window, projected }) => ({
      date,
      name,
      halfStaff,
      window,
      projected,
    }));
    expect(found).toEqual(
      expected.halfStaff.map(({ date, name, halfStaff, window, projected }) => ({
        date,
        name,
        halfStaff,
        window,
        projected: projected ?? false,
      })),
    );
  });

  test('includes the right display days (4 U.S.C. 6(d))', () => {
    const dates = (days: { date: string }[]) => days.map(({ date }) => date).sort();
    expect(dates(displayDays(year))).toEqual(dates(expected.displayDays));
  });

  test('includes the right federal holidays and observed days', () => {
    const dates = (days: { date: string; observed: string }[]) =>
      days.map(({ date, observed }) => `${date} ${observed}`);
    expect(dates(federalHolidays(year))).toEqual(dates(expected.federalHolidays));
  });
});

test('Easter is calculated correctly over four centuries', () => {
  const known = '1818-03-22 1886-04-25 1943-04-25 1954-04-18 1981-04-19 2000-04-23 2008-03-23';
  const later = '2024-03-31 2038-04-25 2049-04-18 2076-04-19 2100-03-28 2160-03-23';
  for (const date of `${known} ${later}`.split(' '))
    expect(easter(Number(date.slice(0, 4)))).toBe(date);
});

test('Inauguration Day is in the January after a presidential election', () => {
  const years = [2024, 2025, 2026, 2027, 2028, 2029].filter((year) =>
    displayDays(year).some(({ name }) => name === 'Inauguration Day'),
  );
  expect(years).toEqual([2025, 2029]);
});

describe('a half-staff day with a projected date', () => {
  const name = 'National Fallen Firefighters Memorial Service';
  const day = (confirmed: Parameters<typeof annualDays>[1]) =>
    annualDays(2027, confirmed).find((d) => d.name === name)!;

  test('moves no poles until a master confirms its date or chooses a different one', () => {
    expect(day([])).toMatchObject({ date: '2027-05-02', projected: true });
    expect(drivesPoles(day([]))).toBe(false);
    expect(drivesPoles(day([{ name, year: 2026, date: '2026-05-03' }]))).toBe(false);
    const moved = day([{ name, year: 2027, date: '2027-10-03' }]);
    expect(moved).toMatchObject({ date: '2027-10-03', projected: false });
    expect(moved.notes).toBeUndefined();
    expect(drivesPoles(moved)).toBe(true);
  });

  test('is listed in date order once a master has confirmed a different date', () => {
    const dates = annualDays(2027, [{ name, year: 2027, date: '2027-10-03' }]).map((d) => d.date);
    expect(dates).toEqual(['2027-05-15', '2027-05-31', '2027-09-11', '2027-10-03', '2027-12-07']);
  });

  test('moves to the date that a master confirms, unlike a day with a fixed date', () => {
    const moved = annualDays(2027, [{ name: 'Patriot Day', year: 2027, date: '2027-09-12' }]);
    expect(moved.map(({ date }) => date)).toContain('2027-09-11');
  });
});

describe('the calendar of a year', () => {
  const find = (year: number, name: string) =>
    calendarDays(year, []).filter((day) => day.name === name);

  test('lists each day once, even if it is a half-staff day as well as a holiday or display day', () => {
    expect(find(2026, 'Memorial Day').map(({ kind }) => kind)).toEqual(['half-staff']);
    expect(find(2027, 'Peace Officers Memorial Day').map(({ kind }) => kind)).toEqual([
      'full-staff',
    ]);
    expect(find(2026, 'Flag Day').map(({ kind }) => kind)).toEqual(['display']);
    expect(find(2026, 'Juneteenth National Independence Day').map(({ kind }) => kind)).toEqual([
      'holiday',
    ]);
  });

  test('shows the observed date of a holiday if it differs from the holiday itself', () => {
    expect(find(2026, 'Independence Day')[0]?.notes).toBe('Observed on Jul 3, 2026');
    expect(find(2025, 'Independence Day')[0]?.notes).toBe(null);
  });

  test('is sorted by date', () => {
    const dates = calendarDays(2026, []).map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted());
  });
});
