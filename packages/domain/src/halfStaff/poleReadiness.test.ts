import { expect, test } from 'vitest';
import { SPECIFIED_VOLTAGE_LIMITS } from '../flags/limits.ts';
import { readRecord } from '../flags/record.ts';
import { unready } from './poleReadiness.ts';

const NOW = 1_763_640_000_000;
const up = { lastSeen: NOW / 1000, flagUp: true };
const why = (node: object, now = NOW, limits = SPECIFIED_VOLTAGE_LIMITS) =>
  unready(readRecord(node), limits, now);
const command = { id: 'c', by: 'u', issuedAt: NOW - 20_000 };

test('a pole is ready if it is online, its voltage is in range and it follows commands', () => {
  expect(why({ reported: up, flagUp: true, voltage: 42 })).toEqual([]);
  const confirmed = { ...command, closedAt: NOW, outcome: 'confirmed' };
  expect(why({ reported: up, flagUp: true, voltage: 42, command: confirmed })).toEqual([]);
});

test('a pole is not ready if it is offline, whatever its last voltage was', () => {
  expect(why({ reported: up, flagUp: true, voltage: 30 }, NOW + 300_000)).toEqual(['offline']);
  expect(why({})).toEqual(['offline']);
});

test('a pole is not ready if its voltage is out of range', () => {
  expect(why({ reported: up, flagUp: true, voltage: 39.9 })).toEqual(['voltage']);
  expect(why({ reported: up, flagUp: true, voltage: 48.1 })).toEqual(['voltage']);
  const own = { below: 22, above: 29 };
  expect(why({ reported: up, flagUp: true, voltage: 24 }, NOW, own)).toEqual([]);
  expect(why({ reported: up, flagUp: true, voltage: 42 }, NOW, own)).toEqual(['voltage']);
});

test('a pole is not ready if it did not carry out its last command, unless that command was canceled', () => {
  const late = { reported: up, flagDown: true, voltage: 42, command };
  expect(why(late)).toEqual(['last-move-failed']);
  const closed = (outcome: string) => ({
    reported: up,
    flagUp: true,
    voltage: 42,
    command: { ...command, closedAt: NOW, outcome },
  });
  expect(why(closed('lapsed'))).toEqual(['last-move-failed']);
  expect(why(closed('cancelled'))).toEqual([]);
});
