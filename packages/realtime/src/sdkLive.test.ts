import {
  type DataSnapshot,
  endBefore,
  equalTo,
  get,
  goOffline,
  goOnline,
  limitToFirst,
  limitToLast,
  onChildAdded,
  onChildRemoved,
  onValue,
  orderByChild,
  orderByKey,
  orderByPriority,
  orderByValue,
  type Query,
  query,
  ref,
  runTransaction,
  set,
  setPriority,
  setWithPriority,
  startAfter,
  startAt,
  update,
} from '@firebase/database';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from './limits.ts';
import { parseRules } from './rules/index.ts';
import { benchOfEachTest } from './testing/bench.ts';
import { isFull } from './testing/full.ts';
import { until } from './testing/until.ts';
import { hashOf } from './tree/hash.ts';
import { parseNode } from './tree/json.ts';

const bench = benchOfEachTest();

/** Tracks a listener's current snapshot: keys in order, with values. */
function watch(target: Query): { now: () => unknown; error: () => string | undefined } {
  let snapshot: DataSnapshot | undefined;
  let error: string | undefined;
  onValue(
    target,
    (next) => {
      snapshot = next;
    },
    (failure) => {
      error = failure.message;
    },
  );
  return {
    now: () => {
      if (snapshot === undefined) return undefined;
      const shown: [string | null, unknown][] = [];
      snapshot.forEach((child) => {
        shown.push([child.key, child.val()]);
      });
      return shown;
    },
    error: () => error,
  };
}

const text = (value: unknown): string | undefined => JSON.stringify(value);

