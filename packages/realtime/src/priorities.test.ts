import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type DatabaseReference,
  goOffline,
  limitToFirst,
  onChildMoved,
  onDisconnect,
  onValue,
  orderByPriority,
  type Query,
  query,
  ref,
  remove,
  runTransaction,
  serverTimestamp,
  set,
  setPriority,
  setWithPriority,
  startAt,
  update,
} from '@firebase/database';
import { describe, expect, test } from 'vitest';
import { parseRules } from './rules/index.ts';
import { sqliteStore } from './store/sqlite.ts';
import { benchOfEachTest } from './testing/bench.ts';
import { http, openStream } from './testing/raw.ts';
import { until } from './testing/until.ts';

const bench = benchOfEachTest();

/** Returns the data on the server, including priorities. */
async function stored(at: string): Promise<unknown> {
  const { body } = await http(bench.server.port, 'GET', `/${at}.json?format=export`);
  return JSON.parse(body);
}

/** Waits until other clients see this value. */
const becomes = (at: string, value: unknown): Promise<void> =>
  expect.poll(() => stored(at)).toEqual(value);

/** Records the order of a listener's children, and each move that the listener reports. */
function watch(target: Query): { keys: () => string | undefined; moves: string[] } {
  let keys: string | undefined;
  const moves: string[] = [];
  onChildMoved(target, (snapshot, before) => void moves.push(`${snapshot.key} after ${before}`));
  onValue(target, (snapshot) => {
    keys = '';
    snapshot.forEach((child) => {
      keys += child.key;
    });
  });
  return { keys: () => keys, moves };
}

const rest = async (method: string, url: string, body?: string): Promise<string> => {
  const { status, body: text } = await http(bench.server.port, method, url, {
    ...(body !== undefined && { body }),
  });
  return `${status} ${text}`;
};

