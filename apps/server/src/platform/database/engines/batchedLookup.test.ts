import { describe, expect, test } from 'vitest';
import { batchedLookup } from './batchedLookup.ts';

const DB = {};

/**
 * Creates a batched lookup that returns the length of each string. Each statement runs until the
 * test ends it.
 */
function lengths() {
  const statements: { values: readonly string[]; end: (error?: Error) => void }[] = [];
  const lookup = batchedLookup<object, number>((_db, values) => {
    const known = values.filter((value) => value !== 'unknown');
    return new Promise((resolve, reject) => {
      const end = (error?: Error) =>
        error ? reject(error) : resolve(new Map(known.map((value) => [value, value.length])));
      statements.push({ values, end });
    });
  });
  return { statements, lookup: (value: string) => lookup(DB, value) };
}

describe('a batched lookup', () => {
  test('looks up a single value immediately', async () => {
    const { statements, lookup } = lengths();
    const found = lookup('one');
    await expect.poll(() => statements.length).toBe(1);
    statements[0]!.end();
    expect(await found).toBe(3);
  });

  test('collects the values that are requested while a statement runs, and looks them all up in the next statement', async () => {
    const { statements, lookup } = lengths();
    const first = lookup('one');
    await expect.poll(() => statements.length).toBe(1);
    const others = ['three', 'unknown', 'three', 'eleven'].map(lookup);
    statements[0]!.end();
    await expect.poll(() => statements.length).toBe(2);
    statements[1]!.end();
    expect(await first).toBe(3);
    expect(await Promise.all(others)).toEqual([5, null, 5, 6]);
    expect(statements.map(({ values }) => values.length)).toEqual([1, 4]);
  });

  test('fails only for the values of one statement if that statement fails', async () => {
    const { statements, lookup } = lengths();
    const first = lookup('one');
    await expect.poll(() => statements.length).toBe(1);
    const second = lookup('three');
    statements[0]!.end(new Error('The connection was lost'));
    await expect(first).rejects.toThrow('The connection was lost');
    await expect.poll(() => statements.length).toBe(2);
    statements[1]!.end();
    expect(await second).toBe(5);
  });

  test('reads a value from the database again if it is requested again later', async () => {
    const { statements, lookup } = lengths();
    for (const count of [1, 2]) {
      const found = lookup('one');
      await expect.poll(() => statements.length).toBe(count);
      statements.at(-1)!.end();
      await found;
    }
    expect(statements.map(({ values }) => values)).toEqual([['one'], ['one']]);
  });

  test('looks up at most 500 values per statement', async () => {
    const { statements, lookup } = lengths();
    const found = Array.from({ length: 1200 }, (_, n) => lookup(String(n)));
    await expect.poll(() => statements.length).toBe(3);
    for (const { end } of statements) end();
    expect((await Promise.all(found)).slice(-1)).toEqual([4]);
    expect(statements.map(({ values }) => values.length)).toEqual([500, 500, 200]);
  });
});
