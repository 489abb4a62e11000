import { readRecord } from '@halyard/domain';
import { expect, test } from 'vitest';
import { changesBetween, flagStateOf, NOTHING_HEARD } from './flagState.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

/**
 * Returns a pole that has just confirmed a command. All commands have the same ID here, because
 * senders can choose any ID.
 */
const confirmed = (by: string, receivedAt: number) =>
  readRecord({
    flagUp: true,
    reported: { flagUp: true, lastSeen: receivedAt },
    command: {
      id: 'chosen',
      by,
      issuedAt: receivedAt,
      receivedAt,
      closedAt: receivedAt + 500,
      outcome: 'confirmed',
    },
  });

test('a webhook event reports a confirmed command even if the previous command had the same ID', () => {
  const first = flagStateOf(confirmed('anna', NOW), NOTHING_HEARD, NOW + 1000, 0);
  const record = confirmed('ben', NOW + 2000);
  const second = flagStateOf(record, first, NOW + 3000, 0);
  expect(changesBetween(first, second, record)).toEqual([
    {
      type: 'command.confirmed',
      data: { commandId: 'chosen', issuedAt: NOW + 2000, by: 'ben' },
    },
  ]);
  expect(changesBetween(second, second, record)).toEqual([]);
});
