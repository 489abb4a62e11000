import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  get,
  goOffline,
  goOnline,
  increment,
  limitToFirst,
  onDisconnect,
  onValue,
  type Query,
  query,
  ref,
  serverTimestamp,
  set,
} from '@firebase/database';
import { describe, expect, test } from 'vitest';
import { openRules, parseRules } from './rules/index.ts';
import { createRealtimeServer } from './server.ts';
import { benchOfEachTest } from './testing/bench.ts';
import { FaultyStore } from './testing/faultyStore.ts';
import { startChild } from './testing/kill.ts';
import { makeStore } from './testing/killSqlite.ts';
import { openStream } from './testing/raw.ts';
import { connect } from './testing/sdk.ts';
import { testAuthenticator } from './testing/start.ts';
import { until } from './testing/until.ts';

const bench = benchOfEachTest();

/** Waits until a path has a value. */
async function becomes(at: string, value: unknown): Promise<void> {
  while (!isDeepStrictEqual(await bench.realtime.admin.get(at), value)) await delay(2);
}

const gone = () => until(() => bench.realtime.stats().connections === 0);

describe('onDisconnect with the SDK (protocol §11)', () => {
  test('runs set, update and remove in order when the connection ends', async () => {
    const { db } = bench.client();
    await set(ref(db, 'a'), { gone: 1, kept: 2, count: 5 });
    await onDisconnect(ref(db, 'a/gone')).remove();
    await onDisconnect(ref(db, 'a')).update({ 'deep/x': true, y: 1 });
    await onDisconnect(ref(db, 'a/y')).setWithPriority(2, 'p');
    await onDisconnect(ref(db, 'a/count')).set(increment(3));
    expect(await bench.realtime.admin.get('a')).toEqual({ gone: 1, kept: 2, count: 5 });
    goOffline(db);
    await becomes('a', { kept: 2, count: 8, deep: { x: true }, y: 2 });
  });

  test('does not run canceled writes, or any writes below them', async () => {
    const { db } = bench.client();
    const at = (p: string) => onDisconnect(ref(db, p));
    await at('a/b').set(1);
    await at('a/c/d').set(1);
    await at('x').update({ y: 1, z: 1 });
    await at('whole').set({ left: 1, right: { in: 1, out: 2 }, '.priority': 3 });
    await at('done').set(true);
    await at('a').cancel();
    await at('x/y').cancel();
    await at('whole/right/in').cancel();
    goOffline(db);
    await becomes('done', true);
    expect(await bench.realtime.admin.get('')).toEqual({
      done: true,
      x: { z: 1 },
      whole: { left: 1, right: { out: 2 } },
    });
  });

  test('maintains presence: a value is set at every connection, and replaced by the current time at every disconnection', async () => {
    let now = 1000;
    await bench.restart({ clock: () => now });
    const { db } = bench.client();
    const pending: Promise<void>[] = [];
    onValue(ref(db, '.info/connected'), (snapshot) => {
      if (snapshot.val() !== true) return;
      pending.push(
        onDisconnect(ref(db, 'online/me')).remove(),
        onDisconnect(ref(db, 'seen')).set(serverTimestamp()),
        set(ref(db, 'online/me'), true),
      );
    });
    await becomes('online/me', true);
    // If the client went offline earlier, it would miss the acknowledgments that are on their way.
    await Promise.all(pending);
    now = 2000;
    goOffline(db);
    await becomes('online/me', null);
    await becomes('seen', 2000);
    goOnline(db);
    await becomes('online/me', true);
    now = 3000;
    bench.realtime.disconnect(() => true);
    await becomes('seen', 3000);
    await becomes('online/me', true);
    await Promise.all(pending);
  });

  test('sends all onDisconnect writes as one event to every listener', async () => {
    const [{ db }, reader] = [bench.client(), bench.client()];
    const seen = (at: Query): unknown[] => {
      const values: unknown[] = [];
      onValue(at, (snapshot) => void values.push(snapshot.val()));
      return values;
    };
    await set(ref(db, 'a'), { before: true });
    const all = seen(ref(reader.db));
    const below = seen(ref(reader.db, 'a/foo'));
    const filtered = seen(query(ref(reader.db, 'a/foo'), limitToFirst(2)));
    const own = seen(ref(db, 'a'));
    const stream = await openStream(bench.server.port, '/a.json');
    await until(() => [all, below, filtered, own].every(({ length }) => length === 1));
    // As in Google's suite, plus a priority and a server value.
    await onDisconnect(ref(db, 'a/foo')).set({ bar: 'a', baz: 'b', count: increment(2) });
    await onDisconnect(ref(db, 'a/foo')).update({ bam: 'c', '.priority': 1 });
    await onDisconnect(ref(db, 'a/foo/baz')).remove();
    await onDisconnect(ref(db, 'b')).set(1);
    goOffline(db);
    const foo = { bam: 'c', bar: 'a', count: 2 };
    await until(() => all.length > 1);
    await set(ref(reader.db, 'after'), true);
    expect([all.slice(1), below.slice(1), filtered.slice(1), own.slice(1)]).toEqual([
      [
        { a: { before: true, foo }, b: 1 },
        { a: { before: true, foo }, b: 1, after: true },
      ],
      [foo],
      [{ bam: 'c', bar: 'a' }],
      [{ before: true, foo }],
    ]);
    expect((await get(ref(reader.db, 'a/foo'))).priority).toBe(1);
    expect((await stream.count(2)).slice(1)).toEqual([
      { event: 'put', data: `{"path":"/foo","data":${JSON.stringify(foo)}}` },
    ]);
    stream.close();
  });

  test('resolves an increment from the value before the disconnect, even if an earlier write in the list changed that value', async () => {
    const { db } = bench.client();
    await set(ref(db, 'a'), { n: 5 });
    await onDisconnect(ref(db, 'a')).set({ n: 1, other: 2 });
    await onDisconnect(ref(db, 'a/n')).set(increment(1));
    goOffline(db);
    // The SDK shows the same value to its own listeners.
    await becomes('a', { n: 6, other: 2 });
  });

  test('runs a list of writes only once', async () => {
    const { db } = bench.client();
    await onDisconnect(ref(db, 'n')).set(increment(1));
    goOffline(db);
    await becomes('n', 1);
    goOnline(db);
    await set(ref(db, 'back'), true);
    goOffline(db);
    await gone();
    expect(await bench.realtime.admin.get('n')).toBe(1);
  });
});

