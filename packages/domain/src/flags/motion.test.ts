import { expect, test } from 'vitest';
import { nextStep, reportedPosition } from './motion.ts';

test.each([
  ['down', 'half', ['up', 'half']],
  [null, 'half', ['up', 'half']],
  ['up', 'half', ['half']],
  ['half', 'half', ['half']],
  ['half', 'down', ['up', 'down']],
  ['up', 'down', ['down']],
  [null, 'down', ['down']],
  ['half', 'up', ['up']],
  ['down', 'up', ['up']],
] as const)(
  'a pole moves from %s to %s in the steps %o (half-staff, "Motion")',
  (from, goal, expected) => {
    const steps = [nextStep(from, goal)];
    while (steps.at(-1) !== goal && steps.length < 4) steps.push(nextStep(steps.at(-1)!, goal));
    expect(steps).toEqual(expected);
  },
);

test("a pole's position is the one that it reports, and unknown if it reports none or two", () => {
  expect(reportedPosition({ reported: { flagUp: false, flagHalf: true } })).toBe('half');
  expect(reportedPosition({ reported: { flagDown: true, lamp: true } })).toBe('down');
  expect(reportedPosition({ reported: { flagUp: true, flagDown: true } })).toBe(null);
  expect(reportedPosition({ reported: {} })).toBe(null);
});
