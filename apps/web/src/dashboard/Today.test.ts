import type { TodaySource } from '@halyard/domain';
import { expect, test } from 'vitest';
import { fullText, nextHalfStaffDay, nowText } from './Today.tsx';

const NOW = Date.parse('2026-12-07T12:00:00-06:00');
const source = (changes: Partial<TodaySource>): TodaySource => ({
  source: { kind: 'annual-day', key: 'day:x', keys: ['day:x'], by: null, title: 'A Day' },
  position: 'half',
  locations: 2,
  following: 2,
  at: Date.parse('2026-12-07T17:30:00-06:00'),
  atSun: 'sunset',
  isLaterElsewhere: false,
  timeZone: 'America/Chicago',
  ...changes,
});
const today = { now: NOW, speed: 1, changesAt: null, inEffect: [] };

test("today's card shows which position the flag should be in, and until when", () => {
  expect(nowText(source({}), NOW)).toBe('Half-staff today until sunset, 5:30 PM CST');
  expect(nowText(source({ isLaterElsewhere: true, position: 'up' }), NOW)).toBe(
    'Full staff today until sunset, 5:30 PM CST (earliest location)',
  );
  expect(nowText(source({ at: null, atSun: null }), NOW)).toBe('Half-staff until further notice');
  const noon = source({ at: NOW, atSun: 'noon' });
  expect(nowText(noon, NOW)).toBe('Half-staff today until noon CST');
});

test("today's card shows when full staff ends, if that is within a day", () => {
  expect(fullText({ ...today, next: null })).toBe('Full staff today');
  const next = source({ at: NOW + 19 * 3_600_000, atSun: 'sunrise' });
  expect(fullText({ ...today, next })).toBe('Full staff until sunrise, Dec 8, 7:00 AM CST');
  expect(fullText({ ...today, next: source({ at: NOW + 48 * 3_600_000 }) })).toBe(
    'Full staff today',
  );
});

test("today's card shows the next half-staff day after today", () => {
  const day = (date: string, halfStaff = true) => ({ date, name: date, halfStaff });
  const holidays = [day('2026-12-07'), day('2026-12-25', false), day('2027-05-15')];
  expect(nextHalfStaffDay(holidays, NOW)?.date).toBe('2027-05-15');
});
