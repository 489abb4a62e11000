import { type FlagRecord, readRecord } from '@halyard/domain';
import { expect, test } from 'vitest';
import { reportOf } from './pole.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const UP = { flagUp: true, flagDown: false, flagHalf: false, lamp: false };
const HALF = { ...UP, flagUp: false, flagHalf: true };

/** Returns a simulated pole that is up and last reported `ago` ms before the current time. */
const pole = (ago: number, more: object = {}): FlagRecord =>
  readRecord({
    ...UP,
    reported: { ...UP, lastSeen: (NOW - ago) / 1000 },
    seenAt: NOW - ago,
    ...more,
  });
const command = (ago: number) => ({ id: 'c', by: 'u', issuedAt: NOW - ago, receivedAt: NOW - ago });
const positionIn = (report: ReturnType<typeof reportOf>) =>
  Object.entries(report ?? {}).find(([leaf, value]) => leaf !== 'seenAt' && value === true)?.[0];

test('a simulated pole reports once a minute while it is not moving', () => {
  expect(reportOf(pole(59_000), NOW)).toBe(null);
  expect(reportOf(pole(60_000), NOW)).toEqual({
    voltage: 42,
    seenAt: NOW,
    'reported/lastSeen': NOW / 1000,
    'reported/flagUp': true,
    'reported/flagDown': false,
    'reported/flagHalf': false,
    'reported/lamp': false,
  });
});

test('a simulated pole reports the commanded position after the move has had time to finish', () => {
  expect(reportOf(pole(1000, { ...HALF, command: command(3999) }), NOW)).toBe(null);
  expect(positionIn(reportOf(pole(1000, { ...HALF, command: command(4000) }), NOW))).toBe(
    'reported/flagHalf',
  );
});

test('a simulated pole does not report the new position while it is moving', () => {
  const report = reportOf(pole(90_000, { ...HALF, command: command(1000) }), NOW);
  expect(positionIn(report)).toBe('reported/flagUp');
});

test('a simulated pole does not move while it is locked', () => {
  const lock = { reason: 'Rope', by: 'u', byName: 'ann', at: NOW };
  const locked = pole(90_000, { ...HALF, command: command(10_000), lock });
  expect(positionIn(reportOf(locked, NOW))).toBe('reported/flagUp');
});
