import { onValue, ref } from '@firebase/database';
import { afterEach, describe, expect, test } from 'vitest';
import { isFull } from '../testing/full.ts';
import { PollClient } from '../testing/poll.ts';
import { http, openStream, RawClient } from '../testing/raw.ts';
import { connect } from '../testing/sdk.ts';
import { type Running, start } from '../testing/start.ts';
import { until } from '../testing/until.ts';

/**
 * Tests the limits that apply to one user across all connections. They let the server keep serving
 * other users.
 */

let server: Running;
const leave: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of leave.splice(0)) await each();
  await server.stop();
});

async function client(credential?: string): Promise<RawClient> {
  const made = await new RawClient(server.port).open();
  leave.push(() => made.close());
  if (credential !== undefined) await made.ask('auth', { cred: credential });
  return made;
}

async function stream(path: string): ReturnType<typeof openStream> {
  const made = await openStream(server.port, path);
  leave.push(() => made.close());
  return made;
}

const stats = () => server.realtime.stats();

describe('listeners of one user', () => {
  test('share one limit across WebSocket, long polling and event streams', async () => {
    server = await start({ limits: { listensPerPerson: 4 } });
    const socket = await client('me');
    const poll = (await new PollClient(server.port).start()).run();
    leave.push(() => poll.poll('&disconn=t'));
    await poll.ask('auth', { cred: 'me' });
    expect((await socket.ask('q', { p: '/a', h: '' })).s).toBe('ok');
    expect((await socket.ask('q', { p: '/b', h: '' })).s).toBe('ok');
    expect((await poll.ask('q', { p: '/a', h: '' })).s).toBe('ok');
    expect((await stream('/a.json?auth=me')).status).toBe(200);
    expect(stats()).toMatchObject({ listens: 4, listensRefused: 0 });

    const refused = { s: 'too_big', d: 'Too many listens of this account' };
    expect(await socket.ask('q', { p: '/c', h: '' })).toEqual(refused);
    expect(await poll.ask('q', { p: '/c', h: '' })).toEqual(refused);
    const late = await stream('/c.json?auth=me');
    expect([late.status, late.headers['retry-after']]).toEqual([429, '5']);
    expect(stats()).toMatchObject({ listens: 4, listensRefused: 3 });

    // Other users, and the operator's own services, have separate limits.
    expect((await (await client('you')).ask('q', { p: '/c', h: '' })).s).toBe('ok');
    const service = await client('owner');
    for (let i = 0; i < 10; i++)
      expect((await service.ask('q', { p: `/s${i}`, h: '' })).s).toBe('ok');

    // A listener that ends makes room. A listener that replaces another one needs no additional
    // room.
    await socket.ask('n', { p: '/b' });
    expect((await poll.ask('q', { p: '/c', h: '' })).s).toBe('ok');
    expect((await poll.ask('q', { p: '/c', h: '' })).s).toBe('ok');
    expect((await socket.ask('q', { p: '/d', h: '' })).s).toBe('too_big');
    socket.close();
    await until(() => stats().connections === 4);
    expect((await (await client('me')).ask('q', { p: '/d', h: '' })).s).toBe('ok');
  });

  test("count toward the user's limit as soon as the user signs in, and are revoked if they exceed it", async () => {
    server = await start({ limits: { listensPerPerson: 3 } });
    const one = await client();
    for (let i = 0; i < 5; i++) await one.ask('q', { p: `/l${i}`, h: '', q: { l: 1 }, t: i });
    expect(stats().listens).toBe(5);
    await one.ask('auth', { cred: 'me' });
    const revoked = () => one.messages.filter(({ a }) => a === 'c').length;
    await until(() => revoked() === 2);
    expect(stats()).toMatchObject({ listens: 3, listensRefused: 2 });
    const two = await client();
    await two.ask('q', { p: '/l', h: '' });
    await two.ask('auth', { cred: 'me' });
    await two.until(({ a }) => a === 'c');
    expect((await two.ask('q', { p: '/l', h: '' })).s).toBe('too_big');
    // After signing out, they count only toward the budget of the IP address.
    await one.ask('unauth', {});
    expect((await two.ask('q', { p: '/l', h: '' })).s).toBe('ok');
    expect(stats().listens).toBe(4);
  });

  test("can cover 150 flags in each of six tabs within Halyard's limits", async () => {
    server = await start({
      limits: { listensPerPerson: 3000, listensPerPlace: 50, connectionsPerPerson: 50 },
    });
    const tabs = await Promise.all(Array.from({ length: 6 }, () => client('me')));
    for (const tab of tabs) {
      const asked = Array.from({ length: 150 }, (_, i) => tab.send('q', { p: `/f${i}`, h: '' }));
      for (const r of asked) expect((await tab.answer(r)).s).toBe('ok');
    }
    expect(stats()).toMatchObject({ listens: 900, listensRefused: 0, crowded: 0 });
  });

  test('get at most 50 filtered updates per write, even if three connections send thousands of listen requests', async () => {
    server = await start({
      limits: { listensPerConnection: 10_000, listensPerPerson: 3000, listensPerPlace: 50 },
    });
    const { admin } = server.realtime;
    await admin.set('flags', { a: { company: 'A', n: 0 }, b: { company: 'A', n: 0 } });
    const watcher = await client('you');
    await watcher.ask('q', { p: '/flags', h: '' });
    const requests = isFull ? 9500 : 1500; // On each connection.
    const greedy = await Promise.all([client('me'), client('me'), client('me')]);
    const last = greedy.map((raw, c) => {
      let r = 0;
      for (let i = 0; i < requests; i++) {
        const q = { i: 'company', sp: 'A', ep: 'A', en: `k${c}-${i}` };
        r = raw.send('q', { p: '/flags', h: '', t: i, q });
      }
      return r;
    });
    for (const [c, raw] of greedy.entries()) expect((await raw.answer(last[c]!)).s).toBe('too_big');
    expect(stats()).toMatchObject({ listens: 51, listensRefused: 3 * requests - 50 });

    for (const raw of greedy) raw.ws.pause(); // Nothing more is read on these connections.
    const before = stats();
    const WRITES = 80; // Four per second for 20 seconds.
    for (let n = 1; n <= WRITES; n++) await admin.update('flags/a', { n });
    await watcher.until((m) => m.a === 'd' && (m.b as { d: unknown }).d === WRITES);
    const after = stats();
    expect(after.followed - before.followed).toBeLessThanOrEqual(WRITES * 52);
    expect(after.deliveries - before.deliveries).toBeLessThanOrEqual(WRITES * 51);
  });

  test('at paths that do not exist do not slow down writes', async () => {
    server = await start({ limits: { listensPerPlace: 2 } });
    const { admin } = server.realtime;
    await admin.set('flags/a', { up: true, reported: { up: true } });
    const raw = await client('me');
    const asked = [];
    for (let i = 0; i < 500; i++) asked.push(raw.send('q', { p: `/flags/a/up/k${i}`, h: '' }));
    for (let i = 0; i < 500; i++) asked.push(raw.send('q', { p: `/flags/a/x${i}/y`, h: '' }));
    asked.push(raw.send('q', { p: '/flags/a/reported/up', h: '' }));
    for (const r of asked) expect((await raw.answer(r)).s).toBe('ok');
    const before = stats();
    await admin.set('flags/a', { up: false, reported: { up: false } });
    await raw.until((m) => m.a === 'd' && (m.b as { p: unknown }).p === 'flags/a/reported/up');
    expect(stats().followed - before.followed).toBe(1);
    expect(stats().deliveries - before.deliveries).toBe(1);
    // New and deleted values are still sent.
    const received = (data: unknown) =>
      raw.until(({ a, b }) => {
        const { p, d } = (b ?? {}) as { p?: unknown; d?: unknown };
        return a === 'd' && p === 'flags/a/up/k7' && d === data;
      });
    await admin.set('flags/a/up', { k7: 'there' });
    await received('there');
    await admin.set('flags/a', { up: 1 });
    await until(() => stats().deliveries - before.deliveries === 4);
  });
});

