import { type Command, commandKey, readRecord } from '@halyard/domain';
import { expect, test } from 'vitest';
import type { StoredReceipt } from '../../../realtime/commands/commandReceipts.ts';
import { sortReceipts } from './unfinished.ts';

/**
 * These tests check how a new process handles the commands that had no final log entry when the
 * earlier process was killed.
 */

const POLE = { ownerId: 'company-1', flagId: 'F1' };
const RENAMED = { ownerId: 'company-1', flagId: 'F2' };
const NOW = 1_000_000;

const given = (id: string, receivedAt: number, more: Partial<Command> = {}): Command => ({
  ...{ id, by: 'u1', issuedAt: receivedAt, receivedAt },
  ...more,
});

const receipt = (seq: number, command: Command, before: Command | null): StoredReceipt => ({
  seq,
  ...{ flag: POLE, channel: 'live', address: '192.0.2.1', place: null, movement: {} },
  key: commandKey(command),
  command: { id: command.id, by: command.by, at: command.receivedAt! },
  before: before && { ...before, key: commandKey(before) },
});

const flag = (command: Command | null, address = POLE) => ({
  address,
  record: readRecord({ id: address.flagId, ...(command && { command }) }),
});

const nothing = () => new Set<string>();

const [a, b, c] = [given('a', 1000), given('b', 2000), given('c', 3000)];

test('the log entry of a replaced command says that it ended when the new command was sent', () => {
  const receipts = [receipt(1, a, null), receipt(2, b, a), receipt(3, c, b)];
  const { present, ended, done } = sortReceipts(receipts, nothing, [flag(c)], NOW);
  expect(ended).toMatchObject([
    { command: { id: 'a', seq: 1, at: 1000 }, outcome: 'replaced', detail: { seconds: 1 } },
    { command: { id: 'b', seq: 2, at: 2000 }, outcome: 'replaced', detail: { seconds: 1 } },
  ]);
  expect([...present]).toEqual([['company-1/F1', receipts[2]]]);
  expect(done).toEqual([]);
});

test('a command that ended before it was replaced is logged with its real outcome', () => {
  const over = { ...a, closedAt: 1500, outcome: 'confirmed' } as const;
  const { ended } = sortReceipts(
    [receipt(1, a, null), receipt(2, b, over)],
    nothing,
    [flag(b)],
    NOW,
  );
  expect(ended).toMatchObject([
    { command: { id: 'a' }, outcome: 'confirmed', detail: { seconds: 0.5 } },
  ]);
});

test('two identical commands sent in the same millisecond each get a final log entry', () => {
  const other = given('b', 1000);
  const receipts = [receipt(1, a, null), receipt(2, other, a), receipt(3, a, other)];
  const { present, ended } = sortReceipts(receipts, nothing, [flag(a)], NOW);
  expect(ended.map(({ command, outcome }) => [command?.seq, outcome])).toEqual([
    [1, 'replaced'],
    [2, 'replaced'],
  ]);
  expect(present.get('company-1/F1')?.seq).toBe(3);
});

test('a command whose flag was deleted counts as canceled', () => {
  const { ended } = sortReceipts([receipt(1, a, null)], nothing, [], NOW);
  expect(ended).toMatchObject([
    { outcome: 'cancelled', detail: { cause: 'the flag was deleted' } },
  ]);
});

test('a pending command stays pending when its flag gets a new ID', () => {
  const moved = { ...a, closedAt: 1000, outcome: 'cancelled' } as const;
  const { present, ended } = sortReceipts(
    [receipt(1, a, null)],
    nothing,
    [flag(moved, RENAMED)],
    NOW,
  );
  expect([present.get('company-1/F2')?.seq, ended]).toEqual([1, []]);
});

test('a replaced command never gets two final entries in the log', () => {
  const outcomes = (seq: number) => new Set([seq === 3 ? 'not-confirmed' : 'replaced']);
  const receipts = [receipt(1, a, null), receipt(2, b, a), receipt(3, c, b)];
  const { present, ended, done } = sortReceipts(receipts, outcomes, [flag(c)], NOW);
  expect([present.get('company-1/F1')?.seq, ended, done.toSorted()]).toEqual([3, [], [1, 2]]);
});
