import { describe, expect, test } from 'vitest';
import { settlement } from './command.ts';
import { isLocked, readLock, sameLock } from './lock.ts';
import { followsMasterControl, masterControlIsOn } from './masterControl.ts';
import { readRecord } from './record.ts';
import { viewFlag } from './view.ts';

const NOW = 1_763_640_000_000;
const LOCK = { reason: 'Rope frayed', by: 'u1', byName: 'ann', at: NOW - 5000 };
const UP = { flagUp: true, flagDown: false };
const DOWN = { flagUp: false, flagDown: true };
const command = { id: 'c', issuedAt: NOW - 10_000, by: 'u2' };
const cancelled = { 'command/closedAt': NOW, 'command/outcome': 'cancelled' };

test('a stored lock is read with its user, time and reason, and even an invalid lock value locks the flag', () => {
  expect(readRecord({ lock: LOCK }).lock).toEqual(LOCK);
  for (const odd of [true, 'x', 0, {}, { at: 'soon', by: 7 }])
    expect(isLocked({ lock: readLock(odd) })).toBe(true);
  for (const none of [null, undefined]) expect(isLocked({ lock: readLock(none) })).toBe(false);
  expect(isLocked(readRecord(null))).toBe(false);
});

test('two locks are the same only if they have the same user, time and reason', () => {
  expect(sameLock(LOCK, { ...LOCK })).toBe(true);
  expect(sameLock(null, null)).toBe(true);
  for (const other of [null, { ...LOCK, at: NOW }, { ...LOCK, reason: 'Paint' }])
    expect(sameLock(LOCK, other)).toBe(false);
});

describe("checking a locked flag's command against the pole's reports", () => {
  test('cancels an open command, which an offline pole could otherwise execute later', () => {
    const record = readRecord({ ...UP, lamp: true, reported: DOWN, command, lock: LOCK });
    expect(settlement(record, NOW)).toEqual({
      reason: 'cancelled',
      changes: { ...DOWN, ...cancelled },
    });
  });

  test('cancels an open command by turning off the requested position if the pole has reported no position', () => {
    const record = readRecord({ ...UP, reported: { lamp: true }, command, lock: LOCK });
    expect(settlement(record, NOW)?.changes).toEqual({ flagUp: false, lamp: true, ...cancelled });
    const silent = readRecord({ ...UP, command, lock: LOCK });
    expect(settlement(silent, NOW)?.changes).toEqual({ flagUp: false, ...cancelled });
  });

  test('closes a command as confirmed if the pole has already carried it out', () => {
    const record = readRecord({ ...UP, reported: UP, command, lock: LOCK });
    expect(settlement(record, NOW)?.reason).toBe('confirmed');
  });

  test('sets the desired position to the reported one if the pole was moved by hand', () => {
    const record = readRecord({ ...UP, reported: DOWN, lock: LOCK });
    expect(settlement(record, NOW)).toEqual({ reason: 'moved-at-pole', changes: DOWN });
  });

  test('changes nothing without an open command or a new report', () => {
    expect(settlement(readRecord({ ...UP, reported: UP, lock: LOCK }), NOW)).toBe(null);
  });
});

test('a master control moves and counts only flags that are online and not locked', () => {
  const seen = { lastSeen: NOW / 1000 };
  const up = viewFlag(readRecord({ ...UP, reported: { ...UP, ...seen } }), NOW);
  const locked = viewFlag(readRecord({ ...DOWN, reported: { ...DOWN, ...seen }, lock: LOCK }), NOW);
  expect([up, locked].map(followsMasterControl)).toEqual([true, false]);
  expect(masterControlIsOn([up, locked], 'flagUp')).toBe(true);
  expect(masterControlIsOn([locked], 'flagDown')).toBe(false);
});
