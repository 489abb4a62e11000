import { readRecord, viewFlag } from '@halyard/domain';
import { describe, expect, test } from 'vitest';
import { makeFlag, node, silentNode } from '../testing/flags.ts';
import { type BulkItem, judge } from './judge.ts';

const NOW = Date.now();
const flag = makeFlag();
const SENT = { stage: 'sent', id: 'ours' } as const;
const down = (command: BulkItem['command'] = SENT): BulkItem => ({
  flag,
  field: 'flagDown',
  on: true,
  command,
});
const WANTED = { flagUp: false, flagDown: true };
const ours = (age = 1_000, more = {}) => ({
  command: { id: 'ours', issuedAt: NOW - age, by: 'u', ...more },
});

function verdict(item: BulkItem, raw: unknown) {
  const record = readRecord(raw);
  return judge(item, { record, view: viewFlag(record, NOW) }, NOW);
}
const cause = (item: BulkItem, raw: unknown) => {
  const found = verdict(item, raw);
  return found.kind === 'failed' ? [found.text, found.hindrance === null] : found.kind;
};

describe("the check for a pole's confirmation", () => {
  test("accepts only the pole's own report as a confirmation", () => {
    const reported = { ...WANTED, flagHalf: false, lastSeen: NOW / 1000 };
    expect(cause(down(), node({ ...WANTED, ...ours() }))).toBe('waiting');
    expect(cause(down(), node({ ...WANTED, ...ours(), reported }))).toBe('followed');
    expect(cause(down({ stage: 'sending' }), node())).toBe('waiting');
  });

  test('fails after the move timeout, and shows what the pole reports', () => {
    const late = node({ ...WANTED, ...ours(15_000) });
    expect(cause(down(), late)).toEqual(['Not confirmed after 15 sec; reports Up', true]);
    const slow = node({ ...WANTED, ...ours(15_000), moveTimeout: 60 });
    expect(cause(down(), slow)).toBe('waiting');
    const lamp: BulkItem = { ...down(), field: 'lamp' };
    expect(cause(lamp, node({ lamp: true, ...ours(15_000) }))).toEqual([
      'Not confirmed after 15 sec; reports the lamp off',
      true,
    ]);
  });

  test('shows what the pole reports if the command expired or the pole was moved on site', () => {
    const closed = ours(20 * 60_000, { closedAt: NOW, outcome: 'lapsed' });
    expect(cause(down(), node(closed))).toEqual(['Reports Up', true]);
    const none = { flagUp: false, flagDown: false, flagHalf: false, lastSeen: NOW / 1000 };
    expect(cause(down(), node({ ...closed, ...none, reported: none }))).toEqual([
      'Reports no position',
      true,
    ]);
  });

  test('does not offer a retry if someone has since sent a different command', () => {
    const other = { command: { id: 'other', issuedAt: NOW, by: 'x' } };
    expect(cause(down(), node({ flagUp: false, flagHalf: true, ...other }))).toEqual([
      'Replaced by a newer command; reports Up',
      false,
    ]);
    // If somebody else requests the same, the mass move still waits.
    expect(cause(down(), node({ ...WANTED, ...other }))).toBe('waiting');
  });

  test('waits while the server moves the pole in steps', () => {
    const up: BulkItem = { ...down(), field: 'flagHalf' };
    const stepped = { ...ours(), serverSteps: true };
    const under = { ...stepped, command: { ...ours().command, goal: 'half' } };
    expect(cause(up, node(under))).toBe('waiting');
    expect(cause(up, node({ ...WANTED, ...stepped }))).toEqual(['Reports Up', true]);
  });

  test('fails if the command was refused, or if the pole is locked, offline, without feedback or no longer listed', () => {
    const refused = down({ stage: 'refused', problem: 'Rejected: 409', canRetry: true });
    const lock = { reason: 'Rope frayed', by: 'a', byName: 'ann', at: NOW };
    expect(cause(refused, node())).toEqual(['Rejected: 409', true]);
    expect(cause(refused, node({ lock }))).toEqual([
      expect.stringMatching(/^Locked by ann/),
      false,
    ]);
    expect(cause(down(), { ...silentNode(725), ...ours() })).toEqual([
      'Offline, last seen 12 min ago',
      false,
    ]);
    const mute = node({ ...WANTED, ...ours(), reported: { lamp: false, lastSeen: NOW / 1000 } });
    expect(cause(down(), mute)).toEqual(['Sent; the pole gives no feedback', false]);
    expect(judge(down(), undefined, NOW)).toMatchObject({
      kind: 'failed',
      hindrance: 'no longer in your list',
    });
  });

  test('ignores old reports from a pole that was offline or locked, and allows a retry once it is reachable', () => {
    const item = down({ stage: 'not-asked' });
    const reported = { ...WANTED, lastSeen: NOW / 1000 - 905 };
    expect(cause(item, node({ reported }))).toEqual(['Offline, last seen 15 min ago', false]);
    expect(cause(item, node())).toEqual(['Was offline or locked; ready to retry', true]);
  });
});
