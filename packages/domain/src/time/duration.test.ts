import { expect, test } from 'vitest';
import { durationText } from './duration.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('a duration is formatted in its two largest units', () => {
  expect([4_240, 9_990, 40_000, 119_400, 119_600].map(durationText)).toEqual([
    '4.2 sec',
    '10 sec',
    '40 sec',
    '119 sec',
    '2 min',
  ]);
  expect([12 * MINUTE, HOUR + 5 * MINUTE, 51 * HOUR, 48 * HOUR].map(durationText)).toEqual([
    '12 min',
    '1 hr 5 min',
    '2 days 3 hr',
    '2 days',
  ]);
});
