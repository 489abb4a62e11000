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
  ['a new voltage and time are only readings', node, later, true],
  ['a missing voltage is only a reading', node, { ...later, voltage: null }, true],
  [
    'a new position is another change',
    node,
    { ...later, reported: { ...later.reported, flagUp: false } },
    false,
  ],
  ['an added switch is another change', node, { ...later, lamp: true }, false],
  ['a removed switch is another change', { ...node, lamp: true }, later, false],
  [
    'a new command is another change',
    node,
    { ...later, command: { ...node.command, id: 'd' } },
    false,
  ],
  [
    'a lock is another change',
    node,
    { ...later, lock: { reason: 'Rope', by: 'u', at: NOW } },
    false,
  ],
  ['a new time limit for moves is another change', node, { ...later, moveTimeout: 90 }, false],
  [
    'any report is another change while a command is open',
    { ...node, command: open },
    { ...later, command: open },
    false,
  ],
  [
    'the first report after a silence is another change',
    { ...node, seenAt: NOW - ONLINE_SECONDS * 1000, reported: { flagUp: true, lamp: false } },
    later,
    false,
  ],
])(
  'new readings are distinguished from other changes to a flag: %s',
  (_what, before, after, isOnly) => {
    expect(isOnlyReadings(readRecord(before), readRecord(after), NOW)).toBe(isOnly);
  },
);
