import { expect, test } from 'vitest';
import { readRecord } from '../flags/record.ts';
import { viewFlag } from '../flags/view.ts';
import { type FilteredFlag, NO_CRITERIA } from './filter.ts';
import { filterCounts } from './filterCounts.ts';

const NOW = Date.UTC(2026, 4, 25);
/** A raised flag whose pole reported this many seconds ago. */
const view = (secondsAgo: number) =>
  viewFlag(
    readRecord({ voltage: 42, reported: { flagUp: true, lastSeen: NOW / 1000 - secondsAgo } }),
    NOW,
  );
const flag = (facts: Partial<FilteredFlag>, secondsAgo = 5) => ({
  openAlerts: [],
  state: 'OH',
  autopilot: 'follows' as const,
  ...facts,
  view: view(secondsAgo),
});
const flags = [
  flag({ openAlerts: ['voltage'] }),
  flag({ autopilot: 'held' }),
  flag({ state: 'VA', autopilot: 'off' }, 900),
];
const counted = (criteria = {}) =>
  Object.fromEntries(
    filterCounts(
      flags,
      { ...NO_CRITERIA, ...criteria },
      (one) => one.view,
      (one) => one,
    ),
  );

test('the flag list counts the flags that match each filter, and leaves out filters without matches', () => {
  expect(counted()).toEqual({
    'show=online': 2,
    'show=offline': 1,
    'show=alert': 1,
    'position=up': 3,
    'autopilot=follows': 1,
    'autopilot=off': 1,
    'autopilot=held': 1,
    'state=OH': 2,
    'state=VA': 1,
  });
});

test("a filter's count shows how many flags the list would contain if the user selected that filter", () => {
  expect(counted({ show: ['offline'] })).toEqual({
    'show=online': 2,
    'show=offline': 1,
    'show=alert': 1,
    'position=up': 1,
    'autopilot=off': 1,
    'state=VA': 1,
  });
  expect(counted({ state: 'OH' })['state=VA']).toBe(1);
});
