import { NO_CRITERIA, viewFlag } from '@halyard/domain';
import { expect, test } from 'vitest';
import { makeFlag, node, silentNode } from '../testing/flags.ts';
import { filterCounts } from './filterCounts.ts';

const flags = [
  makeFlag({ state: 'OH', openAlerts: ['voltage'] }, node()),
  makeFlag({ state: 'OH', autopilot: 'held' }, node()),
  makeFlag({ state: 'VA', autopilot: 'off' }, silentNode(900)),
];
const views = new Map(flags.map(({ id, live }) => [id, viewFlag(live, Date.now())]));
const counted = (criteria = {}) =>
  Object.fromEntries(filterCounts(flags, { ...NO_CRITERIA, ...criteria }, (id) => views.get(id)));

test('filter counts show how many flags each filter would show, and omit filters that would show none', () => {
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

test('filter counts include the active filters, except those that a click would turn off', () => {
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
