import { describe, expect, test } from 'vitest';
import { isOnline, lastSeenAt } from './presence.ts';

const NOW = 1_763_640_000_000;
const seconds = NOW / 1000;

describe('the time when a pole was last seen', () => {
  test('can be reported in seconds', () => {
    expect(lastSeenAt({ lastSeen: seconds - 10, seenAt: null }, NOW)).toBe(NOW - 10_000);
  });

  test('is read as milliseconds if the reported value is above 1e11', () => {
    expect(lastSeenAt({ lastSeen: NOW - 10, seenAt: null }, NOW)).toBe(NOW - 10);
    expect(lastSeenAt({ lastSeen: 1e11, seenAt: null }, 1e15)).toBe(1e14);
  });

  test('is the current time if the reported time is in the future', () => {
    expect(lastSeenAt({ lastSeen: seconds + 1000, seenAt: null }, NOW)).toBe(NOW);
  });

  test("is the server's time if the pole's clock differs from it by more than 5 minutes", () => {
    const year = 365 * 86_400;
    const seenAt = NOW - 2000;
    expect(lastSeenAt({ lastSeen: seconds - year, seenAt }, NOW)).toBe(seenAt);
    expect(lastSeenAt({ lastSeen: seconds + year, seenAt }, NOW)).toBe(seenAt);
    expect(lastSeenAt({ lastSeen: seconds - 302, seenAt }, NOW)).toBe(NOW - 302_000);
    expect(lastSeenAt({ lastSeen: seconds - 303, seenAt }, NOW)).toBe(seenAt);
  });

  test('is null if the pole has never reported', () => {
    expect(lastSeenAt({ lastSeen: null, seenAt: null }, NOW)).toBe(null);
    expect(lastSeenAt({ lastSeen: null, seenAt: NOW - 5 }, NOW)).toBe(NOW - 5);
  });
});

test('spec §4: a flag is online until 300 seconds after it was last seen', () => {
  const at = (age: number) => isOnline({ lastSeen: seconds - age, seenAt: null }, NOW);
  expect([at(0), at(299), at(300), at(301)]).toEqual([true, true, false, false]);
  expect(isOnline({ lastSeen: null, seenAt: null }, NOW)).toBe(false);
});
