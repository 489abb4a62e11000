import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Fate, FaultyStore } from './testing/faultyStore.ts';
import { http, openStream, RawClient } from './testing/raw.ts';
import { type Running, start } from './testing/start.ts';
import { until } from './testing/until.ts';

let store: FaultyStore;
let server: Running;
const clients: RawClient[] = [];

async function client(): Promise<RawClient> {
  const made = await new RawClient(server.port).open();
  clients.push(made);
  return made;
}

beforeEach(async () => {
  store = new FaultyStore();
  server = await start({ store, limits: { recoverMs: 1, storePatienceMs: 60_000 } });
});
afterEach(async () => {
  store.release();
  for (const made of clients.splice(0)) made.close();
  await server.stop();
});

const pushes = (from: RawClient): unknown[] =>
  from.messages.filter((m) => m.a === 'd' || m.a === 'm').map((m) => m.b);

describe('the commit queue (decision 2)', () => {
  test('sends no response or event that depends on a write before the write is committed', async () => {
    const writer = await client();
    const reader = await client();
    await reader.ask('q', { p: '/a', h: '' });
    store.hold();
    const put = writer.send('p', { p: '/a', d: 1 });
    const stale = writer.send('p', { p: '/a', d: 2, h: 'wrong' });
    const got = writer.send('g', { p: '/a', q: {} });
    const rest = http(server.port, 'GET', '/a.json');
    let adminDone = false;
    const admin = server.realtime.admin.set('b', 1).then(() => {
      adminDone = true;
    });
    await until(() => store.batches.length === 1 && server.realtime.stats().pending >= 5);
    expect(pushes(reader)).toEqual([{ p: 'a', d: null }]);
    expect(writer.messages.filter((m) => 'r' in m)).toEqual([]);
    expect(adminDone).toBe(false);
    store.release();
    expect((await writer.answer(put)).s).toBe('ok');
    expect((await writer.answer(stale)).s).toBe('datastale');
    expect(await writer.answer(got)).toEqual({ s: 'ok', d: 1 });
    expect((await rest).body).toBe('1');
    await admin;
    await reader.until((m) => m.a === 'd' && (m.b as { d: unknown }).d === 1);
  });

  test('undoes all pending writes after a failed commit, and queued reads see the restored data', async () => {
    const writer = await client();
    const reader = await client();
    await server.realtime.admin.set('a', { x: 1, y: { z: true } });
    await reader.ask('q', { p: '/a', h: '' });
    store.hold();
    store.fates = ['fail'];
    const first = writer.send('p', { p: '/a/x', d: 2 });
    await until(() => store.batches.length === 2);
    const second = writer.send('p', { p: '/a/y', d: null });
    const got = writer.send('g', { p: '/a', q: {} });
    const listening = writer.send('q', { p: '/a/x', h: '' });
    await until(() => server.realtime.stats().pending === 4);
    store.release();
    expect((await writer.answer(first)).s).toBe('unavailable');
    expect((await writer.answer(second)).s).toBe('unavailable');
    expect((await writer.answer(got)).d).toEqual({ x: 1, y: { z: true } });
    expect((await writer.answer(listening)).s).toBe('ok');
    expect(pushes(writer)).toEqual([{ p: 'a/x', d: 1 }]);
    expect(pushes(reader)).toEqual([{ p: 'a', d: { x: 1, y: { z: true } } }]);
    // The database recovers, and the listener that got a second response is live.
    expect((await writer.ask('p', { p: '/a/x', d: 3 })).s).toBe('ok');
    expect(pushes(writer)).toEqual([
      { p: 'a/x', d: 1 },
      { p: 'a/x', d: 3 },
    ]);
    expect(Object.fromEntries(store.rows)).toEqual({ 'a/x/': '3', 'a/y/z/': 'true' });
  });

  test('sends a 503 response to REST clients and nothing to event streams if a write fails', async () => {
    const stream = await openStream(server.port, '/a.json');
    store.fates = ['fail'];
    const refused = await http(server.port, 'PUT', '/a.json', { body: '1' });
    expect(refused.status).toBe(503);
    expect((await http(server.port, 'GET', '/a.json')).body).toBe('null');
    expect((await http(server.port, 'PUT', '/a.json', { body: '2' })).status).toBe(200);
    expect((await stream.count(2)).map((e) => e.data)).toEqual([
      '{"path":"/","data":null}',
      '{"path":"/","data":2}',
    ]);
    stream.close();
  });

  test.each([
    ['lost', 'unavailable', 'null'],
    ['kept', 'ok', '1'],
  ] as const)(
    'holds back all responses until it is known whether a commit was stored (here, it was %s)',
    async (fate, status, value) => {
      const writer = await client();
      store.fates = [fate];
      store.recoverFailures = 3;
      const put = writer.send('p', { p: '/a', d: 1 });
      const got = writer.send('g', { p: '/a', q: {} });
      expect((await writer.answer(put)).s).toBe(status);
      expect(JSON.stringify((await writer.answer(got)).d)).toBe(value);
      expect(server.realtime.stats().recoveries).toBe(1);
      await server.realtime.admin.set('b', 2);
      expect(await server.realtime.admin.get('b')).toBe(2);
    },
  );

  test("restores a filtered listener's data if the write that changed it fails", async () => {
    const reader = await client();
    await server.realtime.admin.set('list', { a: 1, b: 2, c: 3 });
    const q = { l: 2, vf: 'r', i: '.value' };
    await reader.ask('q', { p: '/list', h: '', q, t: 7 });
    store.fates = ['fail'];
    await expect(server.realtime.admin.set('list/d', 4)).rejects.toThrow();
    await server.realtime.admin.set('list/e', 5);
    await reader.until((m) => m.a === 'm');
    expect(pushes(reader)).toEqual([
      { p: 'list', d: { b: 2, c: 3 }, t: 7 },
      { p: 'list', d: { b: null, e: 5 }, t: 7 },
    ]);
  });

  test('puts all writes that arrive during a commit into the next commit', async () => {
    store.hold();
    const done = [server.realtime.admin.set('a', 1)];
    await until(() => store.batches.length === 1);
    for (let i = 0; i < 50; i++) done.push(server.realtime.admin.set(`b/${i}`, i));
    store.release();
    await Promise.all(done);
    expect(store.batches).toHaveLength(2);
    expect(store.batches[1]!.puts).toHaveLength(50);
  });

  test('keeps the store consistent with the responses that clients got, even if commits fail in every possible way', async () => {
    const writers = await Promise.all(Array.from({ length: 4 }, client));
    const reader = await client();
    await reader.ask('q', { p: '/', h: '' });
    const fates: Fate[] = ['ok', 'ok', 'fail', 'lost', 'kept', 'ok'];
    for (let i = 0; i < 500; i++)
      store.fates.push(fates[Math.floor(Math.random() * fates.length)]!);
    const told = { ok: new Set<string>(), refused: new Set<string>(), seen: new Set<string>() };
    await Promise.all(
      writers.map(async (writer, w) => {
        const window: Promise<void>[] = [];
        for (let i = 0; i < 100; i++) {
          const key = `w${w}i${i}`;
          const put = writer.ask('m', { p: '/', d: { [`a/${key}`]: i, [`b/${key}`]: { c: i } } });
          window.push(put.then(({ s }) => void (s === 'ok' ? told.ok : told.refused).add(key)));
          const seen = writer.ask('g', { p: `/a/${key}`, q: {} });
          window.push(seen.then(({ d }) => void (d === i && told.seen.add(key))));
          if (i % 7 === 0) await Promise.all(window.splice(0));
        }
        await Promise.all(window);
      }),
    );
    await server.realtime.admin.set('done', true).catch(() => {});
    await reader.ask('s', {});
    const stored = (prefix: string) =>
      new Set(
        [...store.rows.keys()].filter((p) => p.startsWith(prefix)).map((p) => p.split('/')[1]!),
      );
    expect(told.ok.size).toBeGreaterThan(0);
    expect(told.refused.size).toBeGreaterThan(0);
    expect(stored('a/')).toEqual(told.ok);
    expect(stored('b/')).toEqual(told.ok);
    // A read that saw the value got its response only because the write was stored.
    expect(told.seen).toEqual(told.ok);
    const pushed = reader.messages
      .filter((m) => m.a === 'm')
      .flatMap((m) => Object.keys((m.b as { d: object }).d))
      .filter((path) => path.startsWith('a/'))
      .map((path) => path.slice(2));
    expect(new Set(pushed)).toEqual(told.ok);
    expect(pushed).toHaveLength(told.ok.size);
  });

  test('reports only once that another process has taken over the data, and confirms no write afterward', async () => {
    await server.stop();
    const lost: Error[] = [];
    server = await start({ store, onLost: (error) => lost.push(error) });
    const writer = await client();
    store.fates = ['kept'];
    store.takenOver = true;
    writer.send('p', { p: '/a', d: 1 });
    await until(() => lost.length > 0);
    writer.send('g', { p: '/a', q: {} });
    await until(() => server.realtime.stats().reads > 0);
    expect(writer.messages.filter((m) => 'r' in m)).toEqual([]);
    expect(lost.map(({ message }) => message)).toEqual([
      'Another process has taken the data over.',
    ]);
  });

  test('rejects all waiting and later requests after another process has taken over', async () => {
    store.hold();
    store.fates = ['lost'];
    store.takenOver = true;
    const { admin } = server.realtime;
    const open = Promise.allSettled([
      admin.set('a', 1),
      admin.get('a'),
      admin.modify('b', () => ({ c: 1 })),
    ]);
    const rest = http(server.port, 'PUT', '/d.json', { body: '1' });
    await until(() => server.realtime.stats().pending === 4);
    store.release();
    const taken = 'Another process has taken the data over.';
    const reason = expect.objectContaining({ message: taken });
    expect(await open).toEqual(Array(3).fill({ status: 'rejected', reason }));
    expect((await rest).status).toBe(503);
    await expect(admin.update('/', { e: 1 })).rejects.toThrow(taken);
    await expect(admin.get('e')).rejects.toThrow(taken);
    expect((await http(server.port, 'PUT', '/f.json', { body: '1' })).status).toBe(503);
    expect((await http(server.port, 'GET', '/f.json')).status).toBe(503);
  });

  test('can stop cleanly even if the takeover by another process is noticed only while stopping', async () => {
    store.hold();
    store.fates = ['lost'];
    store.takenOver = true;
    const write = server.realtime.admin.set('a', 1);
    await until(() => store.batches.length === 1);
    const stopped = server.stop();
    store.release();
    await expect(write).rejects.toThrow('Another process has taken the data over.');
    await stopped;
  });
});

