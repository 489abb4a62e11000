import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '../../../../scripts/postgres.mjs';
import { start } from '../testing/start.ts';
import { postgresStore } from './postgres.ts';
import { type CuttingProxy, startProxy } from './postgresProxy.ts';
import {
  CommitFailed,
  CommitUnknown,
  encodePath,
  type StoredRow,
  StoreLocked,
  type TreeStore,
} from './store.ts';

const NOTHING = { clears: [], removes: [], puts: [] };

let url: string;
const cleanUp: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const database = await createDatabase();
  url = database.url;
  cleanUp.push(() => database.drop());
});
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
});

async function load(
  at = url,
): Promise<{ store: TreeStore; rows: StoredRow[]; lastSequence: number }> {
  const store = postgresStore({ url: at });
  const rows: StoredRow[] = [];
  const { lastSequence } = await store.load((chunk) => rows.push(...chunk));
  cleanUp.push(() => store.close());
  return { store, rows: rows.sort(([a], [b]) => (a < b ? -1 : 1)), lastSequence };
}

async function proxied(): Promise<CuttingProxy> {
  const proxy = await startProxy(url);
  cleanUp.push(() => proxy.close());
  return proxy;
}

async function query(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function stored(): Promise<unknown[]> {
  return query('SELECT coalesce(path, key) AS path, value FROM realtime_node ORDER BY 1');
}

describe.skipIf(process.env.TEST_DATABASE_URL === undefined)('the PostgreSQL store', () => {
  test("keeps committed data, and deletes the subtrees in a batch before adding the batch's rows", async () => {
    const { store, rows, lastSequence } = await load();
    expect([rows, lastSequence]).toEqual([[], 0]);
    const puts: StoredRow[] = [
      ['a/b/', '1'],
      ['a b/', '"x"'],
      ['a/c/d/', 'true'],
      ['A/', '"\\u0000 \\\\ {}, \\" é😀"'],
      ['a0/', '2'],
    ];
    await store.commit({ ...NOTHING, sequence: 1, puts });
    await store.commit({
      sequence: 5,
      clears: ['a/'],
      removes: ['a0/'],
      puts: [
        ['a/z/', '9'],
        ['a b/', '3'],
      ],
    });
    await store.close();
    const again = await load();
    expect(again.lastSequence).toBe(5);
    expect(again.rows).toEqual([
      ['A/', '"\\u0000 \\\\ {}, \\" é😀"'],
      ['a b/', '3'],
      ['a/z/', '9'],
    ]);
    await again.store.commit({ ...NOTHING, sequence: 6, clears: [''] });
    await again.store.close();
    expect((await load()).rows).toEqual([]);
  });

  test('sorts keys as bytes, so that a subtree is one range in any database collation', async () => {
    const { store } = await load();
    const names = ['a', 'A', 'á', 'a-', 'a.', 'a/', 'a0', 'aa', 'Z', '😀', '\uffee', '-'].map(
      (name) => `p/${name}x/`,
    );
    await store.commit({
      ...NOTHING,
      sequence: 1,
      puts: [
        ...names.map((name): StoredRow => [name, '1']),
        ['p0/', '1'],
        ['p-/', '1'],
        ['P/a/', '1'],
      ],
    });
    await store.commit({ ...NOTHING, sequence: 2, clears: ['p/'] });
    expect((await stored()).map((row) => (row as { path: string }).path).sort()).toEqual([
      'P/a/',
      'p-/',
      'p0/',
    ]);
  });

  test('keeps, overwrites, removes and clears the data at paths of any length', async () => {
    const { store } = await load();
    const key = 'ß'.repeat(384);
    const deep = (levels: number, ...more: string[]): string =>
      encodePath([...Array<string>(levels).fill(key), ...more]);
    const all = [
      deep(1, 'a'),
      deep(2, 'a'),
      deep(2, `${'x'.repeat(363)}`),
      deep(3, 'a'),
      deep(3, 'b'),
      deep(31, 'a'),
      deep(31, 'b'),
    ];
    const put = (paths: string[], value: string): StoredRow[] => paths.map((path) => [path, value]);
    const sorted = (paths: string[]): StoredRow[] => put([...paths].sort(), '1');
    await store.commit({ ...NOTHING, sequence: 1, puts: put(all, '0') });
    await store.commit({ ...NOTHING, sequence: 2, puts: put(all, '1') });
    await store.commit({ ...NOTHING, sequence: 3, removes: [deep(31, 'b')] });
    await store.close();
    const second = await load();
    expect(second.rows).toEqual(sorted(all.slice(0, -1)));
    await second.store.commit({ ...NOTHING, sequence: 4, clears: [deep(30)] });
    await second.store.close();
    const third = await load();
    expect(third.rows).toEqual(sorted(all.slice(0, -2)));
    await third.store.commit({ ...NOTHING, sequence: 5, clears: [deep(3)] });
    await third.store.close();
    const fourth = await load();
    expect(fourth.rows).toEqual(sorted(all.slice(0, 3)));
    await fourth.store.commit({ ...NOTHING, sequence: 6, clears: [deep(1)] });
    await fourth.store.close();
    expect((await load()).rows).toEqual([]);
  });

  test('returns many rows in chunks', async () => {
    const { store } = await load();
    const puts = Array.from(
      { length: 12_345 },
      (_, index): StoredRow => [`n/${index}/`, String(index)],
    );
    await store.commit({ ...NOTHING, sequence: 1, puts });
    await store.close();
    const chunks: number[] = [];
    const again = postgresStore({ url });
    await again.load((rows) => chunks.push(rows.length));
    await again.close();
    expect(chunks).toEqual([5000, 5000, 2345]);
  });

  test('rejects a second process with a one-sentence error, and the first process continues', async () => {
    const { store } = await load();
    const refusal = postgresStore({ url }).load(() => {});
    await expect(refusal).rejects.toThrow(StoreLocked);
    await expect(refusal).rejects.toThrow(
      /^Another process already serves the realtime data of [^.]*\.$/,
    );
    await store.commit({ ...NOTHING, sequence: 1, puts: [['a/', '1']] });
    await store.close();
    expect((await load()).lastSequence).toBe(1);
  });

  test('lets only one of two processes start if both start at the same time on an empty database', async () => {
    const both = [postgresStore({ url }), postgresStore({ url })];
    const outcomes = await Promise.allSettled(both.map((store) => store.load(() => {})));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.any(StoreLocked),
    });
    for (const store of both) await store.close();
  });

  test('rejects tables of a newer version and does not change them', async () => {
    const { store } = await load();
    await store.close();
    await query('UPDATE realtime_meta SET version = 99');
    await expect(postgresStore({ url }).load(() => {})).rejects.toThrow(
      /has version 99.*start the newer Halyard/,
    );
  });

  test('reports that a rejected batch is certainly not stored, and stores the next one', async () => {
    const { store } = await load();
    await query("ALTER TABLE realtime_node ADD CONSTRAINT full_disk CHECK (value <> '13')");
    const batch = {
      ...NOTHING,
      sequence: 1,
      puts: [
        ['a/', '1'],
        ['b/', '13'],
      ] as StoredRow[],
    };
    await expect(store.commit(batch)).rejects.toThrow(CommitFailed);
    expect(await stored()).toEqual([]);
    await query('ALTER TABLE realtime_node DROP CONSTRAINT full_disk');
    await store.commit({ ...batch, sequence: 2 });
    expect(await store.recover()).toEqual({ lastSequence: 2 });
  });

  test.each([
    ['before', 1, '1'],
    ['after', 2, '2'],
  ] as const)(
    'determines the outcome of a batch if the connection is lost %s the server commits',
    async (cut, sequence, value) => {
      const proxy = await proxied();
      const { store } = await load(proxy.url);
      await store.commit({ ...NOTHING, sequence: 1, puts: [['a/', '1']] });
      proxy.cutNext(cut);
      await expect(store.commit({ ...NOTHING, sequence: 2, puts: [['a/', '2']] })).rejects.toThrow(
        CommitUnknown,
      );
      expect(await store.recover()).toEqual({ lastSequence: sequence });
      expect(await stored()).toEqual([{ path: 'a/', value }]);
      await store.commit({ ...NOTHING, sequence: 3, puts: [['a/', '3']] });
      expect(await stored()).toEqual([{ path: 'a/', value: '3' }]);
    },
  );

  test('recovers as soon as the database is reachable again, after any number of attempts', async () => {
    const proxy = await proxied();
    const { store } = await load(proxy.url);
    proxy.refuse(true);
    await expect(store.commit({ ...NOTHING, sequence: 1, puts: [] })).rejects.toThrow(
      CommitUnknown,
    );
    await expect(store.recover()).rejects.toThrow();
    await expect(store.recover()).rejects.toThrow();
    proxy.refuse(false);
    expect(await store.recover()).toEqual({ lastSequence: 0 });
    await store.commit({ ...NOTHING, sequence: 1, puts: [['a/', '1']] });
  });

  test('takes the lock from a connection that is dead but still holds it', async () => {
    const { store } = await load();
    // The server still has the first session, because it does not know that the client is gone.
    expect(await store.recover()).toEqual({ lastSequence: 0 });
    await query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'halyard-realtime' AND datname = current_database()",
    );
    await expect(store.commit({ ...NOTHING, sequence: 1, puts: [] })).rejects.toThrow(
      CommitUnknown,
    );
    expect(await store.recover()).toEqual({ lastSequence: 0 });
  });

  test('stores nothing for a process that lost the lock to another one, and reports why', async () => {
    const proxy = await proxied();
    const first = await load(proxy.url);
    await first.store.commit({ ...NOTHING, sequence: 1, puts: [['a/', '1']] });
    proxy.refuse(true);
    const second = await load();
    proxy.refuse(false);
    await expect(first.store.commit({ ...NOTHING, sequence: 2, puts: [] })).rejects.toThrow(
      CommitUnknown,
    );
    await second.store.commit({ ...NOTHING, sequence: 2, puts: [['a/', '2']] });
    await expect(first.store.recover()).rejects.toThrow(StoreLocked);
    await second.store.close();
    await expect(first.store.recover()).rejects.toThrow(/^Another process has taken over [^.]*\.$/);
    expect(await stored()).toEqual([{ path: 'a/', value: '2' }]);
  });

  test('does not store a batch after another process has taken over, even if the connection is still alive', async () => {
    const { store } = await load();
    await query("UPDATE realtime_meta SET epoch = epoch + 1, owner = 'another'");
    const batch = { ...NOTHING, sequence: 1, puts: [['a/', '1']] as StoredRow[] };
    await expect(store.commit(batch)).rejects.toThrow(CommitUnknown);
    expect(await stored()).toEqual([]);
    await expect(store.recover()).rejects.toThrow(StoreLocked);
  });
});

