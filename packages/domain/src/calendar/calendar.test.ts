import { describe, expect, test } from 'vitest';
import { civilDate, localDate } from '../time/civilDate.ts';
import { federalHolidays } from './federalHolidays.ts';
import { federalCalendarOf, protocolDays } from './flagProtocol.ts';
import { halfStaffDays } from './halfStaffDays.ts';

const halfStaff = (year: number) =>
  halfStaffDays(year).map((day) => [day.date, day.halfStaff, day.projected]);

describe('annual half-staff days (4 U.S.C. 7(m) and others)', () => {
  test.each([
    [2021, '2021-10-03', false, false],
    [2024, '2024-05-05', true, false],
    [2025, '2025-05-04', true, false],
    [2026, '2026-05-03', true, false],
    [2027, '2027-05-02', false, true],
    [2028, '2028-05-07', true, true],
  ])(
    'are correct in %i (Firefighters on %s; half-staff on Peace Officers Memorial Day: %s; projected: %s)',
    (year, firefighters, peaceOfficers, projected) => {
      const memorial = { 2021: 31, 2024: 27, 2025: 26, 2026: 25, 2027: 31, 2028: 29 }[year];
      const expected = [
        [firefighters, true, projected],
        [`${year}-05-15`, peaceOfficers, false],
        [`${year}-05-${memorial}`, true, false],
        [`${year}-09-11`, true, false],
        [`${year}-12-07`, true, false],
      ];
      expect(halfStaff(year)).toEqual(
        expected.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
      );
    },
  );

  test('include Peace Officers Memorial Day unless it falls on Armed Forces Day', () => {
    const collisions = [];
    for (let year = 1990; year <= 2060; year++) {
      const day = halfStaffDays(year).find(({ name }) => name.startsWith('Peace'));
      if (!day?.halfStaff) collisions.push(year);
    }
    expect(collisions).toEqual([1993, 1999, 2004, 2010, 2021, 2027, 2032, 2038, 2049, 2055, 2060]);
  });

  test('end at noon only on Memorial Day', () => {
    const noon = halfStaffDays(2026).filter(({ window }) => window === 'sunrise-noon');
    expect(noon.map(({ name }) => name)).toEqual(['Memorial Day']);
  });
});

describe('federal holidays (5 U.S.C. 6103)', () => {
  test('total eleven a year, or ten before Juneteenth was added', () => {
    expect(federalHolidays(2026)).toHaveLength(11);
    expect(federalHolidays(2020)).toHaveLength(10);
  });

  test('are observed on Friday if they fall on a Saturday, and on Monday if they fall on a Sunday', () => {
    expect(federalHolidays(2028)[0]).toEqual({
      date: '2028-01-01',
      name: "New Year's Day",
      observed: '2027-12-31',
    });
    const independence = federalHolidays(2027).find(({ name }) => name === 'Independence Day');
    expect(independence).toMatchObject({ date: '2027-07-04', observed: '2027-07-05' });
  });

  test('are on the right dates', () => {
    expect(federalHolidays(2026).map(({ date }) => date)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]);
  });
});

describe('the Federal Flag Protocol card (spec §5)', () => {
  const { holidays } = federalCalendarOf([2026, 2027]);
  const tiles = (today: string) => protocolDays(holidays, today);

  test('on Nov 20, 2026, shows a half-staff day, a projected day and a full-staff day', () => {
    expect(tiles('2026-11-20')).toEqual([
      { date: '2026-12-07', name: 'National Pearl Harbor Remembrance Day', halfStaff: true },
      {
        date: '2027-05-02',
        name: 'National Fallen Firefighters Memorial Service',
        halfStaff: true,
        notes: 'Date projected, not announced yet',
      },
      {
        date: '2027-05-15',
        name: 'Peace Officers Memorial Day',
        halfStaff: false,
        notes: 'Full staff because it is also Armed Forces Day',
      },
    ]);
  });

  test('shows the date that a master confirmed for a projected day, and no longer calls the date projected', () => {
    const name = 'National Fallen Firefighters Memorial Service';
    const confirmed = [{ name, year: 2027, date: '2027-10-03' }];
    const days = federalCalendarOf([2026, 2027], confirmed).holidays;
    expect(days.filter((day) => day.name === name)).toEqual([
      { date: '2026-05-03', name, halfStaff: true },
      { date: '2027-10-03', name, halfStaff: true },
    ]);
    expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted());
  });

  test('has a note that says when half-staff begins and ends', () => {
    expect(federalCalendarOf([2026]).note).toBe(
      'Half-staff lasts from sunrise to sunset at each pole, but only until noon on Memorial Day.',
    );
  });

  test('includes today, but not the same date next year', () => {
    expect(tiles('2026-12-07')[0]?.date).toBe('2026-12-07');
    const only = [{ date: '2027-12-07', name: 'Pearl Harbor', halfStaff: true }];
    expect(protocolDays(only, '2026-12-07')).toEqual([]);
    expect(protocolDays(only, '2026-12-08')).toEqual(only);
  });

  test('leaves out ordinary holidays', () => {
    expect(tiles('2026-06-01').map(({ date }) => date)).toEqual([
      '2026-09-11',
      '2026-12-07',
      '2027-05-02',
    ]);
  });

  test('lists Memorial Day once', () => {
    expect(holidays.filter(({ date }) => date === '2026-05-25')).toHaveLength(1);
  });
});

describe('calendar dates', () => {
  test("follow the user's time zone, not UTC", () => {
    const lateEvening = new Date(2026, 11, 31, 23, 59).getTime();
    expect(localDate(lateEvening)).toBe('2026-12-31');
  });

  test('roll over at the end of a month', () => {
    expect(civilDate(2027, 3, 0)).toBe('2027-02-28');
    expect(civilDate(2028, 3, 0)).toBe('2028-02-29');
  });
});
