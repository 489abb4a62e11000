import { HISTORY_LENGTH } from '@halyard/domain';
import { expect, test } from 'vitest';
import { boundedTime, movedTime, zoomedTime } from './zoom.ts';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;

test('zooming in on a chart halves its range around the middle, and zooming out doubles it', () => {
  const time = { from: NOW - 8 * HOUR, until: NOW - 4 * HOUR };
  expect(zoomedTime(time, 0.5, NOW)).toEqual({ from: NOW - 7 * HOUR, until: NOW - 5 * HOUR });
  expect(zoomedTime(time, 2, NOW)).toEqual({ from: NOW - 10 * HOUR, until: NOW - 2 * HOUR });
});

test('the range of a chart never ends in the future, and keeps its length when it is moved forward', () => {
  const time = { from: NOW - 3 * HOUR, until: NOW - HOUR };
  expect(movedTime(time, 1, NOW)).toEqual({ from: NOW - 2 * HOUR, until: NOW });
  expect(movedTime(time, -1, NOW)).toEqual({ from: NOW - 5 * HOUR, until: NOW - 3 * HOUR });
});

test('the range of a chart is never shorter than the minimum length or longer than the maximum', () => {
  const { least, most } = HISTORY_LENGTH;
  const short = boundedTime({ from: NOW - HOUR - 1, until: NOW - HOUR }, NOW);
  expect(short.until - short.from).toBe(least);
  expect(boundedTime({ from: 0, until: NOW }, NOW)).toEqual({
    from: expect.any(Number),
    until: expect.any(Number),
  });
  const long = boundedTime({ from: 0, until: NOW }, NOW);
  expect(long.until - long.from).toBe(most);
});