describe('a priority (protocol §6)', () => {
  test('can be set with a value, by itself or in an update, and is removed when a value is set without a priority', async () => {
    const { db } = bench.client();
    await setWithPriority(ref(db, 'a'), { x: 1, y: { z: 2 } }, 'p');
    await setPriority(ref(db, 'a/y'), 7);
    await update(ref(db), { 'a/x/.priority': -1.5, 'a/y/z': 3, 'b/c': true });
    expect(await stored('')).toEqual({
      a: {
        '.priority': 'p',
        x: { '.value': 1, '.priority': -1.5 },
        y: { '.priority': 7, z: 3 },
      },
      b: { c: true },
    });
    await setPriority(ref(db, 'a'), null);
    await set(ref(db, 'a/x'), 1);
    expect(await stored('a')).toEqual({ x: 1, y: { '.priority': 7, z: 3 } });
    await setPriority(ref(db), 'root');
    expect(await stored('')).toMatchObject({ '.priority': 'root' });
  });

  test('is rejected for missing data, unless the same update adds the data', async () => {
    const { db } = bench.client();
    const refused = 'There is no data at "/none" to give a priority to';
    await expect(setPriority(ref(db, 'none'), 1)).rejects.toThrow(refused);
    await expect(update(ref(db), { 'none/.priority': 1, 'new/a': 4 })).rejects.toThrow(refused);
    await expect(update(ref(db), { 'none/a': null, 'none/.priority': 2 })).rejects.toThrow(refused);
    await setPriority(ref(db, 'none'), null);
    expect(await stored('')).toBeNull();
    await update(ref(db), { 'new/.priority': 3, 'new/a': 4 });
    expect(await stored('')).toEqual({ new: { '.priority': 3, a: 4 } });
    await set(ref(db, 'none'), 1);
    expect(await stored('none')).toBe(1);
    await remove(ref(db, 'new/a'));
    expect(await stored('')).toEqual({ none: 1 });
  });

  test('is kept when a leaf becomes a branch, and when a child changes', async () => {
    const { db } = bench.client();
    await setWithPriority(ref(db, 'a'), 'leaf', 10);
    await set(ref(db, 'a/deeper'), 1);
    await set(ref(db, 'a/beside'), 2);
    expect(await stored('a')).toEqual({ '.priority': 10, deeper: 1, beside: 2 });
  });

  test('can be the server time of the write, or of the disconnect', async () => {
    await bench.restart({ clock: () => 5000 });
    const { db } = bench.client();
    // The SDK accepts a server value as a priority, although its types do not say so.
    const serverTime = serverTimestamp() as unknown as number;
    await setWithPriority(ref(db, 'a'), 1, serverTime);
    await set(ref(db, 'b'), 1);
    await setPriority(ref(db, 'b'), serverTime);
    expect(await stored('')).toEqual({
      a: { '.value': 1, '.priority': 5000 },
      b: { '.value': 1, '.priority': 5000 },
    });
    await onDisconnect(ref(db, 'a')).setWithPriority(2, 'left');
    await onDisconnect(ref(db)).update({ 'b/.priority': serverTimestamp() });
    await onDisconnect(ref(db, 'c')).update({ '.priority': 1 });
    await set(ref(db, 'b'), 3);
    goOffline(db);
    await becomes('', {
      a: { '.value': 2, '.priority': 'left' },
      b: { '.value': 3, '.priority': 5000 },
    });
  });

  test('can be set together with a server value for the node', async () => {
    await bench.restart({ clock: () => 5000 });
    expect(await rest('PUT', '/a.json', '{".sv":"timestamp",".priority":"p"}')).toBe('200 5000');
    expect(await rest('GET', '/a/.priority.json')).toBe('200 "p"');
    const { db } = bench.client();
    await set(ref(db, 'b'), { '.sv': 'timestamp', '.priority': 2 });
    expect(await stored('b')).toEqual({ '.value': 5000, '.priority': 2 });
    await expect(set(ref(db, 'b'), { '.sv': 'timestamp', beside: 1 })).rejects.toThrow(
      'only ".priority" can stand beside ".sv"',
    );
    expect(await stored('b')).toEqual({ '.value': 5000, '.priority': 2 });
  });

  test('determines which children a filtered listener gets and in which order, even if only a priority changes', async () => {
    const { db } = bench.client();
    const list = { a: 10, b: 20, c: 30, d: null };
    for (const [key, priority] of Object.entries(list)) {
      await setWithPriority(ref(db, `l/${key}`), { deep: key }, priority);
    }
    const at = (constraint: (l: DatabaseReference) => Query) =>
      watch(constraint(ref(bench.client().db, 'l')));
    const all = at((l) => l);
    const first = at((l) => query(l, orderByPriority(), limitToFirst(2)));
    const from = at((l) => query(l, orderByPriority(), startAt(20)));
    await until(() => all.keys() === 'dabc' && first.keys() === 'da' && from.keys() === 'bc');
    await setPriority(ref(db, 'l/a'), 25);
    await until(() => all.keys() === 'dbac' && first.keys() === 'db' && from.keys() === 'bac');
    expect(all.moves).toEqual(['a after b']);
    await setPriority(ref(db, 'l/d'), 'last');
    await until(() => all.keys() === 'bacd' && first.keys() === 'ba' && from.keys() === 'bacd');
  });

  test('is kept by a transaction that sets no new priority', async () => {
    const { db } = bench.client();
    await set(ref(db, 'a'), { '.priority': 1, x: { '.value': 1, '.priority': 'p' } });
    const other = bench.client();
    await runTransaction(ref(other.db, 'a/x'), (n: number | null) => (n ?? 0) + 1);
    expect(await stored('a')).toEqual({ '.priority': 1, x: { '.value': 2, '.priority': 'p' } });
    await runTransaction(ref(other.db, 'a/x'), () => ({ '.value': 3, '.priority': 4 }));
    const whole = await runTransaction(ref(bench.client().db, 'a'), (value: unknown) => value);
    // The transaction's hash included the priorities of all data, but the value that it returned
    // did not.
    expect(whole.committed).toBe(true);
    expect(whole.snapshot.exportVal()).toEqual({ '.priority': 1, x: 3 });
  });

  test('is checked against the rules of its node', async () => {
    const a = {
      '.write': "!newData.exists() || newData.getPriority() != 'bad'",
      '.validate': 'data.getPriority() == null || newData.getPriority() > data.getPriority()',
    };
    bench.realtime.setRules(parseRules({ rules: { '.read': true, a, $closed: { x: {} } } }));
    const { db } = bench.client();
    await setWithPriority(ref(db, 'a'), { b: 1 }, 1);
    await setPriority(ref(db, 'a'), 2);
    await expect(setPriority(ref(db, 'a'), 'bad')).rejects.toThrow(/PERMISSION_DENIED/);
    await expect(setPriority(ref(db, 'a'), 2)).rejects.toThrow(/PERMISSION_DENIED/);
    await expect(update(ref(db, 'a'), { b: 2, '.priority': 1 })).rejects.toThrow(
      /PERMISSION_DENIED/,
    );
    await expect(setPriority(ref(db, 'other'), 1)).rejects.toThrow(/PERMISSION_DENIED/);
    expect(await stored('a')).toEqual({ '.priority': 2, b: 1 });
  });

  test('is stored without rewriting the large node that it belongs to', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'halyard-priority-'));
    try {
      await bench.restart({ store: sqliteStore({ directory }) });
      const { db } = bench.client();
      const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, i]));
      await set(ref(db, 'many'), many);
      await Promise.all([
        setPriority(ref(db, 'many'), 3),
        set(ref(db, 'many/k1'), 'new'),
        setPriority(ref(db, 'many/k2'), 'p'),
      ]);
      const expected = {
        ...many,
        k1: 'new',
        k2: { '.value': 2, '.priority': 'p' },
        '.priority': 3,
      };
      expect(await stored('many')).toEqual(expected);
      await bench.restart({ store: sqliteStore({ directory }) });
      expect(await stored('many')).toEqual(expected);
    } finally {
      await bench.stop();
      rmSync(directory, { recursive: true });
    }
  });
});

