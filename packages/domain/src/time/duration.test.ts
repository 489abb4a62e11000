import { expect, test } from 'vitest';
import { durationText } from './duration.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('writes a duration in its two largest units', () => {
  expect([40_000, 12 * MINUTE, HOUR + 5 * MINUTE, 51 * HOUR, 48 * HOUR].map(durationText)).toEqual([
    '40 s',
    '12 min',
    '1 h 5 min',
    '2 d 3 h',
    '2 d',
  ]);
});