describe("a client's onDisconnect writes", () => {
  test('when the client reconnects, run before its new session starts, so that the session sees the written values', async () => {
    const old = await bench.raw();
    await old.ask('o', { p: '/a', d: 'left' });
    const closed = once(old.ws, 'close');
    const again = await bench.raw(`&ls=${await old.session()}`);
    expect(await again.ask('g', { p: '/a', q: {} })).toEqual({ s: 'ok', d: 'left' });
    await closed;
    expect(bench.realtime.stats().connections).toBe(1);
    // An unknown or ended session is ignored.
    for (const ls of [await old.session(), 'x', '%00']) await bench.raw(`&ls=${ls}`);
  });

  test('run as soon as the client sends its close frame, not when the socket is closed', async () => {
    const leaving = await bench.raw();
    const staying = await bench.raw();
    await leaving.ask('o', { p: '/a', d: 'left' });
    leaving.ws.pause(); // The client never reads the response to its close frame.
    leaving.ws.close();
    expect(await staying.ask('g', { p: '/a', q: {} })).toEqual({ s: 'ok', d: 'left' });
    expect(leaving.ws.readyState).toBe(leaving.ws.CLOSING);
  });

  test('run after the requests that the client sent before the close frame', async () => {
    const leaving = await bench.raw();
    await leaving.ask('o', { p: '/last', d: { '.sv': 'timestamp' } });
    for (let i = 0; i < 5000; i++) leaving.send('p', { p: `/list/${i}`, d: i });
    leaving.ws.close();
    while ((await bench.realtime.admin.get('last')) === null) await delay(2);
    expect(Object.keys((await bench.realtime.admin.get('list')) as object)).toHaveLength(5000);
  });

  test('run when the client falls silent', async () => {
    await bench.restart({ limits: { pingMs: 10 } });
    const silent = await bench.raw();
    await silent.ask('o', { p: '/a', d: 1 });
    silent.ws.pong = () => {};
    await becomes('a', 1);
  });

  test('run when the server stops, before the store closes', async () => {
    const store = new FaultyStore();
    await bench.restart({ store });
    const { db } = bench.client();
    await onDisconnect(ref(db, 'a')).set(1);
    expect([...store.rows.keys()].some((row) => row.startsWith('.disconnect/'))).toBe(true);
    await bench.realtime.close();
    expect([...store.rows]).toEqual([['a/', '1']]);
  });
});

