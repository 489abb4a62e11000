import type { Flag } from '@halyard/domain';
import { expect, it } from 'vitest';
import { makeFlag, node, silentNode } from '@/flags/testing/flags.ts';
import { sharedFlags } from './sharedFlags.ts';

const [north, south] = [makeFlag({ id: 'north' }), makeFlag({ id: 'south' })];
const list = [north, south];

it('a list fetched anew is the one before where nothing but the poles’ words has changed', () => {
  const [spoken, fallenSilent] = [
    makeFlag({ id: 'north' }, node({ voltage: 39 })),
    makeFlag({ id: 'south', voltageLimits: { below: 40, above: 48 } }, silentNode(3600)),
  ];
  expect(sharedFlags(list, [spoken, fallenSilent])).toBe(list);
});

it.each<[what: string, Partial<Flag>]>([
  ['its name', { name: 'Renamed' }],
  ['its place', { location: 'Harbour', locationId: 'acme-harbour-1' }],
  ['a key that waits', { newKeySince: 1 }],
  ['its limits', { voltageLimits: { below: 40, above: 47 } }],
  ['what is wrong at it', { openAlerts: ['offline'] }],
  ['its time to move', { live: { ...north.live, moveTimeout: 90 } }],
  ['who steps it', { live: { ...north.live, serverSteps: true } }],
])('a flag is a new one where %s has changed; its neighbours stay', (_, changes) => {
  const changed = { ...north, ...changes };
  const next = sharedFlags(list, [changed, makeFlag({ id: 'south' })]);
  expect(next[0]).toBe(changed);
  expect(next[1]).toBe(south);
});

it('tells a flag that came, one that went, and another order', () => {
  expect(sharedFlags(list, [north])).toEqual([north]);
  expect(sharedFlags([north], [...list])).toEqual(list);
  expect(sharedFlags(list, [south, north])).toEqual([south, north]);
  expect(sharedFlags(undefined, list)).toBe(list);
});
