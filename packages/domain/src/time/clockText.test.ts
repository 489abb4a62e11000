import { expect, test } from 'vitest';
import {
  clockText,
  dateText,
  dayText,
  exactText,
  momentText,
  rangeText,
  timeText,
} from './clockText.ts';

const NEW_YORK = 'America/New_York';
const AT = Date.UTC(2026, 11, 7, 12, 16, 5);

test('a time is formatted in US style with the time zone', () => {
  expect(momentText(AT, NEW_YORK)).toBe('Dec 7, 2026, 7:16 AM EST');
  expect(momentText(AT, 'Pacific/Honolulu')).toBe('Dec 7, 2026, 2:16 AM HST');
  expect(momentText(AT, 'Pacific/Guam')).toBe('Dec 7, 2026, 10:16 PM GMT+10');
  expect(exactText(AT, NEW_YORK)).toBe('Dec 7, 2026, 7:16:05 AM EST');
  expect(dayText(AT, 'Pacific/Kiritimati')).toBe('Dec 8, 2026');
});

test.each([
  ['only the time if it is today', Date.UTC(2026, 11, 7, 20), '7:16 AM EST'],
  ['also the date if it is on another day', Date.UTC(2026, 11, 6, 12), 'Dec 7, 7:16 AM EST'],
  ['also the year if it is in another year', Date.UTC(2027, 0, 2), 'Dec 7, 2026, 7:16 AM EST'],
])('a time is formatted with %s', (_when, now, text) => {
  expect(clockText(AT, now, NEW_YORK)).toBe(text);
});

test.each([
  ['today', 26, AT, '7:16–7:42 AM EST'],
  ['across noon', 300, AT, '7:16 AM–12:16 PM EST'],
  ['on another day', 26, Date.UTC(2026, 11, 9), 'Dec 7, 7:16–7:42 AM EST'],
  ['across two days', 1440, AT, 'Dec 7, 7:16 AM EST – Dec 8, 7:16 AM EST'],
  ['in another year', 26, Date.UTC(2027, 0, 2), 'Dec 7, 2026, 7:16–7:42 AM EST'],
])('a time range is formatted %s', (_when, minutes, now, text) => {
  expect(rangeText(AT, AT + minutes * 60_000, now, NEW_YORK)).toBe(text);
});

test('calendar dates and times of day are formatted without conversion to a time zone', () => {
  expect(dateText('2026-03-05')).toBe('Mar 5, 2026');
  expect(['00:00', '09:05', '12:00', '17:30'].map(timeText)).toEqual([
    '12:00 AM',
    '9:05 AM',
    '12:00 PM',
    '5:30 PM',
  ]);
});