describe('rules for onDisconnect writes', () => {
  const rules = parseRules({
    rules: { '.read': true, $who: { '.write': "auth.uid == $who && root.child('open').exists()" } },
  });

  test('are checked when a write is registered, and when it runs', async () => {
    await bench.restart({ rules });
    await bench.realtime.admin.set('open', true);
    const me = await bench.raw();
    await me.ask('auth', { cred: 'me' });
    expect((await me.ask('o', { p: '/other', d: 1 })).s).toBe('permission_denied');
    expect((await me.ask('om', { p: '/', d: { me: 1, other: 1 } })).s).toBe('permission_denied');
    expect((await me.ask('o', { p: '/me', d: 1 })).s).toBe('ok');
    await bench.realtime.admin.remove('open');
    me.close();
    await gone();
    expect(await bench.realtime.admin.get('')).toBeNull();
  });

  test('are checked for the user who registered a write, even if the user has signed out since', async () => {
    await bench.restart({ rules });
    await bench.realtime.admin.set('open', true);
    const me = await bench.raw();
    await me.ask('auth', { cred: 'me' });
    await me.ask('o', { p: '/me', d: 1 });
    await me.ask('unauth', {});
    expect((await me.ask('o', { p: '/me', d: 2 })).s).toBe('permission_denied');
    me.close();
    await becomes('me', 1);
  });
});

describe('batch rule checks of onDisconnect writes', () => {
  const rules = parseRules({
    rules: {
      '.read': true,
      status: {
        $who: {
          '.write': 'auth.uid == $who',
          state: { '.validate': "newData.parent().child('at').val() == now" },
          at: { '.validate': "newData.parent().child('state').exists()" },
        },
      },
      log: { $who: { '.write': "newData.parent().parent().child('status/' + $who).exists()" } },
    },
  });
  const settled = async () => {
    await gone();
    return bench.realtime.admin.get('');
  };

  test('allow writes that are only valid together', async () => {
    await bench.restart({ rules, clock: () => 1000 });
    await bench.realtime.admin.set('status/me', { state: 'on', at: 1000 });
    const me = await bench.raw();
    await me.ask('auth', { cred: 'me' });
    const timestamp = { '.sv': 'timestamp' };
    expect((await me.ask('o', { p: '/status/me/at', d: timestamp })).s).toBe('ok');
    expect((await me.ask('o', { p: '/status/me/state', d: 'off' })).s).toBe('ok');
    await bench.realtime.admin.remove('status/me');
    me.close();
    expect(await settled()).toEqual({ status: { me: { state: 'off', at: 1000 } } });
  });

  test('allow registering a write that is only valid together with writes registered earlier', async () => {
    await bench.restart({ rules, clock: () => 1000 });
    const me = await bench.raw();
    await me.ask('auth', { cred: 'me' });
    const status = { state: 'off', at: 1000 };
    expect((await me.ask('o', { p: '/log/me', d: 'left' })).s).toBe('permission_denied');
    expect((await me.ask('o', { p: '/status/me', d: status })).s).toBe('ok');
    expect((await me.ask('o', { p: '/log/me', d: 'left' })).s).toBe('ok');
    me.close();
    expect(await settled()).toEqual({ status: { me: status }, log: { me: 'left' } });
  });

  test('reject only the deletion of what has replaced a leaf, if a rule forbids to delete the leaf', async () => {
    const kept = parseRules({ rules: { '.read': true, a: { '.write': 'newData.exists()' } } });
    await bench.restart({ rules: kept });
    await bench.realtime.admin.set('a', 5);
    const me = await bench.raw();
    expect((await me.ask('o', { p: '/a/x', d: { y: 1 } })).s).toBe('ok');
    expect((await me.ask('o', { p: '/a/x/y', d: null })).s).toBe('ok');
    me.close();
    expect(await settled()).toEqual({ a: { x: { y: 1 } } });
  });

  test('use the identity of the user who registered each write, and reject only the writes that are not allowed', async () => {
    const place = {
      '.write': "auth.uid == $place && !root.child('closed').child($place).exists()",
    };
    await bench.restart({ rules: parseRules({ rules: { '.read': true, $place: place } }) });
    const one = await bench.raw();
    for (const who of ['ann', 'bob', 'cat']) {
      await one.ask('auth', { cred: who });
      expect((await one.ask('o', { p: `/${who}`, d: 'left' })).s).toBe('ok');
    }
    await bench.realtime.admin.set('closed/bob', true);
    one.close();
    expect(await settled()).toEqual({ ann: 'left', cat: 'left', closed: { bob: true } });
  });
});

