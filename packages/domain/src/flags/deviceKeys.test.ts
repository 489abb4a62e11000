import { describe, expect, test } from 'vitest';
import { isNewKeyOverdue, newKeySince } from './deviceKeys.ts';

const HOUR = 3_600_000;
const used = { createdAt: 1000, lastUsedAt: 5000 };
const made = { createdAt: 9000, lastUsedAt: null };

describe('a device key rotation', () => {
  test.each([
    ['is not in progress for a flag without a key', [], null],
    ['is not in progress if the first key is still unused', [made], null],
    ['is not in progress if the only key is in use', [used], null],
    ['is in progress if a new key exists next to one in use', [used, made], 9000],
    [
      'is in progress if a new key exists next to an unused one',
      [{ ...used, lastUsedAt: null }, made],
      9000,
    ],
    ['is complete once the new key is in use', [used, { ...made, lastUsedAt: 9500 }], null],
  ])('%s', (_, keys, since) => {
    expect(newKeySince(keys)).toBe(since);
  });

  test('is overdue a day after the new key was created', () => {
    expect(isNewKeyOverdue(9000, 9000 + 24 * HOUR - 1)).toBe(false);
    expect(isNewKeyOverdue(9000, 9000 + 24 * HOUR)).toBe(true);
    expect(isNewKeyOverdue(null, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});