describe('a store that does not respond', () => {
  beforeEach(async () => {
    await server.stop();
    store = new FaultyStore();
    server = await start({ store, limits: { recoverMs: 1, storePatienceMs: 50 } });
  });

  test('makes REST requests fail with 503 instead of waiting, and other requests keep their place in the queue', async () => {
    const writer = await client();
    store.hold();
    const first = http(server.port, 'PUT', '/a.json', { body: '1' });
    await until(() => server.realtime.stats().writes === 1);
    const read = http(server.port, 'GET', '/a.json');
    const waiting = writer.send('p', { p: '/b', d: 2 });
    expect([(await first).status, (await read).status]).toEqual([503, 503]);
    // From now on, requests are rejected immediately and have no effect.
    expect((await http(server.port, 'PUT', '/a.json', { body: '2' })).status).toBe(503);
    expect((await http(server.port, 'GET', '/a.json')).status).toBe(503);
    expect(await server.realtime.canStore()).toBe(false);
    expect(writer.messages.filter((m) => 'r' in m)).toEqual([]);
    store.release();
    expect((await writer.answer(waiting)).s).toBe('ok');
    expect((await http(server.port, 'PUT', '/c.json', { body: '3' })).status).toBe(200);
    expect((await http(server.port, 'GET', '/.json')).body).toBe('{"a":1,"b":2,"c":3}');
  });

  test('is repeatedly asked for the outcome of a commit until it responds, but only three log lines are written', async () => {
    const lines: string[] = [];
    const note = (_: object, text: string) => lines.push(text);
    const log = { debug() {}, info: note, warn: note, error: note };
    await server.stop();
    server = await start({ store, log, limits: { recoverMs: 1 } });
    store.fates = ['kept'];
    store.recoverFailures = 100;
    expect((await http(server.port, 'PUT', '/a.json', { body: '1' })).status).toBe(503);
    await until(() => server.realtime.stats().recoveries === 1);
    expect(lines).toEqual([
      'A commit has an unknown outcome: checking the store',
      'The store does not answer yet',
      'The store answers again',
    ]);
    expect((await http(server.port, 'GET', '/a.json')).body).toBe('1');
  });

  test('is detected by trying an empty commit', async () => {
    expect(await server.realtime.canStore()).toBe(true);
    expect(store.batches.map(({ puts }) => puts)).toEqual([[]]);
    store.fates = ['fail'];
    expect(await server.realtime.canStore()).toBe(false);
    expect(await server.realtime.canStore()).toBe(true);
  });
});