describe('onDisconnect writes by a client with limited or revoked permissions', () => {
  test('do not run with revoked permissions, even if the client has signed in as someone else since', async () => {
    const rules = { mine: { $place: { '.write': 'auth != null' } }, open: { '.write': true } };
    bench.realtime.setRules(parseRules({ rules }));
    const [left, switched, admin] = [await bench.raw(), await bench.raw(), await bench.raw()];
    await left.ask('auth', { cred: 'u' });
    await left.ask('o', { p: '/mine/left', d: 1 });
    await left.ask('o', { p: '/open', d: 'left' });
    await switched.ask('auth', { cred: 'u' });
    await switched.ask('o', { p: '/mine/u', d: 1 });
    await switched.ask('auth', { cred: 'v' });
    await switched.ask('o', { p: '/mine/v', d: 1 });
    await admin.ask('gauth', { cred: 'owner' });
    await admin.ask('o', { p: '/closed', d: 1 });
    expect(bench.realtime.disconnect(({ auth }) => auth?.uid === 'u')).toBe(1);
    expect(bench.realtime.disconnect(({ admin }) => admin === true)).toBe(1);
    await becomes('open', 'left');
    switched.close();
    await becomes('mine', { v: 1 });
    await gone();
    expect(await bench.realtime.admin.get('')).toEqual({ mine: { v: 1 }, open: 'left' });
  });

  test('do not run with permissions that were revoked while the store was down', async () => {
    const store = new FaultyStore();
    const rules = parseRules({ rules: { mine: { '.write': 'auth != null' }, '.read': true } });
    await bench.restart({ store, rules, limits: { recoverMs: 1 } });
    const left = await bench.raw();
    await left.ask('auth', { cred: 'u' });
    await left.ask('o', { p: '/mine', d: 1 });
    store.fates = ['fail', 'fail'];
    bench.realtime.disconnect(({ auth }) => auth?.uid === 'u');
    const waiting = () => [...store.rows.keys()].some((row) => row.startsWith('.disconnect/'));
    await until(() => store.fates.length === 0 && !waiting());
    expect(await bench.realtime.admin.get('')).toBe(null);
  });

  test("still run if the client's sign-in has expired, unless it was revoked", async () => {
    let now = 1000;
    await bench.restart({
      clock: () => now,
      rules: parseRules({ rules: { mine: { '.write': 'auth != null' } } }),
      authenticate: {
        ...testAuthenticator,
        upgrade: async () => ({ auth: { uid: 'u', token: {} }, expiresAt: 2000 }),
      },
    });
    const left = await bench.raw();
    await left.ask('o', { p: '/mine', d: 1 });
    now = 3000;
    await becomes('mine', 1);
  });

  test('are rejected at registration if data, paths or updates are invalid', async () => {
    const one = await bench.raw();
    for (const [a, body] of [
      ['o', { p: '/a', d: { 'x.y': 1 } }],
      ['o', { p: '/a/../b', d: 1 }],
      ['o', { p: '/a', d: { '.sv': 'what' } }],
      ['o', { p: '/.disconnect/x', d: 1 }],
      ['om', { p: '/a', d: [1] }],
      ['om', { p: '/a', d: { b: 1, 'b/c': 2 } }],
      ['oc', { p: '/a.b', d: null }],
    ] as const) {
      expect((await one.ask(a, body)).s).toBe('invalid_data');
    }
  });

  test('are limited in total size and in the number of different paths', async () => {
    await bench.restart({ limits: { disconnectPaths: 3, disconnectUnits: 1000 } });
    const one = await bench.raw();
    for (let i = 0; i < 10; i++) expect((await one.ask('o', { p: '/a', d: i })).s).toBe('ok');
    expect((await one.ask('om', { p: '/', d: { a: 1, b: 2, c: 3 } })).s).toBe('ok');
    expect((await one.ask('o', { p: '/d', d: 4 })).s).toBe('too_big');
    expect((await one.ask('om', { p: '/x', d: { a: 1, b: 2, c: 3, d: 4 } })).s).toBe('too_big');
    await one.ask('oc', { p: '/b', d: null });
    expect((await one.ask('o', { p: '/d', d: 'x'.repeat(2000) })).s).toBe('too_big');
    expect((await one.ask('o', { p: '/d', d: 4 })).s).toBe('ok');
    one.close();
    await becomes('', { a: 1, c: 3, d: 4 });
  });
});

