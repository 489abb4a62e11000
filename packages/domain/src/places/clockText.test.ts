import { expect, test } from 'vitest';
import { clockText, momentText } from './clockText.ts';

const NEW_YORK = 'America/New_York';
const AT = Date.UTC(2026, 11, 7, 12, 16);

test('writes a moment in US form with the zone', () => {
  expect(momentText(AT, NEW_YORK)).toBe('Dec 7, 2026, 7:16 AM EST');
  expect(momentText(AT, 'Pacific/Honolulu')).toBe('Dec 7, 2026, 2:16 AM HST');
  expect(momentText(AT, 'Pacific/Guam')).toBe('Dec 7, 2026, 10:16 PM GMT+10');
});

test.each([
  ['today, the time only', Date.UTC(2026, 11, 7, 20), '7:16 AM EST'],
  ['on another day, the date too', Date.UTC(2026, 11, 6, 12), 'Dec 7, 7:16 AM EST'],
  ['in another year, the year too', Date.UTC(2027, 0, 2), 'Dec 7, 2026, 7:16 AM EST'],
])('writes %s', (_when, now, text) => {
  expect(clockText(AT, now, NEW_YORK)).toBe(text);
});
