import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  get,
  getDatabase,
  increment,
  off,
  onValue,
  push,
  ref,
  remove,
  runTransaction,
  serverTimestamp,
  set,
  update,
} from '@firebase/database';
import { describe, expect, test } from 'vitest';
import { benchOfEachTest } from './testing/bench.ts';

const bench = benchOfEachTest();

describe('the unmodified SDK', () => {
  test('sets, gets, updates, removes and pushes', async () => {
    const { db } = bench.client();
    await set(ref(db, 'a/b'), { c: 1, d: ['x', 'y'], constructor: true });
    expect((await get(ref(db, 'a'))).val()).toEqual({
      b: { c: 1, d: ['x', 'y'], constructor: true },
    });
    await update(ref(db), { 'a/b/c': 2, 'a/e/f': 'g', 'a/b/d': null });
    expect((await get(ref(bench.client().db, 'a'))).val()).toEqual({
      b: { c: 2, constructor: true },
      e: { f: 'g' },
    });
    await remove(ref(db, 'a/b'));
    const pushed = await push(ref(db, 'list'), { at: serverTimestamp(), n: increment(2) });
    const { at, n } = (await get(ref(db, `list/${pushed.key}`))).val() as { at: number; n: number };
    expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
    expect(n).toBe(2);
    expect(await bench.realtime.admin.get('a')).toEqual({ e: { f: 'g' } });
  });

  test('sends every change in order to a listener in another client', async () => {
    const writer = bench.client();
    const reader = bench.client();
    const seen: unknown[] = [];
    const done = new Promise<void>((resolve) => {
      onValue(ref(reader.db, 'n'), (snapshot) => {
        seen.push(snapshot.val());
        if (snapshot.val() === 20) resolve();
      });
    });
    await get(ref(reader.db, 'n'));
    for (let i = 1; i <= 20; i++) void set(ref(writer.db, 'n'), i);
    await done;
    expect(seen).toEqual([null, ...Array.from({ length: 20 }, (_, i) => i + 1)]);
    off(ref(reader.db, 'n'));
  });

  test('loses no transaction when many clients update one counter', async () => {
    const many = Array.from({ length: 8 }, () => bench.client());
    const results = await Promise.all(
      many.flatMap(({ db }) =>
        Array.from({ length: 10 }, () =>
          runTransaction(ref(db, 'counter'), (n: number | null) => (n ?? 0) + 1),
        ),
      ),
    );
    expect(results.every((result) => result.committed)).toBe(true);
    expect(await bench.realtime.admin.get('counter')).toBe(80);
  });

  test('rejects invalid data without sending it (spec §5)', async () => {
    const { app, db } = bench.client();
    const root = ref(db);
    for (const key of ['', 'a.b', 'a#', '$a', 'a/b', '[a', 'a]', 'a\u0001', 'a\u007f'])
      expect(() => set(root, { [key]: 1 }), key).toThrow(/contains an invalid key/);
    expect(() => set(root, undefined)).toThrow(/contains undefined/);
    expect(() => set(root, { a: () => 1 })).toThrow(/contains a function/);
    expect(() => set(root, 'x'.repeat(10 * 1024 * 1024 + 1))).toThrow(/greater than 10485760/);
    expect(() => update(root, { a: 1, 'a/b': 2 })).toThrow(/ancestor of another path/);
    expect(() => set(ref(db, '.info/connected'), true)).toThrow(/data under \/\.info/);
    expect(() => getDatabase(app, `http://127.0.0.1:${bench.server.port}/users`)).toThrow(
      /must point to the root of a Firebase Database/,
    );
    expect(await bench.realtime.admin.get('')).toBe(null);
  });

  test('has the limits and delays that the specification lists (spec §9)', () => {
    const source = readFileSync(
      createRequire(import.meta.url).resolve('@firebase/database'),
      'utf8',
    );
    for (const constant of [
      'MAX_PATH_DEPTH = 32',
      'MAX_PATH_LENGTH_BYTES = 768',
      'MAX_LEAF_SIZE_ = 10 * 1024 * 1024',
      'RECONNECT_MIN_DELAY = 1000',
      'RECONNECT_MAX_DELAY_DEFAULT = 60 * 5 * 1000',
      'MAX_TRANSACTION_RETRIES = 25',
    ])
      expect(source).toContain(`${constant};`);
  });
});
