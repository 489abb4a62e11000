import { viewFlag } from '@halyard/domain';
import { describe, expect, test } from 'vitest';
import { makeFlag, node } from '@/flags/testing/flags.ts';
import { copyHead, copyPole, MAX_AGE_MS, mayShow } from './copy.ts';

const HOUR = 3_600_000;
// A copy uses the device's own time.
const NOW = Date.now();
const head = (changes: object = {}) => ({
  ...{
    session: 's',
    productName: 'Halyard',
    takenAt: NOW,
    latestAt: NOW,
    endsAt: NOW + 90 * 24 * HOUR,
  },
  ...changes,
});

describe('the offline copy of the last known state', () => {
  test('is shown only if it is less than 24 hours old', () => {
    expect(MAX_AGE_MS).toBe(24 * HOUR);
    expect(mayShow(head(), NOW)).toBe(true);
    expect(mayShow(head(), NOW + 24 * HOUR - 1)).toBe(true);
    expect(mayShow(head(), NOW + 24 * HOUR)).toBe(false);
  });

  test('is not shown once the session has expired', () => {
    const session = { key: 's', expiresAt: NOW + 20 * HOUR, idleMs: 12 * HOUR };
    const taken = copyHead(session, { productName: 'Halyard', takenAt: NOW }, 0);
    expect(mayShow(taken, NOW + 12 * HOUR - 1)).toBe(true);
    expect(mayShow(taken, NOW + 12 * HOUR)).toBe(false);
    const used = copyHead(session, { productName: 'Halyard', takenAt: NOW + 15 * HOUR }, 0);
    expect(mayShow(used, NOW + 20 * HOUR)).toBe(false);
  });

  test("is not shown if the device's clock was set back by more than a few minutes", () => {
    const read = head({ latestAt: NOW + 20 * HOUR });
    expect(mayShow(read, NOW + 20 * HOUR - 4 * 60_000)).toBe(true);
    expect(mayShow(read, NOW + 19 * HOUR)).toBe(false);
    expect(mayShow(head(), NOW - HOUR)).toBe(false);
  });

  test("expires according to the device's clock, even if it differs from the server's", () => {
    const session = { key: 's', expiresAt: NOW + HOUR, idleMs: 12 * HOUR };
    const offset = -5 * HOUR;
    const taken = copyHead(session, { productName: 'Halyard', takenAt: NOW - offset }, offset);
    expect(mayShow({ ...taken, latestAt: 0 }, NOW - offset + HOUR - 1)).toBe(true);
    expect(mayShow({ ...taken, latestAt: 0 }, NOW - offset + HOUR)).toBe(false);
  });
});

test('the offline copy contains no usernames, reasons or keys', () => {
  const flag = makeFlag(
    { name: 'Gate' },
    node({
      command: { id: 'c-secret', by: 'user-secret', issuedAt: Date.now() },
      lock: { by: 'user-secret', byName: 'Pat Lee', reason: 'Call 555 0100', at: Date.now() },
    }),
  );
  const copied = copyPole(flag, viewFlag(flag.live, Date.now()), 0);
  expect(copied).toMatchObject({ name: 'Gate', isOnline: true, position: 'up', voltage: 42 });
  expect(copied.isLocked).toBe(true);
  expect(JSON.stringify(copied)).not.toMatch(/secret|Pat|555|company-/);
});
