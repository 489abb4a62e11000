import { expect, test } from 'vitest';
import { openFor } from './alertTexts.ts';

test('the duration of an open alert is formatted to the minute', () => {
  const since = 1_000_000;
  expect(openFor(since, since + 500)).toBe('under 1 min');
  expect(openFor(since, since + 85_000)).toBe('1 min');
  expect(openFor(since, since + 125_000)).toBe('2 min');
  expect(openFor(since, since + 3 * 3_600_000 + 61_000)).toBe('3 hr 1 min');
});