test('an SDK whose listener is rejected keeps its other listeners on the same connection', async () => {
  server = await start({
    authenticate: {
      upgrade: async () => ({ auth: { uid: 'me', token: {} } }),
      credential: () => Promise.reject(new Error('none is sent')),
    },
    limits: { listensPerPerson: 2 },
  });
  const { db, close } = connect(server.port);
  leave.push(close);
  const shown = new Map<string, unknown>();
  const refused: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    onValue(
      ref(db, name),
      (snapshot) => shown.set(name, snapshot.val()),
      (error) => refused.push(`${name}: ${(error as { code?: string }).code}`),
    );
  }
  await until(() => refused.length === 1 && shown.size === 2);
  expect(refused).toEqual(['c: TOO_BIG']);
  const [connection] = server.realtime.connections();
  await server.realtime.admin.set('b', 'still');
  await until(() => shown.get('b') === 'still');
  expect([...server.realtime.connections()].map(({ id }) => id)).toEqual([connection!.id]);
});

describe('unread data of one user', () => {
  const PIECE = 'x'.repeat(1_000_000);
  const LIMIT = 8_000_000;

  test('is limited across all connections: beyond the limit, requests wait, and other users are still served', async () => {
    server = await start({ limits: { unreadPerPerson: LIMIT } });
    await server.realtime.admin.set('big', PIECE);
    const other = await client('you');
    const deaf = await Promise.all(Array.from({ length: 10 }, () => client('me')));
    for (const raw of deaf) raw.ws.pause();
    const asked = deaf.map((raw) =>
      Array.from({ length: 20 }, () => raw.send('g', { p: '/big', q: {} })),
    );
    await until(() => stats().waiting > 0);
    const late = http(server.port, 'GET', '/big.json?auth=me');
    for (let i = 0; i < 100; i++) expect((await other.ask('s', {})).s).toBe('ok');
    expect((await other.ask('g', { p: '/big', q: {} })).d).toBe(PIECE);
    // Data in the operating system's buffers does not count, nor does the one response that
    // exceeded the limit.
    expect(stats().unread).toBeLessThan(LIMIT / 4 + 2 * PIECE.length);
    expect(stats().connections).toBe(11);
    // Once the client reads again, it gets all the responses to its requests.
    for (const raw of deaf) raw.ws.resume();
    for (const [i, raw] of deaf.entries()) {
      for (const r of asked[i]!) expect((await raw.answer(r)).s).toBe('ok');
    }
    expect((await late).status).toBe(200);
  });

  test('stays limited while data is pushed: the client with the most unread data is dropped, and the others stay connected', async () => {
    server = await start({ limits: { unreadPerPerson: LIMIT } });
    const { admin } = server.realtime;
    const deaf = await client('me');
    const idle = await client('me');
    const other = await client('you');
    for (const raw of [deaf, other]) await raw.ask('q', { p: '/big', h: '' });
    await idle.ask('q', { p: '/small', h: '' });
    deaf.ws.pause();
    for (let n = 0; stats().connections === 3; n++) {
      await admin.set('big', PIECE + n);
      await other.until((m) => m.a === 'd' && (m.b as { d: unknown }).d === PIECE + n);
      other.messages.splice(1);
      expect(stats().unread).toBeLessThan(LIMIT + 2 * PIECE.length);
    }
    await admin.set('small', 1);
    await idle.until((m) => m.a === 'd' && (m.b as { d: unknown }).d === 1);
    expect((await other.ask('s', {})).s).toBe('ok');
  });

  test('is limited across all connections of that user, even if it consists of unfinished messages', async () => {
    server = await start({ limits: { messageUnits: 100_000 } });
    const other = await client('you');
    const all = await Promise.all(Array.from({ length: 20 }, () => client('me')));
    const codes: number[] = [];
    for (const raw of all) {
      raw.ws.on('close', (code) => codes.push(code));
      raw.ws.send('100');
      for (let i = 0; i < 9; i++) raw.ws.send('x'.repeat(10_000));
    }
    await until(() => codes.length >= 11);
    expect(new Set(codes)).toEqual(new Set([1009]));
    await other.ask('s', {});
    expect(stats().connections).toBeGreaterThan(5);
    expect(stats().connections).toBeLessThan(11);
  });
});