/** A small seeded random generator. Its seed is printed, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('filtered listeners in the SDK (protocol §5)', () => {
  const windows: [string, (at: ReturnType<typeof ref>) => Query][] = [
    ['child equalTo', (at) => query(at, orderByChild('n'), equalTo(2))],
    ['child range', (at) => query(at, orderByChild('n'), startAt(1), endBefore(3))],
    ['child range after', (at) => query(at, orderByChild('n'), startAfter(1, 'c'))],
    ['child first', (at) => query(at, orderByChild('n'), limitToFirst(3))],
    ['child last', (at) => query(at, orderByChild('deep/n'), limitToLast(3))],
    ['key range', (at) => query(at, orderByKey(), startAt('b'), limitToFirst(4))],
    ['key last', (at) => query(at, orderByKey(), limitToLast(2))],
    ['value', (at) => query(at, orderByValue(), startAt(1), limitToLast(2))],
    ['priority', (at) => query(at, orderByPriority(), startAt(1), limitToFirst(3))],
    ['plain limit', (at) => query(at, limitToLast(3))],
  ];

  test.each(windows)(
    'get the same children that the SDK selects from the complete data (%s)',
    async (_, of) => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const next = random(seed);
      const [live, whole, writer] = [bench.client(), bench.client(), bench.client()];
      const shown = watch(of(ref(live.db, 'list')));
      // A listener to everything answers the same query from its cache, with the SDK's own filter.
      const all = watch(ref(whole.db, 'list'));
      const filtered = watch(of(ref(whole.db, 'list')));
      await until(() => shown.now() !== undefined && all.now() !== undefined);
      for (let i = 0; i < 60; i++) {
        const at = `list/${'abcdefgh'[next(8)]}`;
        const value = [null, next(4), { n: next(4) }, { n: next(4), deep: { n: next(3) } }][
          next(4)
        ];
        if (next(5) === 0) await setWithPriority(ref(writer.db, at), value ?? 1, next(3));
        else if (next(4) === 0) await update(ref(writer.db), { [`${at}/n`]: next(4), 'list/z': i });
        else if (next(20) === 0) await set(ref(writer.db, 'list'), { a: { n: 1 }, b: 2 });
        else await set(ref(writer.db, at), value);
      }
      await set(ref(writer.db, 'done'), true);
      await Promise.all([live, whole].map(({ db }) => get(ref(db, 'done'))));
      expect(text(shown.now()), `seed ${seed}`).toBe(text(filtered.now()));
    },
  );

  test('are not needed for a single filtered get, which works even without an index', async () => {
    const { db } = bench.client();
    await set(ref(db, 'l'), { a: { n: 1 }, b: { n: 2 }, c: { n: 2 } });
    const found = await get(query(ref(db, 'l'), orderByChild('n'), equalTo(2)));
    expect(found.val()).toEqual({ b: { n: 2 }, c: { n: 2 } });
  });

  test('report children that start or stop matching the filter, even with many listeners on one path', async () => {
    const [reader, writer] = [bench.client(), bench.client()];
    const log: string[] = [];
    const mine = query(ref(reader.db, 'l'), orderByChild('owner'), equalTo('me'));
    onChildAdded(mine, (s) => void log.push(`+${s.key}`));
    onChildRemoved(mine, (s) => void log.push(`-${s.key}`));
    const other = watch(query(ref(reader.db, 'l'), orderByChild('owner'), equalTo('you')));
    await set(ref(writer.db, 'l/a'), { owner: 'me' });
    await set(ref(writer.db, 'l/b'), { owner: 'you' });
    await set(ref(writer.db, 'l/a/owner'), 'you');
    await set(ref(writer.db, 'l/b'), null);
    await until(() => log.length === 2 && text(other.now()) === text([['a', { owner: 'you' }]]));
    expect(log).toEqual(['+a', '-a']);
  });
});

describe('listeners in the SDK', () => {
  test("receive no data if the client's hash matches the hash of the data", async () => {
    const { db } = bench.client();
    await set(ref(db, 'a'), { b: [1, 2], c: { '.value': 'x', '.priority': 3 }, d: true });
    const raw = await bench.raw();
    const limits = defaultLimits;
    const got = await raw.ask('g', { p: '/a', q: {} });
    const hash = hashOf(parseNode(got.d, 0, undefined, { now: 0, limits }));
    const pushed = () => raw.messages.filter((m) => m.a === 'd').length;
    await raw.ask('q', { p: '/a', h: hash });
    expect(pushed()).toBe(0);
    await raw.ask('n', { p: '/a' });
    await raw.ask('q', { p: '/a', h: 'other' });
    expect(pushed()).toBe(1);
    // Missing data is always pushed, because the client waits for a first value.
    await raw.ask('q', { p: '/none', h: '' });
    expect(pushed()).toBe(2);
  });

  test('resume automatically after a lost connection is restored', async () => {
    const { db } = bench.client();
    const shown = watch(ref(db, 'a'));
    await until(() => shown.now() !== undefined);
    goOffline(db);
    await bench.realtime.admin.set('a', { b: 1 });
    goOnline(db);
    await until(() => text(shown.now()) === text([['b', 1]]));
    bench.realtime.disconnect(() => true);
    await bench.realtime.admin.set('a', { b: 2 });
    await until(() => text(shown.now()) === text([['b', 2]]));
  });

  test('receive writes above, below and at their paths', async () => {
    const { db } = bench.client();
    const [above, at, below] = ['a', 'a/b', 'a/b/c'].map((p) => watch(ref(bench.client().db, p)));
    await until(() => [above, at, below].every((w) => w!.now() !== undefined));
    await set(ref(db, 'a/b'), { c: { x: 1 }, d: 2 });
    await until(() => text(below!.now()) === text([['x', 1]]));
    await update(ref(db), { 'a/b/c/x': 5, 'a/e': 6, other: 1 });
    await until(() => text(below!.now()) === text([['x', 5]]));
    await until(
      () =>
        text(above!.now()) ===
        text([
          ['b', { c: { x: 5 }, d: 2 }],
          ['e', 6],
        ]),
    );
    await until(
      () =>
        text(at!.now()) ===
        text([
          ['c', { x: 5 }],
          ['d', 2],
        ]),
    );
    await set(ref(db, 'a'), null);
    for (const w of [above, at, below]) await until(() => text(w!.now()) === '[]');
  });

  test('receive a priority that is set by itself or with data, but not one that is set where there is no data', async () => {
    const { db } = bench.client();
    const deep = `a${'/b'.repeat(31)}`;
    await update(ref(db), { l: { x: 1, y: 2, z: { in: 1 } }, [deep]: 1 });
    const shown = watch(query(ref(bench.client().db, 'l'), orderByPriority()));
    await setPriority(ref(db, 'l/x'), 5);
    await expect(setPriority(ref(db, 'l/none'), 1)).rejects.toThrow(/There is no data/);
    await setPriority(ref(db, deep), 1);
    await update(ref(db), { 'l/z/in': 2, 'l/z/.priority': 'p', 'l/y/.priority': 9 });
    const last = [
      ['x', 1],
      ['y', 2],
      ['z', { in: 2 }],
    ];
    await until(() => text(shown.now()) === text(last));
    expect((await get(ref(db, 'l'))).exportVal()).toEqual({
      x: { '.value': 1, '.priority': 5 },
      y: { '.value': 2, '.priority': 9 },
      z: { in: 2, '.priority': 'p' },
    });
    bench.realtime.setRules(
      parseRules({ rules: { '.read': true, l: { '.write': 'newData.getPriority() == null' } } }),
    );
    await expect(setPriority(ref(db, 'l'), 1)).rejects.toThrow(/PERMISSION_DENIED/);
  });

  test('receive a value that the SDK wrote in several frames because it was too long for one', async () => {
    const big = 'é€'.repeat(60_000);
    await set(ref(bench.client().db, 'big'), big);
    expect((await get(ref(bench.client().db, 'big'))).val()).toBe(big);
  });

  test.runIf(isFull)(
    'receive all data, even if the Node SDK can receive it only in several frames',
    async () => {
      // Seven strings of 10 MB, because the SDK's WebSocket accepts at most 64 MiB.
      const long = 'x'.repeat(10_000_000);
      for (let i = 0; i < 7; i++) await bench.realtime.admin.set(`long/${i}`, long);
      const { db } = bench.client();
      const lengths = (value: unknown): number[] => (value as string[]).map(({ length }) => length);
      const seen: unknown[] = [];
      onValue(ref(db, 'long'), (snapshot) => void seen.push(lengths(snapshot.val())));
      await until(() => seen.length > 0);
      expect(seen).toEqual([Array(7).fill(10_000_000)]);
      const raw = await bench.raw();
      const { d } = await raw.ask('g', { p: '/long', q: {} });
      expect(lengths(Object.values(d as object))).toEqual(Array(7).fill(10_000_000));
      expect(raw.largestFrame).toBeLessThan(1024 * 1024);
    },
  );

  test('receive every character intact when data is split into frames, and can parse later messages', async () => {
    const { db } = bench.client();
    const heard: unknown[] = [];
    onValue(ref(db, 'text'), (snapshot) => void heard.push(snapshot.val()));
    await until(() => heard.length === 1);
    for (const shift of ['', 'x']) {
      const text = shift + '😀'.repeat(300_000);
      await bench.realtime.admin.set('text', text);
      await until(() => heard.at(-1) !== null && heard.length > 1);
      expect(heard.splice(1)).toEqual([text]);
      await bench.realtime.admin.set('text', 'short');
      await until(() => heard.length > 1);
      expect(heard.splice(1)).toEqual(['short']);
    }
  });
});

describe('permissions in the SDK', () => {
  test('make the SDK undo a write that is not permitted, and report an error for a listener that is not permitted', async () => {
    bench.realtime.setRules(
      parseRules({ rules: { open: { '.read': true, '.write': "newData.val() != 'bad'" } } }),
    );
    const { db } = bench.client();
    await set(ref(db, 'open'), 'good');
    const values: unknown[] = [];
    onValue(ref(db, 'open'), (s) => void values.push(s.val()));
    await until(() => values.length === 1);
    await expect(set(ref(db, 'open'), 'bad')).rejects.toThrow(/PERMISSION_DENIED/);
    expect(values).toEqual(['good', 'bad', 'good']);
    await expect(get(ref(db, 'closed'))).rejects.toThrow(/Permission denied/);
    const closed = watch(ref(db, 'closed'));
    await until(() => closed.error() !== undefined);
    expect(closed.error()).toMatch(/permission_denied/);
  });

  test('end a listener after a recheck if the data that grants the permission was deleted', async () => {
    bench.realtime.setRules(
      parseRules({ rules: { a: { '.read': "root.child('access/s1').exists()" } } }),
    );
    await bench.realtime.admin.update('', { 'access/s1': true, a: 1 });
    const { db } = bench.client();
    const shown = watch(ref(db, 'a'));
    await until(() => shown.now() !== undefined);
    await bench.realtime.admin.remove('access/s1');
    bench.realtime.recheck(() => true);
    await until(() => shown.error() !== undefined);
    expect(bench.realtime.stats().listens).toBe(0);
  });

  test('allow only the filter that the rules require, and can be revoked while the filter is in use', async () => {
    const poles = {
      '.indexOn': ['companyId'],
      '.read': "query.orderByChild == 'companyId' && query.equalTo == root.child('mine').val()",
    };
    bench.realtime.setRules(parseRules({ rules: { poles } }));
    const { admin } = bench.realtime;
    await admin.update('', { mine: 'c1', 'poles/a/companyId': 'c1', 'poles/b/companyId': 'c2' });
    const { db } = bench.client();
    const by = (company: string) =>
      query(ref(db, 'poles'), orderByChild('companyId'), equalTo(company));
    // In a separate client, because a listener to everything would cover the other listeners.
    const everything = ref(bench.client().db, 'poles');
    const [own, foreign, all] = [by('c1'), by('c2'), everything].map(watch);
    await until(() => foreign!.error() !== undefined && all!.error() !== undefined);
    await until(() => text(own!.now()) === text([['a', { companyId: 'c1' }]]));
    await admin.set('poles/b/companyId', 'c1');
    await until(() => (own!.now() as unknown[]).length === 2);
    await admin.set('mine', 'c3');
    bench.realtime.recheck(() => true);
    await until(() => own!.error() !== undefined);
  });

  test('end when the sign-in expires: all listeners end after an `ac` message', async () => {
    let now = 1000;
    await bench.restart({
      clock: () => now,
      rules: parseRules({ rules: { '.read': 'auth != null' } }),
      authenticate: {
        credential: async (uid) => ({ auth: { uid, token: {} }, expiresAt: now + 1 }),
      },
    });
    const raw = await bench.raw();
    await raw.ask('auth', { cred: 'u' });
    expect((await raw.ask('q', { p: '/a', h: '' })).s).toBe('ok');
    now += 10;
    const ac = await raw.until((m) => m.a === 'ac');
    expect(ac.b).toMatchObject({ s: 'expired_token' });
    await raw.until((m) => m.a === 'c');
    expect((await raw.ask('g', { p: '/a', q: {} })).s).toBe('permission_denied');
  });

  test('let only an administrator act as another user', async () => {
    bench.realtime.setRules(parseRules({ rules: { '.read': "auth.uid == 'u'" } }));
    const raw = await bench.raw();
    await raw.ask('gauth', { cred: 'owner' });
    expect((await raw.ask('g', { p: '/a', q: {} })).s).toBe('ok');
    await raw.ask('gauth', { cred: 'owner', noauth: true });
    expect((await raw.ask('g', { p: '/a', q: {} })).s).toBe('permission_denied');
    await raw.ask('gauth', { cred: 'owner', authvar: { uid: 'u' } });
    expect((await raw.ask('g', { p: '/a', q: {} })).s).toBe('ok');
    await raw.ask('gauth', { cred: 'x', authvar: { uid: 'u' } });
    expect((await raw.ask('g', { p: '/a', q: {} })).s).toBe('permission_denied');
  });
});

describe('transactions in the SDK (protocol §10)', () => {
  test('are never lost or abandoned on a busy path, regardless of the number of clients', async () => {
    const many = Array.from({ length: 16 }, () => bench.client());
    const results = await Promise.all(
      many.map(async ({ db }) => {
        for (let i = 0; i < 15; i++) {
          const at = ref(db, 'hot');
          const result = await runTransaction(at, (n: number | null) => (n ?? 0) + 1);
          if (!result.committed) return false;
        }
        return true;
      }),
    );
    expect(results.every(Boolean)).toBe(true);
    expect(await bench.realtime.admin.get('hot')).toBe(240);
  });

  test('succeed with numbers that the SDK hashes differently than the server', async () => {
    const { db } = bench.client();
    for (const odd of [9007199254740991, 1.7976931348623157e308, 5e-324, -0.1, 1e21]) {
      await set(ref(db, 'n'), { odd, x: 0 });
      const result = await runTransaction(ref(bench.client().db, 'n'), (v: { x: number } | null) =>
        v === null ? v : { ...v, x: 1 },
      );
      expect(result.committed).toBe(true);
      expect(result.snapshot.val()).toEqual({ odd, x: 1 });
    }
  });

  test('fail if the rules reject their data, and the listener shows the right value', async () => {
    bench.realtime.setRules(
      parseRules({ rules: { '.read': true, n: { '.write': 'newData.val() < 3' } } }),
    );
    const { db } = bench.client();
    const count = () => runTransaction(ref(db, 'n'), (n: number | null) => (n ?? 0) + 1);
    await count();
    await count();
    await expect(count()).rejects.toThrow(/permission_denied/i);
    expect((await get(ref(db, 'n'))).val()).toBe(2);
  });
});
