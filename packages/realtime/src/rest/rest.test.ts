import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRules, parseRules } from '../rules/index.ts';
import { createRealtimeServer } from '../server.ts';
import { memoryStore } from '../store/memory.ts';
import { http } from '../testing/raw.ts';
import { type Running, start, testAuthenticator } from '../testing/start.ts';

let server: Running;

beforeEach(async () => {
  server = await start();
});
afterEach(async () => {
  await server.stop();
});

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  http(server.port, method, path, {
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

describe('REST (protocol §15)', () => {
  test('supports PUT, GET, PATCH with slash-separated paths, POST and DELETE', async () => {
    expect((await call('PUT', '/a.json', { b: 1, c: { d: 2 } })).body).toBe('{"b":1,"c":{"d":2}}');
    expect((await call('PATCH', '/a/.json', { 'c/d': null, 'c/e': 3 })).body).toBe(
      '{"c/d":null,"c/e":3}',
    );
    expect((await call('GET', '//a/c.json')).body).toBe('{"e":3}');
    const posted = JSON.parse((await call('POST', '/list.json', true)).body) as { name: string };
    expect(posted.name).toMatch(/^-[-\w]{19}$/);
    expect((await call('GET', `/list/${posted.name}.json`)).body).toBe('true');
    expect((await call('DELETE', '/a.json')).body).toBe('null');
    expect((await call('GET', '/a.json')).body).toBe('null');
  });

  test('responds to PATCH with resolved server values', async () => {
    await call('PUT', '/n.json', 5);
    const answer = await call('PATCH', '/.json', { n: { '.sv': { increment: 2 } } });
    expect(answer.body).toBe('{"n":7}');
  });

  test("lets a POST request specify a different method, and trims the method's name", async () => {
    await call('POST', '/a.json', 1, { 'X-HTTP-Method-Override': 'PUT ' });
    await call('POST', '/b.json?x-http-method-override=PATCH', { c: 2 });
    expect((await call('GET', '/.json')).body).toBe('{"a":1,"b":{"c":2}}');
  });

  test('sends Content-Length, never uses chunked encoding or compression, and capitalizes headers as Firebase does', async () => {
    const answer = await call('GET', '/a.json', undefined, {
      'Accept-Encoding': 'gzip',
      'X-Firebase-ETag': 'true',
    });
    const names = answer.rawHeaders.filter((_, i) => i % 2 === 0);
    expect(names).toEqual(expect.arrayContaining(['Content-Type', 'Content-Length', 'ETag']));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '4',
      etag: 'null_etag',
      'access-control-expose-headers': 'ETag',
    });
    expect(answer.headers['transfer-encoding']).toBeUndefined();
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  test('supports if-match, and responds to a mismatch with 412, the data and its ETag', async () => {
    const created = await call('PUT', '/a.json', 1, { 'if-match': 'null_etag' });
    expect(created.status).toBe(200);
    const refused = await call('PUT', '/a.json', 2, { 'if-match': 'null_etag' });
    expect(refused.status).toBe(412);
    expect(refused.body).toBe('1');
    const etag = String(refused.headers.etag);
    expect((await call('PUT', '/a.json', 2, { 'if-match': etag })).status).toBe(200);
    const now = await call('GET', '/a.json', undefined, { 'X-Firebase-ETag': 'true' });
    const same = { 'if-none-match': String(now.headers.etag) };
    expect((await call('GET', '/a.json', undefined, same)).status).toBe(304);
    expect((await call('PATCH', '/a.json', { b: 1 }, { 'if-match': etag })).status).toBe(400);
    const gone = await call('DELETE', '/a.json', undefined, { 'X-Firebase-ETag': 'true' });
    expect([gone.body, gone.headers.etag]).toEqual(['null', 'null_etag']);
  });

  test('supports the parameters print, shallow and export', async () => {
    await call('PUT', '/a.json', { b: { c: 1 }, d: 2, e: { '.value': 3, '.priority': 4 } });
    expect((await call('GET', '/a.json?shallow=true')).body).toBe('{"b":true,"d":true,"e":true}');
    expect((await call('GET', '/a/e.json?format=export')).body).toBe('{".value":3,".priority":4}');
    expect((await call('GET', '/a/b.json?print=pretty')).body).toBe('{\n  "c": 1\n}\n');
    const silent = await call('PUT', '/a/d.json?print=silent', 3);
    expect([silent.status, silent.body]).toEqual([204, '']);
  });

  test('sends an array if enough keys are array indexes', async () => {
    await call('PUT', '/a.json', ['x', null, 'y']);
    expect((await call('GET', '/a.json')).body).toBe('["x",null,"y"]');
    await call('PUT', '/a.json', { 1: 'x', 9: 'y' });
    expect((await call('GET', '/a.json')).body).toBe('{"1":"x","9":"y"}');
  });

  test('rejects a filter without orderBy, and a query by a child without an .indexOn rule', async () => {
    server.realtime.setRules(
      parseRules({ rules: { '.read': true, '.write': true, l: { '.indexOn': ['n'] } } }),
    );
    await call('PUT', '/l.json', { a: { n: 3 }, b: { n: 1 }, c: { n: 2 }, d: { m: 1 } });
    const get = async (query: string) => (await call('GET', `/l.json?${query}`)).body;
    expect(JSON.parse(await get('orderBy="n"&startAt=2'))).toEqual({ a: { n: 3 }, c: { n: 2 } });
    expect(JSON.parse(await get('orderBy="n"&equalTo=1'))).toEqual({ b: { n: 1 } });
    expect(JSON.parse(await get('orderBy="n"&startAfter=1&endBefore=3'))).toEqual({ c: { n: 2 } });
    expect(JSON.parse(await get('orderBy="$key"&limitToLast=1'))).toEqual({ d: { m: 1 } });
    expect(await get('orderBy="n"&equalTo=99')).toBe('{}');
    expect((await call('GET', '/l.json?limitToFirst=1')).status).toBe(400);
    const unindexed = await call('GET', '/l.json?orderBy="m"&equalTo=1');
    expect(unindexed.status).toBe(400);
    expect(unindexed.body).toContain('Index not defined, add \\".indexOn\\": \\"m\\", for path');
  });

  test('sends errors with the exact body that the Arduino library searches for', async () => {
    server.realtime.setRules(parseRules({ rules: {} }));
    const denied = await call('GET', '/a.json');
    expect(denied.status).toBe(401);
    expect(denied.body).toBe('{\n  "error" : "Permission denied"\n}\n');
    expect((await call('GET', '/a.json?auth=bad')).status).toBe(401);
    expect((await call('GET', '/a.json?auth=owner')).status).toBe(200);
    const bearer = { Authorization: 'Bearer owner' };
    expect((await call('GET', '/a.json', undefined, bearer)).status).toBe(200);
    expect((await call('PUT', '/a.json', '{"a":')).status).toBe(400);
    expect((await call('LOCK', '/a.json')).status).toBe(405);
    expect((await call('GET', '/index.html')).status).toBe(404);
  });

  test("responds to a browser's CORS preflight request (OPTIONS)", async () => {
    const answer = await call('OPTIONS', '/a.json', undefined, {
      'Access-Control-Request-Headers': 'x-firebase-etag',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'x-firebase-etag',
    });
  });

  test('handles only URLs below the given top-level names, and leaves other URLs to the host', async () => {
    await server.stop();
    server = await start({ restPrefixes: ['users'] });
    expect((await call('GET', '/users/a.json')).status).toBe(200);
    expect((await call('GET', '/users.json')).status).toBe(200);
    expect((await call('GET', '/manifest.json')).status).toBe(404);
    expect((await call('GET', '/.json')).status).toBe(404);
  });

  test("stores the values that the server adds with `amend` in the same update as the client's write", async () => {
    await server.stop();
    server = await start({
      amend: ({ paths, now }) =>
        paths[0]?.[0] === 'pole' ? { 'pole/receivedAt': now } : undefined,
      clock: () => 42,
    });
    await call('PATCH', '/pole.json', { voltage: 42.7 });
    expect((await call('GET', '/pole.json')).body).toBe('{"receivedAt":42,"voltage":42.7}');
  });

  test("calls `amend` once for each write, including the server's own, with the data before and after the write", async () => {
    await server.stop();
    const seen: unknown[] = [];
    server = await start({
      amend({ admin, paths, before, after }) {
        seen.push([admin, paths, before(['pole']), after(['pole'])]);
        return undefined;
      },
    });
    await call('PATCH', '/.json', { 'pole/a': { b: 1 }, 'pole/c': 'x' });
    await server.realtime.admin.modify('pole', () => ({ 'a/b': null, d: true }));
    const first = { a: { b: 1 }, c: 'x' };
    expect(seen).toEqual([
      [
        false,
        [
          ['pole', 'a'],
          ['pole', 'c'],
        ],
        null,
        first,
      ],
      [
        true,
        [
          ['pole', 'a', 'b'],
          ['pole', 'd'],
        ],
        first,
        { c: 'x', d: true },
      ],
    ]);
  });
});

test('a realtime server inside another HTTP server shortens the keep-alive timeout only for device connections, and announces it in the Keep-Alive header', async () => {
  const host = createServer((req, res) => {
    if (embedded.handles(req)) embedded.handleRequest(req, res);
    else res.end('the host');
  });
  host.keepAliveTimeout = 60_000;
  const embedded = await createRealtimeServer({
    store: memoryStore(),
    rules: openRules(),
    authenticate: testAuthenticator,
    limits: { restIdleMs: 1000 },
  });
  await once(host.listen(0, '127.0.0.1'), 'listening');
  const { port } = host.address() as AddressInfo;
  const ask = async (path: string): Promise<{ socket: Socket; head: string }> => {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [head] = (await once(socket, 'data')) as [string];
    return { socket, head };
  };
  const { socket: others, head: othersHead } = await ask('/page');
  const device = await ask('/a.json');
  expect(device.head).toContain('Keep-Alive: timeout=1\r\n');
  expect(othersHead).toContain('Keep-Alive: timeout=60\r\n');
  await once(device.socket, 'close');
  expect(others.closed).toBe(false);
  others.destroy();
  await embedded.close();
  host.closeAllConnections();
  host.close();
});
