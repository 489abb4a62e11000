import {
  get,
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
} from 'firebase/database';
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

  test('a listener in another client sees every change, in order', async () => {
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

  test('transactions of many clients on one counter lose nothing', async () => {
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
});