describe('a priority over REST (protocol §15)', () => {
  test('can be read, put, patched and deleted at .priority', async () => {
    expect(await rest('PUT', '/a.json', '{"b":1,".priority":2}')).toBe('200 {"b":1}');
    expect(await rest('GET', '/a/.priority.json')).toBe('200 2');
    expect(await rest('PUT', '/a/.priority.json', '"x"')).toBe('200 "x"');
    expect(await rest('PATCH', '/.json', '{"a/b/.priority":5}')).toBe('200 {"a/b/.priority":5}');
    expect(await rest('GET', '/a.json?format=export')).toBe(
      '200 {"b":{".value":1,".priority":5},".priority":"x"}',
    );
    expect(await rest('DELETE', '/a/.priority.json')).toBe('200 null');
    expect(await rest('GET', '/a/.priority.json')).toBe('200 null');
    expect(await rest('PUT', '/none/.priority.json', '1')).toBe(
      '400 {\n  "error" : "There is no data at \\"/none\\" to give a priority to"\n}\n',
    );
    expect(await rest('DELETE', '/none/.priority.json')).toBe('200 null');
  });

  test('cannot have children or be streamed', async () => {
    await rest('PUT', '/a.json', '1');
    const refused = [
      rest('PUT', '/a/.priority/b.json', '1'),
      rest('POST', '/a/.priority.json', '1'),
      rest('PATCH', '/a/.priority.json', '{"b":1}'),
      rest('PATCH', '/.json', '{"a/.priority/b":1}'),
      rest('PUT', '/a/.priority.json', '{"b":1}'),
    ];
    for (const answer of await Promise.all(refused)) expect(answer).toMatch(/^400 /);
    const stream = await openStream(bench.server.port, '/a/.priority.json');
    expect(stream.status).toBe(400);
    expect(await stored('')).toEqual({ a: 1 });
  });

  test('can be read only by clients that may read its node', async () => {
    bench.realtime.setRules(parseRules({ rules: { a: { $child: { '.read': true } } } }));
    await bench.realtime.admin.set('a', { '.priority': 1, b: { '.value': 1, '.priority': 2 } });
    expect(await rest('GET', '/a/b/.priority.json')).toBe('200 2');
    expect(await rest('GET', '/a/.priority.json')).toMatch(/^401 /);
  });
});
