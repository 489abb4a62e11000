import { expect, test } from 'vitest';
import { ONLINE_SECONDS } from './limits.ts';
import { isOnlyReadings } from './readings.ts';
import { readRecord } from './record.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const node = {
  deviceName: 'Pole',
  flagUp: true,
  voltage: 42,
  seenAt: NOW - 30_000,
  reported: { flagUp: true, lamp: false, lastSeen: NOW / 1000 - 30 },
  command: {
    id: 'c',
    by: 'u',
    issuedAt: NOW - 90_000,
    closedAt: NOW - 80_000,
    outcome: 'confirmed',
  },
};
const later = {
  ...node,
  voltage: 41.5,
  seenAt: NOW,
  reported: { ...node.reported, lastSeen: NOW / 1000 },
};
const open = { ...node.command, closedAt: undefined, outcome: undefined };

test.each<[string, object, object, boolean]>([
  ['a voltage and a time are only readings', node, later, true],
  ['a voltage that is missing is one, too', node, { ...later, voltage: null }, true],
  ['a position is more', node, { ...later, reported: { ...later.reported, flagUp: false } }, false],
  ['a switch that was not there is more', node, { ...later, lamp: true }, false],
  ['a switch that is gone is more', { ...node, lamp: true }, later, false],
  ['a command is more', node, { ...later, command: { ...node.command, id: 'd' } }, false],
  ['a lock is more', node, { ...later, lock: { reason: 'Rope', by: 'u', at: NOW } }, false],
  ['the timeout for moves is more', node, { ...later, moveTimeout: 90 }, false],
  [
    'an open command may wait for any report',
    { ...node, command: open },
    { ...later, command: open },
    false,
  ],
  [
    'the first report after a silence is more',
    { ...node, seenAt: NOW - ONLINE_SECONDS * 1000, reported: { flagUp: true, lamp: false } },
    later,
    false,
  ],
])('%s', (_what, before, after, isOnly) => {
  expect(isOnlyReadings(readRecord(before), readRecord(after), NOW)).toBe(isOnly);
});
