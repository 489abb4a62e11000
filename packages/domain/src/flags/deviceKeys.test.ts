import { describe, expect, test } from 'vitest';
import { isNewKeyOverdue, newKeySince } from './deviceKeys.ts';

const HOUR = 3_600_000;
const used = { createdAt: 1000, lastUsedAt: 5000 };
const made = { createdAt: 9000, lastUsedAt: null };

describe('a rotation waits for the pole', () => {
  test.each([
    ['a flag without a key', [], null],
    ['a first key that no pole has', [made], null],
    ['the only key, in use', [used], null],
    ['a new key beside one in use', [used, made], 9000],
    ['a new key beside one that no pole had', [{ ...used, lastUsedAt: null }, made], 9000],
    ['a new key that is in use', [used, { ...made, lastUsedAt: 9500 }], null],
  ])('%s', (_, keys, since) => {
    expect(newKeySince(keys)).toBe(since);
  });

  test('a day after the new key was made it is overdue', () => {
    expect(isNewKeyOverdue(9000, 9000 + 24 * HOUR - 1)).toBe(false);
    expect(isNewKeyOverdue(9000, 9000 + 24 * HOUR)).toBe(true);
    expect(isNewKeyOverdue(null, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});
