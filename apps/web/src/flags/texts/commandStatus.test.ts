import { readRecord, viewFlag } from '@halyard/domain';
import { describe, expect, test } from 'vitest';
import { node, seconds, silentNode } from '../testing/flags.ts';
import { CONFIRMED_SHOWN_MS, commandStatus } from './commandStatus.ts';

const NOW = Date.now();
const DOWN = { flagUp: false, flagDown: true };

function word(raw: unknown, now = NOW) {
  const record = readRecord(raw);
  return commandStatus(record, viewFlag(record, now), now)?.text ?? null;
}

const command = (age: number, closed?: object) => ({
  command: { id: 'c', issuedAt: NOW - age, by: 'u', ...closed },
});

describe('the command status', () => {
  test('is empty if there is nothing to report', () => {
    expect(word(node())).toBeNull();
    expect(word(null)).toBeNull();
  });

  test('changes from “pending” to “no response yet” to “gave up” if the pole does not respond', () => {
    expect(word(node({ ...DOWN, ...command(1_000) }))).toBe('Pending — lowering');
    expect(word(node({ ...DOWN, ...command(20_000) }))).toBe(
      'No response yet; will lower when it responds',
    );
    expect(word(node({ ...DOWN, ...command(20 * 60_000) }))).toBe('No response, gave up');
  });

  test('is “Pending — raising” for a second command, even if the pole reported “up” before the first one', () => {
    const raw = node({ seenAt: NOW - 5_000, ...command(1_000, { after: NOW - 5_000 }) });
    expect(word(raw)).toBe('Pending — raising');
    expect(word(raw, NOW + 20_000)).toBe('No response yet; will raise when it responds');
  });

  test('describes a lamp change, a stop, or a move together with a lamp change', () => {
    expect(word(node({ lamp: true, ...command(0) }))).toBe('Pending — turning the lamp on');
    expect(word(node({ flagUp: false, ...command(0) }))).toBe('Pending — stopping');
    expect(word(node({ ...DOWN, lamp: true, ...command(0) }))).toBe(
      'Pending — lowering and turning the lamp on',
    );
  });

  test('is “moving” if the pole reports no position but one is requested, and “unknown” if none is requested', () => {
    const none = { flagUp: false, flagDown: false, flagHalf: false, lamp: false };
    const reported = { ...none, lastSeen: seconds(1) };
    expect(word(node({ ...DOWN, reported, ...command(0) }))).toBe('Moving');
    expect(word(node({ ...none, reported }))).toBe('Position unknown');
  });

  test('is “Confirmed” for a short time after the pole has confirmed the command', () => {
    const closed = { closedAt: NOW, outcome: 'confirmed' };
    expect(word(node(command(3_000)))).toBe('Confirmed');
    expect(word(node(command(3_000, closed)))).toBe('Confirmed');
    expect(word(node(command(3_000, closed)), NOW + CONFIRMED_SHOWN_MS)).toBeNull();
  });

  test('says that a pole was stopped, and is never "Confirmed" if the position is unknown', () => {
    const none = { flagUp: false, flagDown: false, flagHalf: false, lamp: false };
    const closed = { closedAt: NOW, outcome: 'confirmed' };
    const reported = { ...none, lastSeen: seconds(1) };
    const stop = (fields: object = {}) => node({ ...none, reported, ...command(3_000, fields) });
    for (const fields of [{}, { to: 'stop' }, { ...closed, to: 'stop' }, closed])
      expect(word(stop(fields))).toBe('Stopped, no position requested');
    expect(word(stop({ ...closed, to: 'stop' }), NOW + 3_600_000)).toBe(
      'Stopped, no position requested',
    );
    // Only the lamp was switched, on a pole that was stopped or left between two positions by hand.
    const lit = (to: string) =>
      node({
        ...none,
        lamp: true,
        reported: { ...reported, lamp: true },
        ...command(3_000, { ...closed, positionRequest: { id: 'p', by: 'u', at: NOW, to } }),
      });
    expect(word(lit('stop'))).toBe('Stopped, no position requested');
    expect(word(lit('up'))).toBe('Position unknown');
  });

  test('shows “no feedback” if the pole does not report its switches', () => {
    expect(word(node({ reported: { lastSeen: seconds(1) } }))).toBe('No feedback');
    expect(word(node({ reported: { lastSeen: seconds(1) }, ...command(100) }))).toBe('No feedback');
  });

  test('says that an offline pole will respond when it reconnects', () => {
    expect(word({ ...silentNode(900), ...DOWN, ...command(60_000) })).toBe(
      'No response yet; will lower when it reconnects',
    );
  });
});
