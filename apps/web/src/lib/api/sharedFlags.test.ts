import type { Flag } from '@halyard/domain';
import { expect, test } from 'vitest';
import { makeFlag, node, silentNode } from '@/flags/testing/flags.ts';
import { sharedFlags } from './sharedFlags.ts';

const [north, south] = [makeFlag({ id: 'north' }), makeFlag({ id: 'south' })];
const list = [north, south];

test("the flag list stays the same object if only the poles' reports have changed", () => {
  const [spoken, fallenSilent] = [
    makeFlag({ id: 'north' }, node({ voltage: 39 })),
    makeFlag({ id: 'south', voltageLimits: { below: 40, above: 48 } }, silentNode(3600)),
  ];
  expect(sharedFlags(list, [spoken, fallenSilent])).toBe(list);
});

test.each<[what: string, Partial<Flag>]>([
  ['its name', { name: 'Renamed' }],
  ['its location', { location: 'Harbour', locationId: 'acme-harbour-1' }],
  ['an unused new key', { newKeySince: 1 }],
  ['its limits', { voltageLimits: { below: 40, above: 47 } }],
  ['its problems', { openAlerts: ['offline'] }],
  ['its move timeout', { live: { ...north.live, moveTimeout: 90 } }],
  ['whether the server moves it in steps', { live: { ...north.live, serverSteps: true } }],
])(
  'a flag becomes a new object if %s changed, and all other flags stay the same objects',
  (_, changes) => {
    const changed = { ...north, ...changes };
    const next = sharedFlags(list, [changed, makeFlag({ id: 'south' })]);
    expect(next[0]).toBe(changed);
    expect(next[1]).toBe(south);
  },
);

test('the flag list becomes a new object if a flag is added, removed or moved within the list', () => {
  expect(sharedFlags(list, [north])).toEqual([north]);
  expect(sharedFlags([north], [...list])).toEqual(list);
  expect(sharedFlags(list, [south, north])).toEqual([south, north]);
  expect(sharedFlags(undefined, list)).toBe(list);
});
