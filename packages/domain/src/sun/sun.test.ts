import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PLACES } from '../testing/halfStaff.ts';
import { addDays, dateOfDay, dayNumberOf } from '../time/civilDate.ts';
import { dateInZone, timeInZone } from '../time/zoneClock.ts';
import { almanacOf, sunDay } from './almanac.ts';

const HOUR = 3_600_000;
const hoursOf = (date: string, place: keyof typeof PLACES, which: 'flagHours' | 'sunHours') =>
  almanacOf(PLACES[place]).day(dayNumberOf(date))[which];
/** Returns `from` and `until` by the location's clock. */
const clock = (date: string, place: keyof typeof PLACES) => {
  const { from, until } = hoursOf(date, place, 'flagHours');
  return [from, until].map((at) => timeInZone(PLACES[place].timeZone, at));
};

describe('sunrise and sunset', () => {
  // half-staff, "Sun times"
  test.each([
    ['2026-05-25', 'dc', '05:48', '20:22'],
    ['2026-05-25', 'phoenix', '05:22', '19:28'],
    ['2026-05-25', 'honolulu', '05:50', '19:07'],
    ['2026-05-25', 'anchorage', '04:48', '23:06'],
    ['2026-05-25', 'fargo', '05:41', '21:07'],
    ['2026-12-07', 'dc', '07:13', '16:45'],
    ['2026-12-07', 'honolulu', '06:56', '17:49'],
    ['2026-12-07', 'anchorage', '09:57', '15:44'],
  ] as const)('on %s in %s are at %s and %s', (date, place, sunrise, sunset) => {
    expect(clock(date, place)).toEqual([sunrise, sunset]);
  });

  test('belong to the date of the sunrise, even if the sun sets after midnight', () => {
    expect(clock('2026-06-21', 'fairbanks')).toEqual(['02:57', '00:47']);
    const { until } = hoursOf('2026-06-21', 'fairbanks', 'flagHours');
    expect(dateInZone(PLACES.fairbanks.timeZone, until)).toBe('2026-06-22');
    const almanac = almanacOf(PLACES.fairbanks);
    expect(almanac.isWithin('sunHours', until - 1)).toBe(true);
    expect(almanac.isWithin('sunHours', until)).toBe(false);
  });

  test('are an hour later by the clock on the day when daylight saving time begins', () => {
    expect(clock('2026-03-07', 'newYork')).toEqual(['06:20', '17:54']);
    expect(clock('2026-03-08', 'newYork')).toEqual(['07:18', '18:55']);
    expect(clock('2026-11-01', 'newYork')).toEqual(['06:26', '16:52']);
  });
});

describe("the hours when a flag is up near the Earth's poles", () => {
  test('last from midnight to midnight during polar day, without gaps between days', () => {
    expect(sunDay('2026-06-21', PLACES.utqiagvik)).toEqual({ kind: 'polar-day' });
    const today = hoursOf('2026-06-21', 'utqiagvik', 'flagHours');
    expect(today.until - today.from).toBe(24 * HOUR);
    expect(hoursOf('2026-06-22', 'utqiagvik', 'flagHours').from).toBe(today.until);
  });

  test('last through civil twilight during polar night, when the sun never rises', () => {
    expect(sunDay('2026-12-21', PLACES.utqiagvik).kind).toBe('polar-night');
    expect(clock('2026-12-21', 'utqiagvik')).toEqual(['11:56', '14:54']);
    const { from, until } = hoursOf('2026-12-21', 'utqiagvik', 'sunHours');
    expect(from).toBe(until);
  });

  test('are empty if there is neither sunlight nor twilight', () => {
    const place = { latitude: 82.5, longitude: -62.3, timeZone: 'America/New_York' };
    expect(sunDay('2026-12-21', place)).toEqual({ kind: 'polar-night', twilight: null });
    const { from, until } = almanacOf(place).day(dayNumberOf('2026-12-21')).flagHours;
    expect([from, until].map((at) => timeInZone(place.timeZone, at))).toEqual(['12:00', '12:00']);
  });

  test('change only gradually during the year, even if the sun grazes the horizon', () => {
    for (const latitude of [60, 64.8, 65.7, 66.2, 67, 69, 71.3]) {
      const place = { ...PLACES.utqiagvik, latitude };
      let last = sunDay('2025-12-31', place);
      for (let date = '2026-01-01'; date < '2028-01-01'; date = addDays(date, 1)) {
        const day = sunDay(date, place);
        if (day.kind === 'ordinary') {
          expect(day.sunset, `${latitude} ${date}`).toBeGreaterThan(day.sunrise);
          expect(day.sunset - day.sunrise).toBeLessThanOrEqual(24 * HOUR);
          if (last.kind === 'ordinary')
            expect(Math.abs(day.sunrise - last.sunrise - 24 * HOUR)).toBeLessThan(1.6 * HOUR);
        }
        last = day;
      }
    }
  });
});

test('the hours of sunlight and the hours when a flag is up never end before they begin, at any coordinates on any day', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.integer({ min: dayNumberOf('2000-01-01'), max: dayNumberOf('2199-12-31') }),
      (latitude, longitude, number) => {
        const { flagHours, sunHours } = almanacOf({
          latitude,
          longitude,
          timeZone: 'America/Chicago',
        }).day(number);
        for (const { from, until } of [flagHours, sunHours]) {
          expect(until - from, dateOfDay(number)).toBeGreaterThanOrEqual(0);
          expect(until - from).toBeLessThanOrEqual(25 * HOUR);
        }
      },
    ),
  );
});
