import { expect, test } from 'vitest';
import { memorialDayClock, nextMemorialDay, pacesOf } from './memorialDay.ts';

const DATE = '2027-05-31';

test("the demo finds the next Memorial Day, or next year's if today is Memorial Day", () => {
  expect(nextMemorialDay(Date.parse('2026-11-22T12:00Z'))).toBe('2027-05-31');
  expect(nextMemorialDay(Date.parse('2027-05-31T02:00Z'))).toBe('2027-05-31');
  expect(nextMemorialDay(Date.parse('2027-05-31T16:00Z'))).toBe('2028-05-29');
});

test('the Memorial Day demo takes about two minutes to get from before the first sunrise to after the last sunset', () => {
  const paces = pacesOf(DATE);
  const seconds = paces.reduce((sum, { from, speed }, i) => {
    const next = paces[i + 1];
    return next ? sum + (next.from - from) / speed / 1000 : sum;
  }, 0);
  expect(seconds).toBeGreaterThan(110);
  expect(seconds).toBeLessThan(130);
  const [first, last] = [paces[0]!, paces.at(-1)!];
  // 5:47 AM EDT in Norfolk, 7:35 PM MST in Flagstaff.
  expect(first.from).toBeLessThan(Date.parse('2027-05-31T09:46Z'));
  expect(last.from).toBeGreaterThan(Date.parse('2027-06-01T02:35Z'));
  expect(last.speed).toBe(1);
});

test('the Memorial Day demo slows to 30 times real time while flags move at noon, and ends in real time', () => {
  let wall = Date.parse('2026-11-22T12:00Z');
  const begun = wall;
  const { domainClock } = memorialDayClock(() => wall);
  for (const noon of ['2027-05-31T16:00Z', '2027-05-31T19:00Z'].map(Date.parse)) {
    wall = domainClock.wallAt(noon);
    // The result is exact to 1 ms of real time, which is 30 ms on this clock.
    expect(Math.abs(domainClock.now() - noon)).toBeLessThanOrEqual(30);
    expect(domainClock.speed).toBe(30);
    expect(domainClock.speedUntil).toBeGreaterThan(noon + 3 * 60_000);
  }
  wall = begun + 10 * 60_000;
  expect([domainClock.speed, domainClock.speedUntil]).toEqual([1, null]);
});
