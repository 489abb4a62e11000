import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { US_TIME_ZONES } from '../places/geography.ts';
import { dateInZone, momentInZone, timeInZone, zoneClock } from './zoneClock.ts';

const HOUR = 3_600_000;
const NEW_YORK = 'America/New_York';
const iso = (at: number) => new Date(at).toISOString();

describe("a time zone's clock", () => {
  test.each([
    [NEW_YORK, '2026-05-25', '12:00', '2026-05-25T16:00:00.000Z'],
    ['America/Phoenix', '2026-05-25', '12:00', '2026-05-25T19:00:00.000Z'],
    ['Pacific/Honolulu', '2026-05-25', '12:00', '2026-05-25T22:00:00.000Z'],
    ['America/Anchorage', '2026-05-25', '12:00', '2026-05-25T20:00:00.000Z'],
    ['America/Adak', '2026-12-31', '23:59', '2027-01-01T09:59:00.000Z'],
    ['America/Chicago', '2028-02-29', '00:00', '2028-02-29T06:00:00.000Z'],
  ])('in %s, converts %s %s to the right instant and back', (zone, date, time, at) => {
    const moment = momentInZone(zone, date, time);
    expect(iso(moment)).toBe(at);
    expect([dateInZone(zone, moment), timeInZone(zone, moment)]).toEqual([date, time]);
  });

  test('treats a skipped time, such as 2:30 AM when daylight saving time begins, as 3:30 AM', () => {
    const left = momentInZone(NEW_YORK, '2026-03-08', '02:30');
    expect(timeInZone(NEW_YORK, left)).toBe('03:30');
    expect(momentInZone(NEW_YORK, '2026-03-08', '03:30')).toBe(left);
  });

  test('uses the first occurrence of a time that repeats when daylight saving time ends', () => {
    expect(iso(momentInZone(NEW_YORK, '2026-11-01', '01:30'))).toBe('2026-11-01T05:30:00.000Z');
  });

  test('has a 23-hour day when daylight saving time begins, and a 25-hour day when it ends', () => {
    const length = (zone: string, date: string, next: string) =>
      (momentInZone(zone, next, '00:00') - momentInZone(zone, date, '00:00')) / HOUR;
    expect(length(NEW_YORK, '2026-03-08', '2026-03-09')).toBe(23);
    expect(length(NEW_YORK, '2026-11-01', '2026-11-02')).toBe(25);
    expect(length('America/Phoenix', '2026-03-08', '2026-03-09')).toBe(24);
  });

  test('agrees with Intl at every time in every zone', () => {
    const written = (zone: string, at: number) =>
      new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'short',
      }).format(at);
    fc.assert(
      fc.property(
        fc.constantFrom(...US_TIME_ZONES),
        fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2040, 0, 1) }),
        (zone, at) => {
          expect(`${dateInZone(zone, at)} ${timeInZone(zone, at)}`).toBe(written(zone, at));
        },
      ),
    );
  });

  test('converts every time to local time and back, except in the hour that occurs twice', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...US_TIME_ZONES),
        fc.integer({ min: 0, max: 366 * 24 * 60 }),
        (zone, minutes) => {
          const at = Date.UTC(2026, 0, 1) + minutes * 60_000;
          const again = momentInZone(zone, dateInZone(zone, at), timeInZone(zone, at));
          expect([at, at - HOUR]).toContain(again);
        },
      ),
    );
  });

  test('fails with a RangeError for an unknown time zone', () => {
    expect(() => zoneClock('Mars/Olympus')).toThrow(RangeError);
  });
});