describe('requests of one user', () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]));

  test('do not block other users while the server is still receiving an oversized message', async () => {
    server = await start({ limits: { messageUnits: 100_000, workPerPerson: 50 } });
    const other = await client('you');
    const greedy = await client('me');
    greedy.ws.send('2000');
    greedy.ws.send('{"t":"d","d":{"r":99,"a":"p","b":{"p":"/a","d":"');
    for (let i = 2; i < 2000; i++) greedy.ws.send('x'.repeat(16_384));
    await until(() => stats().waiting > 0);
    for (let i = 0; i < 20; i++) expect((await other.ask('s', {})).s).toBe('ok');
    expect(greedy.messages.some(({ r }) => r === 99)).toBe(false);
    greedy.ws.send('"}}}');
    expect((await greedy.answer(99)).s).toBe('write_too_big');
  });

  test('wait in one queue across twenty connections and REST, while other users are served', async () => {
    server = await start({ limits: { workPerPerson: 50, requestsPerPerson: 3 } });
    await server.realtime.admin.set('many', many);
    const other = await client('you');
    const greedy = await Promise.all(Array.from({ length: 20 }, () => client('me')));
    const last = greedy.map((raw) => {
      let r = 0;
      for (let i = 0; i < 50; i++) r = raw.send('g', { p: '/many', q: {} });
      return r;
    });
    await until(() => stats().waiting > 0);
    // A few requests get into the line and wait there for a long time. The others are rejected
    // immediately.
    const statuses: number[] = [];
    for (let i = 0; i < 30; i++) {
      void http(server.port, 'GET', '/many/k1.json?auth=me').then(
        ({ status, headers }) => statuses.push(status, Number(headers['retry-after'])),
        () => {}, // The client disconnects when the test ends.
      );
    }
    await until(() => statuses.length > 0);
    expect(statuses.slice(0, 2)).toEqual([429, 5]);
    for (let i = 0; i < 20; i++) {
      expect((await other.ask('p', { p: '/x', d: i })).s).toBe('ok');
      expect((await http(server.port, 'GET', '/x.json?auth=you')).body).toBe(String(i));
    }
    const isAnswered = (raw: RawClient, r: number) => raw.messages.some((m) => m.r === r);
    expect(greedy.some((raw, i) => isAnswered(raw, last[i]!))).toBe(false);
    expect(stats().waiting).toBeGreaterThan(0);
  });

  test('are all finished eventually, in order on each connection', async () => {
    server = await start({ limits: { workPerPerson: 200 } });
    const all = await Promise.all([client('me'), client('me'), client('me')]);
    const asked = all.map((raw, c) =>
      Array.from({ length: 200 }, (_, i) => raw.send('p', { p: `/c${c}`, d: i })),
    );
    for (const [c, raw] of all.entries()) {
      for (const r of asked[c]!) expect((await raw.answer(r)).s).toBe('ok');
    }
    expect(await server.realtime.admin.get('/')).toEqual({ c0: 199, c1: 199, c2: 199 });
  });
});

test('a pole that keeps reconnecting replaces its own oldest event stream', async () => {
  server = await start({ limits: { connectionsPerPerson: 2 } });
  const old = await stream('/pole.json?auth=pole');
  await stream('/pole.json?auth=pole');
  expect((await stream('/pole.json?auth=pole')).status).toBe(200);
  await old.ended;
  expect(stats().connections).toBe(2);
  // At another path, the pole is rejected like anyone else.
  expect((await stream('/other.json?auth=pole')).status).toBe(429);
});