describe('onDisconnect writes while the store has problems', () => {
  test('can be neither registered nor canceled if the change cannot be stored', async () => {
    const store = new FaultyStore();
    await bench.restart({ store });
    const one = await bench.raw();
    await one.ask('o', { p: '/a', d: 1 });
    store.fates = ['fail', 'lost'];
    expect((await one.ask('o', { p: '/b', d: 1 })).s).toBe('unavailable');
    expect((await one.ask('oc', { p: '/a', d: null })).s).toBe('unavailable');
    one.close();
    await becomes('', { a: 1 });
  });

  test('are retried if they could not be stored, and are applied only once', async () => {
    const store = new FaultyStore();
    await bench.restart({ store, limits: { recoverMs: 5 } });
    const one = await bench.raw();
    await one.ask('o', { p: '/n', d: { '.sv': { increment: 1 } } });
    store.fates = ['fail', 'lost', 'kept'];
    one.close();
    await becomes('n', 1);
    await bench.realtime.admin.set('after', true);
    expect(Object.fromEntries(store.rows)).toEqual({ 'n/': '1', 'after/': 'true' });
  });

  test('are stored exactly as listeners saw them, even if their paths overlap and the first attempt fails', async () => {
    const store = new FaultyStore();
    await bench.restart({ store, limits: { recoverMs: 5 } });
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i]));
    await bench.realtime.admin.set('', { a: { b: many }, leaf: 1 });
    const one = await bench.raw();
    await one.ask('o', { p: '/a', d: { b: { x: 1, y: 2 }, c: 3 } });
    await one.ask('o', { p: '/a/b/x', d: null });
    await one.ask('om', { p: '/a/b', d: { 'z/deep': 4 } });
    await one.ask('o', { p: '/a/c', d: null });
    await one.ask('o', { p: '/leaf/below', d: 5 });
    store.fates = ['fail', 'lost'];
    one.close();
    await becomes('', { a: { b: { y: 2, z: { deep: 4 } } }, leaf: { below: 5 } });
    expect(Object.fromEntries(store.rows)).toEqual({
      'a/b/y/': '2',
      'a/b/z/deep/': '4',
      'leaf/below/': '5',
    });
  });

  test('stay stored when a client deletes all data in the tree', async () => {
    const store = new FaultyStore();
    await bench.restart({ store });
    const one = await bench.raw();
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, i]));
    await one.ask('p', { p: '/', d: { many, b: 1 } });
    await one.ask('o', { p: '/a', d: 1 });
    await one.ask('p', { p: '/', d: { b: 2, c: 3 } });
    const rows = [...store.rows.keys()].filter((row) => !row.startsWith('.disconnect/'));
    expect(rows.sort()).toEqual(['b/', 'c/']);
    await one.ask('p', { p: '/', d: null });
    expect(store.rows.size).toBe(1);
    one.close();
    await becomes('', { a: 1 });
  });
});

test('after kill -9, acknowledged onDisconnect writes run once at the next start', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'halyard-disconnect-'));
  const storeModule = new URL('./testing/killSqlite.ts', import.meta.url).href;
  const { child, port } = await startChild({ storeModule, argument: directory });
  const exited = once(child, 'exit');
  const { db, close } = connect(port);
  try {
    await set(ref(db, 'online/me'), true);
    await onDisconnect(ref(db, 'online/me')).remove();
    await onDisconnect(ref(db, 'seen')).set(serverTimestamp());
    await onDisconnect(ref(db, 'cancelled')).set(true);
    await onDisconnect(ref(db, 'cancelled')).cancel();
  } finally {
    child.kill('SIGKILL');
  }
  await exited;
  goOffline(db);
  // The second start finds nothing left to run.
  for (const now of [5000, 9000]) {
    const again = await createRealtimeServer({
      store: makeStore(directory),
      rules: openRules(),
      authenticate: testAuthenticator,
      clock: () => now,
    });
    expect(await again.admin.get('')).toEqual({ seen: 5000 });
    await again.close();
  }
  await close();
  rmSync(directory, { recursive: true });
});
