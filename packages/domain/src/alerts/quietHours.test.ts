import { expect, test } from 'vitest';
import { quietUntil } from './quietHours.ts';

const ZONE = 'America/New_York';
const until = (from: string, end: string, at: string): string | null => {
  const over = quietUntil({ from, until: end }, ZONE, Date.parse(at));
  return over === null ? null : new Date(over).toISOString();
};

test("quiet hours that span midnight last from evening to morning in the pole's local time", () => {
  expect(until('22:00', '07:00', '2026-11-20T21:59:59-05:00')).toBe(null);
  const morning = '2026-11-21T12:00:00.000Z';
  expect(until('22:00', '07:00', '2026-11-20T22:00:00-05:00')).toBe(morning);
  expect(until('22:00', '07:00', '2026-11-21T06:59:59-05:00')).toBe(morning);
  expect(until('22:00', '07:00', '2026-11-21T07:00:00-05:00')).toBe(null);
});

test('quiet hours that do not span midnight end on the day they begin', () => {
  expect(until('12:00', '13:30', '2026-11-20T12:30:00-05:00')).toBe('2026-11-20T18:30:00.000Z');
  expect(until('12:00', '13:30', '2026-11-20T11:00:00-05:00')).toBe(null);
  expect(until('12:00', '13:30', '2026-11-20T14:00:00-05:00')).toBe(null);
});

test('quiet hours are an hour shorter on the night when the clock is set forward', () => {
  // On March 8, 2026, 01:59 EST is followed by 03:00 EDT.
  expect(until('22:00', '07:00', '2026-03-07T23:00:00-05:00')).toBe('2026-03-08T11:00:00.000Z');
  // That night has no 02:30, so the quiet hours end half an hour after the clock change.
  expect(until('22:00', '02:30', '2026-03-08T01:59:00-05:00')).toBe('2026-03-08T07:30:00.000Z');
  expect(until('22:00', '02:30', '2026-03-08T03:31:00-04:00')).toBe(null);
});

test('quiet hours that ended at 1:30 AM do not begin again when the clock is set back', () => {
  // On November 1, 2026, 01:59 EDT is followed by 01:00 EST.
  expect(until('22:00', '07:00', '2026-10-31T23:00:00-04:00')).toBe('2026-11-01T12:00:00.000Z');
  expect(until('22:00', '01:30', '2026-11-01T01:29:00-04:00')).toBe('2026-11-01T05:30:00.000Z');
  expect(until('22:00', '01:30', '2026-11-01T01:15:00-05:00')).toBe(null);
});
