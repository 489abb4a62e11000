import { expect, test } from 'vitest';
import { readDemoClock } from './clock.ts';

test('--at sets the start time of the demo clock, and --speed sets how fast the clock runs', () => {
  let wall = 1_000_000;
  const args = ['--demo', '--at', '2026-05-25T05:00-05:00', '--speed', '30'];
  const read = readDemoClock(args, () => wall);
  const begin = Date.parse('2026-05-25T10:00:00Z');
  expect([read?.speed, read?.domainClock.now()]).toEqual([30, begin]);
  wall += 2000;
  expect(read?.domainClock.now()).toBe(begin + 60_000);
  expect(read?.domainClock.at(1_000_500)).toBe(begin + 15_000);
});

test('the demo runs in real time without --at; with --at, --speed defaults to 60', () => {
  expect(readDemoClock(['--demo', '--reset'], Date.now)).toBe(null);
  expect(readDemoClock(['--at', '2026-05-25T05:00Z'], Date.now)?.speed).toBe(60);
});

test.each([
  [['--at', 'Memorial Day']],
  [['--at', '2026-05-25']],
  [['--at', '2026-05-25T05:00']],
  [['--at', '2026-05-25T05:00Z', '--speed', '0']],
  [['--at', '2026-05-25T05:00Z', '--speed', 'fast']],
])('the arguments %j are rejected with an error that names the invalid option', (args) => {
  expect(() => readDemoClock(args, Date.now)).toThrow(/^--(at|speed) must be a /);
});