describe.skipIf(process.env.TEST_DATABASE_URL === undefined)(
  'the realtime server on PostgreSQL',
  () => {
    test.each(['before', 'after'] as const)(
      'shows listeners only stored values if the connection to the database is cut %s the commit',
      async (cut) => {
        const proxy = await proxied();
        const server = await start({ store: postgresStore({ url: proxy.url }) });
        cleanUp.push(() => server.stop());
        await server.realtime.admin.set('a', 1);
        const seen: unknown[] = [];
        server.realtime.admin.listen('a', ({ data }) => seen.push(data));
        proxy.cutNext(cut);
        const outcome = await server.realtime.admin.set('a', 2).then(
          () => 'stored',
          () => 'refused',
        );
        const expected = cut === 'after' ? ['stored', [1, 2], 2] : ['refused', [1], 1];
        expect([outcome, seen, await server.realtime.admin.get('a')]).toEqual(expected);
        await server.realtime.admin.set('a', 3);
        expect(await stored()).toEqual([{ path: 'a/', value: '3' }]);
      },
    );

    test('notices that another process took over, even without writes, and stops responding', async () => {
      const lost: string[] = [];
      const server = await start({
        store: postgresStore({ url }),
        onLost: ({ message }) => lost.push(message),
      });
      cleanUp.push(() => server.stop());
      await query("UPDATE realtime_meta SET epoch = epoch + 1, owner = 'another'");
      await query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'halyard-realtime' AND datname = current_database()",
      );
      await expect.poll(() => lost).toEqual([expect.stringContaining('has taken over')]);
      await expect(server.realtime.admin.get('a')).rejects.toThrow('has taken over');
    });
  },
);
