import { describe, expect, test } from 'vitest';
import { readRecord } from './record.ts';
import { nextChangeAt, viewFlag } from './view.ts';

const NOW = 1_800_000_000_000;
const seconds = (n: number) => NOW + n * 1000;

describe("the time of the next change in a flag's view", () => {
  test('is when an online flag will go offline', () => {
    const record = readRecord({ reported: { lastSeen: seconds(-100) / 1000 } });
    const at = nextChangeAt(record, NOW);
    expect(at).toBe(seconds(200));
    expect(viewFlag(record, at - 1).isOnline).toBe(true);
    expect(viewFlag(record, at).isOnline).toBe(false);
  });

  test('is when an open command becomes “not confirmed”, and after that, when the command lapses', () => {
    const record = readRecord({
      flagUp: true,
      reported: { flagUp: false },
      command: { id: 'c', issuedAt: NOW, by: 'u' },
    });
    const first = nextChangeAt(record, NOW);
    expect(viewFlag(record, first - 1).command).toBe('pending');
    expect(viewFlag(record, first).command).toBe('not-confirmed');
    const second = nextChangeAt(record, first);
    expect(viewFlag(record, second - 1).command).toBe('not-confirmed');
    expect(viewFlag(record, second).command).toBe('lapsed');
  });

  test('is Infinity if the view does not change with time', () => {
    expect(nextChangeAt(readRecord(null), NOW)).toBe(Number.POSITIVE_INFINITY);
    expect(nextChangeAt(readRecord({ reported: { lastSeen: 1 } }), NOW)).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  test('is 300 s after the reported time for a pole whose clock is ahead', () => {
    const record = readRecord({ reported: { lastSeen: seconds(50) / 1000 } });
    const at = nextChangeAt(record, NOW);
    expect(viewFlag(record, at - 1).isOnline).toBe(true);
    expect(viewFlag(record, at).isOnline).toBe(false);
  });
});
