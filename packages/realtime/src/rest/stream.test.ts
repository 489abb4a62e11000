import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CredentialRefused } from '../options.ts';
import { openRules, parseRules } from '../rules/index.ts';
import { http, openStream, type StreamReader } from '../testing/raw.ts';
import { RawSocket } from '../testing/rawSocket.ts';
import { type Running, start } from '../testing/start.ts';
import { until } from '../testing/until.ts';

let server: Running;
const streams: StreamReader[] = [];

beforeEach(async () => {
  server = await start();
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await server.stop();
});

const call = (method: string, path: string, body?: unknown) =>
  http(server.port, method, path, { ...(body !== undefined && { body: JSON.stringify(body) }) });

async function stream(path: string, headers?: Record<string, string>): Promise<StreamReader> {
  const opened = await openStream(server.port, path, headers);
  streams.push(opened);
  return opened;
}

/** Returns the events of a stream in short form, once there are `count` of them. */
async function said(reader: StreamReader, count: number): Promise<string[]> {
  await reader.count(count);
  return reader.events.map(({ event, data }) => `${event} ${data}`);
}

describe('event streams (protocol §16)', () => {
  test('are unchunked and compact, and begin with the whole value at their path', async () => {
    await call('PUT', '/a.json', { b: 1 });
    const reader = await stream('/a.json');
    expect(reader.headers['transfer-encoding']).toBeUndefined();
    expect(String(reader.headers['content-type'])).toMatch(/^text\/event-stream/);
    await reader.count(1);
    expect(reader.events).toEqual([{ event: 'put', data: '{"path":"/","data":{"b":1}}' }]);
  });

  test('send a later change with its own path, and an update as a patch event', async () => {
    const reader = await stream('/a.json');
    await reader.count(1);
    await call('PUT', '/a/b/c.json', 1);
    await reader.count(2);
    await call('PATCH', '/a/b.json', { c: 2, d: { e: 3 } });
    await reader.count(3);
    await call('PUT', '/.json', { a: 4 });
    await reader.count(4);
    expect(reader.events.slice(1)).toEqual([
      { event: 'put', data: '{"path":"/b/c","data":1}' },
      { event: 'patch', data: '{"path":"/b","data":{"c":2,"d":{"e":3}}}' },
      { event: 'put', data: '{"path":"/","data":4}' },
    ]);
  });

  test('merge changes made in quick succession into a few events with the same result', async () => {
    const reader = await stream('/a.json');
    await reader.count(1);
    const { admin } = server.realtime;
    const writes = Array.from({ length: 30 }, (_, i) => admin.set(`a/${i % 3}/x`, i));
    await Promise.all([...writes, admin.set('a/done', true)]);
    while (!reader.events.at(-1)?.data.includes('done')) {
      await reader.count(reader.events.length + 1);
    }
    // The first event may have been sent immediately. All others were released together.
    expect(reader.events.length).toBeLessThanOrEqual(3);
    const merged = (await call('GET', '/a.json')).body;
    expect(JSON.parse(merged)).toEqual({
      0: { x: 27 },
      1: { x: 28 },
      2: { x: 29 },
      done: true,
    });
  });

  test('send only matching children if they have a filter', async () => {
    server.realtime.setRules(
      parseRules({ rules: { '.read': true, '.write': true, l: { '.indexOn': ['n'] } } }),
    );
    await call('PUT', '/l.json', { a: { n: 1 }, b: { n: 2 } });
    const reader = await stream('/l.json?orderBy="n"&equalTo=1');
    await reader.count(1);
    await call('PUT', '/l/b/n.json', 1);
    await reader.count(2);
    await call('PUT', '/l/a/n.json', 2);
    await reader.count(3);
    expect(reader.events.map((e) => e.data)).toEqual([
      '{"path":"/","data":{"a":{"n":1}}}',
      '{"path":"/","data":{"b":{"n":1}}}',
      '{"path":"/","data":{"a":null}}',
    ]);
  });

  test('end with a cancel event when rules reject them, and with auth_revoked when the credential is revoked', async () => {
    server.realtime.setRules(parseRules({ rules: { '.read': "auth.uid == 'u'" } }));
    expect((await openStream(server.port, '/a.json')).status).toBe(401);
    const cancelled = await stream('/a.json?auth=u');
    await cancelled.count(1);
    server.realtime.setRules(parseRules({ rules: {} }));
    await cancelled.ended;
    expect(cancelled.events[1]).toEqual({ event: 'cancel', data: 'null' });
    server.realtime.setRules(parseRules({ rules: { '.read': "auth.uid == 'u'" } }));
    const revoked = await stream('/a.json?auth=u');
    await revoked.count(1);
    expect([...server.realtime.connections()].map(({ kind }) => kind)).toEqual(['stream']);
    expect(server.realtime.disconnect(({ auth }) => auth?.uid === 'u')).toBe(1);
    await revoked.ended;
    expect(revoked.events[1]).toEqual({
      event: 'auth_revoked',
      data: '"credential is no longer valid"',
    });
    expect([...server.realtime.connections()]).toEqual([]);
  });

  test('send keep-alive events while nothing changes', async () => {
    await server.stop();
    server = await start({ limits: { streamKeepAliveMs: 5 } });
    const reader = await stream('/a.json');
    await reader.count(3);
    expect(reader.events[2]).toEqual({ event: 'keep-alive', data: 'null' });
  });

  test.each([
    ['a leaf', '/a/leaf.json', 'put {"path":"/","data":1}'],
    ['no data', '/a/none.json', 'put {"path":"/","data":null}'],
    ['an array', '/a/list.json', 'put {"path":"/","data":["x","y"]}'],
    ['a value with a priority', '/a/ranked.json', 'put {"path":"/","data":"v"}'],
    ['the whole tree', '/a.json?print=pretty', /^put \{"path":"\/","data":\{[^\n ]*\}\}$/],
    [
      'the result of a query without data',
      '/a/none.json?orderBy="$key"&limitToFirst=1',
      'put {"path":"/","data":null}',
    ],
    [
      'the result of a query for part of an array',
      '/a/list.json?orderBy="$key"&limitToLast=1',
      'put {"path":"/","data":{"1":"y"}}',
    ],
  ])('begin with the current value: %s', async (_, path, first) => {
    const value = { leaf: 1, list: ['x', 'y'], ranked: { '.value': 'v', '.priority': 3 } };
    await call('PUT', '/a.json', value);
    const [event] = await said(await stream(path), 1);
    if (typeof first === 'string') expect(event).toBe(first);
    else expect(event).toMatch(first);
  });

  test('send every change above, at and below their path', async () => {
    await call('PUT', '/a/b.json', { c: 1 });
    const reader = await stream('/a/b.json');
    let count = 1;
    await reader.count(count);
    const changes: [string, string, unknown, string][] = [
      ['DELETE', '/a.json', undefined, 'put {"path":"/","data":null}'],
      ['PUT', '/a/b/d/e.json', 2, 'put {"path":"/d/e","data":2}'],
      ['PUT', '/a/b.json', 'leaf', 'put {"path":"/","data":"leaf"}'],
      ['PUT', '/a/b/c.json', 3, 'put {"path":"/","data":{"c":3}}'],
      ['PATCH', '/.json', { 'a/b/c': 4, x: 1 }, 'put {"path":"/c","data":4}'],
      ['PATCH', '/.json', { 'a/b/c': 5, 'a/b/f': 1 }, 'patch {"path":"/","data":{"c":5,"f":1}}'],
      ['DELETE', '/a/b/c.json', undefined, 'put {"path":"/c","data":null}'],
      ['PUT', '/.json', { a: { b: [1] } }, 'put {"path":"/","data":[1]}'],
    ];
    for (const [method, path, body, event] of changes) {
      await call(method, path, body);
      expect((await said(reader, ++count)).at(-1)).toBe(event);
    }
    await call('PUT', '/elsewhere.json', 1);
    await call('PUT', '/a/b/last.json', 1);
    expect((await said(reader, ++count)).at(-1)).toBe('put {"path":"/last","data":1}');
  });

  test('send one event when a change makes one child replace another in the results of a limited query', async () => {
    await call('PUT', '/l.json', { a: 1, b: 2, c: 3 });
    const reader = await stream('/l.json?orderBy="$key"&limitToFirst=2');
    await reader.count(1);
    await call('DELETE', '/l/a.json');
    expect(await said(reader, 2)).toEqual([
      'put {"path":"/","data":{"a":1,"b":2}}',
      'patch {"path":"/","data":{"a":null,"c":3}}',
    ]);
    await call('PUT', '/l.json', 'leaf');
    expect((await said(reader, 3)).at(-1)).toBe('put {"path":"/","data":null}');
  });

  test('send at most one event per interval, regardless of how much happens', async () => {
    await server.stop();
    server = await start({ limits: { streamPaceMs: 60_000 } });
    const reader = await stream('/a.json');
    await reader.count(1);
    for (let i = 0; i < 10; i++) await call('PUT', `/a/${i % 2 === 0 ? 'even' : 'odd'}.json`, i);
    await call('PUT', '/a/gone.json', 1);
    await call('DELETE', '/a/gone.json');
    // Changes that were not sent yet are sent before the end.
    await server.realtime.close();
    await reader.ended;
    expect(await said(reader, 2)).toEqual([
      'put {"path":"/","data":null}',
      'patch {"path":"/","data":{"even":8,"odd":9,"gone":null}}',
    ]);
  });

  test('begin with the whole value again after a reconnect, regardless of the Last-Event-ID', async () => {
    await call('PUT', '/a.json', 1);
    const reader = await stream('/a.json', { 'Last-Event-ID': '5' });
    expect(await said(reader, 1)).toEqual(['put {"path":"/","data":1}']);
  });

  test.each([
    ['/a.json?shallow=true', 400],
    ['/a.json?format=export', 400],
    ['/a.json?limitToFirst=1', 400],
    ['/a.json?orderBy="unindexed"', 400],
    ['/a.json?auth=bad', 401],
    ['/a/%zz.json', 400],
  ])('at %s are rejected with status %i, like any other request', async (path, status) => {
    const refused = await stream(path);
    expect(refused.status).toBe(status);
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8');
    await refused.ended;
    expect([...server.realtime.connections()]).toEqual([]);
  });

  test('end with cancel if the client loses permission, and continue otherwise', async () => {
    await server.stop();
    server = await start({
      rules: parseRules({ rules: { $u: { '.read': 'auth.uid == $u', '.write': true } } }),
    });
    const mine = await stream('/me.json?auth=me');
    const other = await stream('/other.json?auth=other');
    await Promise.all([mine.count(1), other.count(1)]);
    server.realtime.setRules(
      parseRules({ rules: { other: { '.read': true, '.write': true }, me: { '.write': true } } }),
    );
    await mine.ended;
    expect((await said(mine, 2)).at(-1)).toBe('cancel null');
    await call('PUT', '/me.json', 'secret');
    await call('PUT', '/other.json', 'open');
    expect((await said(other, 2)).at(-1)).toBe('put {"path":"/","data":"open"}');
    expect(JSON.stringify(mine.events)).not.toContain('secret');
  });

  test('do not send a pending change if the client has lost permission to read it', async () => {
    await server.stop();
    server = await start({ limits: { streamPaceMs: 60_000 } });
    const reader = await stream('/a.json');
    await reader.count(1);
    await call('PUT', '/a.json', 'secret');
    server.realtime.setRules(parseRules({ rules: {} }));
    await reader.ended;
    expect(await said(reader, 2)).toEqual(['put {"path":"/","data":null}', 'cancel null']);
  });

  test('end with auth_revoked when their credential expires, and the credential cannot open another stream', async () => {
    await server.stop();
    let now = 1000;
    server = await start({
      clock: () => now,
      authenticate: {
        async credential(credential) {
          if (credential !== 'short') throw new CredentialRefused('invalid_token');
          return { auth: { uid: 'u', token: {} }, expiresAt: 1040 };
        },
      },
    });
    const reader = await stream('/a.json?auth=short');
    await reader.count(1);
    now = 1040;
    await reader.ended;
    expect((await said(reader, 2)).at(-1)).toBe('auth_revoked "credential is no longer valid"');
    expect((await stream('/a.json?auth=short')).status).toBe(401);
  });

  test('can send values of several megabytes in one event', async () => {
    const text = 'é\n"\u2028'.repeat(500_000);
    const reader = await stream('/big.json');
    await reader.count(1);
    await server.realtime.admin.set('big', text);
    await reader.count(2);
    const { data } = JSON.parse(reader.events[1]?.data ?? '') as { data: string };
    expect(data === text).toBe(true);
  });

  test('end if too much data is waiting for a reader; the reader can then open the stream again', async () => {
    await server.stop();
    server = await start({ limits: { sendBufferBytes: 100_000, streamPaceMs: 0 } });
    const slow = new RawSocket(server.port);
    slow.send('GET /big.json HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n');
    await until(() => slow.received.includes('\n\n'));
    slow.socket.pause();
    const text = 'x'.repeat(1_000_000);
    while (server.realtime.stats().connections > 0) {
      await server.realtime.admin.set('big', text + server.realtime.stats().writes);
    }
    expect(server.realtime.stats().listens).toBe(0);
    slow.close();
    const again = await stream('/big/length.json');
    expect(await said(again, 1)).toEqual(['put {"path":"/","data":null}']);
  });

  test('end if their client no longer reads them', async () => {
    await server.stop();
    server = await start({ limits: { streamKeepAliveMs: 20, restStallMs: 40 } });
    await server.realtime.admin.set('big', 'x'.repeat(10_000_000));
    const dead = new RawSocket(server.port);
    dead.socket.pause();
    dead.send('GET /big.json HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n');
    await until(() => server.realtime.stats().listens === 1);
    await until(() => server.realtime.stats().connections === 0);
    expect(server.realtime.stats().listens).toBe(0);
    dead.close();
  });

  test('are not ended by the idle timeout of their socket, even after an earlier request on the same socket', async () => {
    await server.stop();
    server = await start({ limits: { restIdleMs: 10, streamKeepAliveMs: 60 } });
    const socket = new RawSocket(server.port);
    const get = 'GET /a.json HTTP/1.1\r\nHost: x\r\n';
    socket.send(`${get}\r\n${get}Accept: text/event-stream\r\n\r\n`);
    await until(() => socket.received.split('event: keep-alive').length > 3);
    expect(socket.closed).toBe(false);
    socket.close();
  });

  test('end when their connection closes, even if they have not started yet', async () => {
    const request = 'GET /a.json HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n';
    for (let i = 0; i < 3; i++) {
      const socket = new RawSocket(server.port);
      socket.send(request.repeat(3));
      await until(() => socket.received.includes('event: put'));
      expect(server.realtime.stats()).toMatchObject({ connections: 1, listens: 1 });
      socket.close();
      await until(() => server.realtime.stats().connections === 0);
    }
    expect(server.realtime.stats().listens).toBe(0);
  });

  test('are rejected with 503 if the server already has too many open streams', async () => {
    await server.stop();
    server = await start({ rules: openRules(), limits: { connections: 1 } });
    await (await stream('/a.json')).count(1);
    expect((await stream('/a.json')).status).toBe(503);
    expect((await call('GET', '/a.json')).status).toBe(200);
  });
});
