import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { parseRules } from '../rules/index.ts';
import { http, openStream, RawClient } from '../testing/raw.ts';
import { RawSocket } from '../testing/rawSocket.ts';
import { type Running, start } from '../testing/start.ts';
import { until } from '../testing/until.ts';
import { hashOf } from '../tree/hash.ts';
import { leaf } from '../tree/node.ts';

let server: Running;
const clients: RawClient[] = [];

async function client(headers: Record<string, string> = {}): Promise<RawClient> {
  const made = await new RawClient(server.port, { headers }).open();
  clients.push(made);
  return made;
}

beforeEach(async () => {
  server = await start();
});
afterEach(async () => {
  for (const made of clients.splice(0)) made.close();
  // Whatever was sent, the server still responds and has stored none of it.
  expect((await http(server.port, 'GET', '/hostile.json')).body).toMatch(/null|error/);
  await server.stop();
});

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = { a: value };
  return value;
};

describe('a hostile message', () => {
  test.each([
    ['a reserved key', { p: '/hostile', d: JSON.parse('{"__proto__":1}') }],
    ['a reserved key in a path', { p: '/hostile/hasOwnProperty', d: 1 }],
    ['an illegal key', { p: '/hostile', d: { 'a.b': 1 } }],
    ['a key with a control character', { p: '/hostile', d: { 'a\u0000': 1 } }],
    ['a key with a lone surrogate', { p: '/hostile', d: { '\ud800': 1 } }],
    ['a key that is too long', { p: '/hostile', d: { ['k'.repeat(769)]: 1 } }],
    ['a path with ..', { p: '/hostile/../x', d: 1 }],
    ['no path', { d: 1 }],
    ['a path that is not a string', { p: { a: 1 }, d: 1 }],
    ['33 levels of data', { p: '/hostile', d: deep(32) }],
    ['33 levels of path', { p: `/hostile${'/a'.repeat(32)}`, d: 1 }],
    ['an unknown server value', { p: '/hostile', d: { '.sv': 'rm -rf' } }],
    ['an increment by a word', { p: '/hostile', d: { '.sv': { increment: 'x' } } }],
    ['an object as a leaf', { p: '/hostile', d: { '.value': { a: 1 } } }],
    ['an object as a priority', { p: '/hostile', d: { '.priority': {}, a: 1 } }],
  ])('leaves the connection open: %s', async (_, body) => {
    const raw = await client();
    const answer = await raw.ask('p', body as Record<string, unknown>);
    expect(answer.s).toBe('invalid_data');
    expect(typeof answer.d).toBe('string');
    expect((await raw.ask('s', {})).s).toBe('ok');
  });

  test('with 100,000 levels is rejected, over WebSocket and REST', async () => {
    const nested = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`;
    const raw = await client();
    raw.ws.send(`{"t":"d","d":{"r":1,"a":"p","b":{"p":"/hostile","d":${nested}}}}`);
    expect((await raw.answer(1)).s).toBe('invalid_data');
    const answer = await http(server.port, 'PUT', '/hostile.json', { body: nested });
    expect(answer.status).toBe(400);
  });

  test('with a number that is not finite is rejected', async () => {
    const raw = await client();
    raw.ws.send('{"t":"d","d":{"r":1,"a":"p","b":{"p":"/hostile","d":1e999}}}');
    expect((await raw.answer(1)).s).toBe('invalid_data');
  });

  test('with an update that has overlapping paths or is not an object is rejected', async () => {
    const raw = await client();
    const overlap = await raw.ask('m', { p: '/hostile', d: { a: 1, 'a/b': 2 } });
    expect(overlap.s).toBe('invalid_data');
    expect((await raw.ask('m', { p: '/hostile', d: [1] })).s).toBe('invalid_data');
    expect((await raw.ask('m', { p: '/hostile', d: { '': 1 } })).s).toBe('invalid_data');
  });

  test('with an unknown action or an invalid query is rejected', async () => {
    const raw = await client();
    expect((await raw.ask('zz', {})).s).toBe('unsupported');
    for (const q of [{ l: -1 }, { l: 1.5 }, { l: 'x' }, { sp: { a: 1 } }, { i: 5, l: 1 }, [1]]) {
      expect((await raw.ask('g', { p: '/hostile', q })).s).toBe('invalid_data');
    }
    expect((await raw.ask('g', { p: '/hostile', q: { i: '.key', sp: 5 } })).s).toBe('invalid_data');
  });

  test('that adds more listeners than one connection may have is rejected', async () => {
    await server.stop();
    server = await start({ limits: { listensPerConnection: 3 } });
    const raw = await client();
    for (const p of ['a', 'b', 'c']) expect((await raw.ask('q', { p, h: '' })).s).toBe('ok');
    expect((await raw.ask('q', { p: 'd', h: '' })).s).toBe('too_big');
    await raw.ask('n', { p: 'a' });
    expect((await raw.ask('q', { p: 'd', h: '' })).s).toBe('ok');
    expect(server.realtime.stats().listens).toBe(3);
  });

  test('that adds filtered listeners in more sort orders than are allowed for one node is rejected', async () => {
    server.realtime.setRules(
      parseRules({ rules: { '.read': true, many: { '.indexOn': 'known' } } }),
    );
    const { unindexedOrders } = defaultLimits;
    const [first, second] = [await client(), await client()];
    const listen = async (raw: RawClient, order: string, l: number): Promise<string> => {
      const q = { i: order, l, vf: 'l' };
      return (await raw.ask('q', { p: '/many', h: '', q, t: l })).s;
    };
    for (let i = 0; i < unindexedOrders; i++)
      expect(await listen(first, `o${i}`, i + 1)).toBe('ok');
    expect(await listen(second, 'o-1', 100)).toBe('too_big');
    expect(await listen(second, 'o1', 101)).toBe('ok');
    expect(await listen(second, 'known', 102)).toBe('ok');
    expect(await listen(second, '.priority', 103)).toBe('ok');
    await first.ask('n', { p: '/many', q: { i: 'o0', l: 1, vf: 'l' }, t: 1 });
    expect(await listen(second, 'o-1', 100)).toBe('too_big');
    await second.ask('n', { p: '/many', q: { i: '.priority', l: 103, vf: 'l' }, t: 103 });
    await second.ask('n', { p: '/many', q: { i: 'known', l: 102, vf: 'l' }, t: 102 });
    expect(await listen(second, 'o-1', 100)).toBe('ok');
  });

  test('with a listener for a very long query is rejected', async () => {
    const raw = await client();
    for (const q of [{ sp: 'x'.repeat(10_000) }, { l: 1, junk: 'x'.repeat(10_000) }]) {
      expect((await raw.ask('q', { p: 'a', h: '', t: 1, q })).s).toBe('too_big');
    }
    expect(server.realtime.stats().listens).toBe(0);
    expect((await raw.ask('q', { p: 'a', h: '', t: 1, q: { sp: 'x'.repeat(1000) } })).s).toBe('ok');
  });

  test('with valid but unusual keys such as constructor is stored as plain data', async () => {
    const raw = await client();
    const value = { constructor: 1, toString: { valueOf: true }, isPrototypeOf: 'x' };
    expect((await raw.ask('p', { p: '/odd', d: value })).s).toBe('ok');
    expect(await raw.ask('g', { p: '/odd', q: {} })).toEqual({ s: 'ok', d: value });
  });
});

describe('a WebSocket client that breaks the protocol', () => {
  test.each([
    ['invalid JSON', '{"t":', 1007],
    ['no envelope', '[]', 1002],
    ['an unknown type', '{"t":"x","d":{}}', 1002],
    ['no request number', '{"t":"d","d":{"a":"p","b":{}}}', 1002],
    ['an endless request number', '{"t":"d","d":{"r":1e999,"a":"p","b":{}}}', 1002],
    ['a frame that is too big', 'x'.repeat(300_000), 1009],
  ])('loses only its own connection: %s', async (_, text, code) => {
    const bystander = await client();
    const raw = await client();
    const closed = once(raw.ws, 'close');
    raw.ws.send(text);
    expect((await closed)[0]).toBe(code);
    expect((await bystander.ask('s', {})).s).toBe('ok');
  });

  test('is disconnected if it sends a binary frame', async () => {
    const raw = await client();
    const closed = once(raw.ws, 'close');
    raw.ws.send(Buffer.from([1, 2, 3]));
    expect((await closed)[0]).toBe(1003);
  });

  test('is disconnected if its frames add up to a message that is too big', async () => {
    await server.stop();
    server = await start({ limits: { messageUnits: 1000 } });
    const raw = await client();
    const closed = once(raw.ws, 'close');
    raw.ws.send('3');
    for (let i = 0; i < 3; i++) raw.ws.send('x'.repeat(600));
    expect((await closed)[0]).toBe(1009);
  });

  test('is disconnected if it stops answering pings or stops reading', async () => {
    await server.stop();
    server = await start({ limits: { pingMs: 10, sendBufferBytes: 100_000 } });
    const silent = await client();
    const closed = once(silent.ws, 'close');
    silent.ws.pong = () => {};
    silent.ws.pause();
    await until(() => server.realtime.stats().connections === 0);
    silent.ws.resume();
    await closed;
    await server.stop();
    server = await start({ limits: { sendBufferBytes: 100_000 } });
    const slow = await client();
    await slow.ask('q', { p: '/big', h: '' });
    slow.ws.pause();
    const text = 'x'.repeat(1_000_000);
    while (server.realtime.stats().connections > 0) {
      await server.realtime.admin.set('big', text + server.realtime.stats().writes);
    }
    expect(server.realtime.stats().listens).toBe(0);
  });
});

describe('a rejected connection', () => {
  const upgrade = (path: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

  test.each([
    ['a refused upgrade, followed by bytes', `${upgrade('/elsewhere')}and more`],
    ['an invalid upgrade request', `${upgrade('/.ws?v=5').replace('13', '12')}and more`],
    ['bytes that are not a frame', `${upgrade('/.ws?v=5')}and more`],
    ['an empty frame without a mask', `${upgrade('/.ws?v=5')}\x81\x00`],
    ['an invalid message', `${upgrade('/.ws?v=5')}\x81\x81\x00\x00\x00\x00x`],
    ['an upgrade of an unknown session', upgrade('/.ws?v=5&s=none')],
  ])('leaves no open socket or connection on the server: %s', async (_, bytes) => {
    for (const allowHalfOpen of [false, true]) {
      const socket = new RawSocket(server.port, { allowHalfOpen });
      socket.send(Buffer.from(bytes, 'latin1'));
      await until(() => socket.received !== '');
      await until(() => server.sockets() === 0);
      expect(server.realtime.stats().connections).toBe(0);
      socket.close();
    }
  });
});

describe('multi-frame messages (protocol §2)', () => {
  test("are assembled from their frames, and the client's keep-alive is ignored", async () => {
    const raw = await client();
    const text = JSON.stringify({
      t: 'd',
      d: { r: 1, a: 'p', b: { p: '/big', d: 'é'.repeat(50_000) } },
    });
    const parts = text.match(/[\s\S]{1,16384}/g)!;
    raw.ws.send('0');
    raw.ws.send(String(parts.length));
    for (const part of parts) raw.ws.send(part);
    raw.ws.send('0');
    expect((await raw.answer(1)).s).toBe('ok');
    expect(await server.realtime.admin.get('big')).toHaveLength(50_000);
  });
});

describe('a hostile REST request', () => {
  test.each([
    '/hostile/../x.json',
    '/hostile/%2e%2e/x.json',
    '/hostile%2fx.json',
    '/hostile/%00.json',
    '/hostile/%zz.json',
    '/hostile/__proto__.json',
    `/hostile/${'k'.repeat(769)}.json`,
    `/hostile${'/a'.repeat(32)}.json`,
    `/hostile.json?x=${'y'.repeat(9_000)}`,
  ])('is rejected with 400: %s', async (path) => {
    expect((await http(server.port, 'PUT', path, { body: '1' })).status).toBe(400);
    expect((await http(server.port, 'GET', path)).status).toBe(400);
  });

  test('is rejected if its filter is invalid', async () => {
    for (const query of ['orderBy=n&equalTo=1', 'orderBy="$key"&limitToFirst=0', 'startAt=1']) {
      expect((await http(server.port, 'GET', `/hostile.json?${query}`)).status).toBe(400);
    }
  });

  test('is rejected if its body is not JSON, not UTF-8, or too large', async () => {
    await server.stop();
    server = await start({ limits: { bodyBytes: 100 } });
    const notUtf8 = Buffer.from([0x22, 0xff, 0x22]);
    for (const body of ['', '{', '{"a":}', `"${'x'.repeat(200)}"`, '"\u0000', notUtf8]) {
      expect((await http(server.port, 'PUT', '/hostile.json', { body })).status).toBe(400);
    }
    const headers = { 'Transfer-Encoding': 'chunked' };
    const body = 'x'.repeat(1000);
    const answer = await http(server.port, 'PUT', '/hostile.json', { body, headers });
    expect(answer.status).toBe(400);
    expect(answer.headers.connection).toBe('close');
  });
});

describe('an unauthenticated client', () => {
  const limits = { strangerBytes: 1000 };
  const text = 'x'.repeat(5000);

  test('cannot send long messages or bodies', async () => {
    await server.stop();
    server = await start({ limits });
    const one = await client();
    const closed = once(one.ws, 'close');
    one.send('p', { p: '/hostile', d: text });
    expect((await closed)[0]).toBe(1009);
    const parts = await client();
    const refused = once(parts.ws, 'close');
    parts.ws.send('3');
    for (let i = 0; i < 3; i++) parts.ws.send('x'.repeat(600));
    expect((await refused)[0]).toBe(1009);
    const body = JSON.stringify(text);
    expect((await http(server.port, 'PUT', '/hostile.json', { body })).status).toBe(400);

    const known = await client();
    await known.ask('auth', { cred: 'u' });
    expect((await known.ask('p', { p: '/known', d: text })).s).toBe('ok');
    expect((await http(server.port, 'PUT', '/known.json?auth=u', { body })).status).toBe(200);
    expect((await http(server.port, 'PUT', '/known.json?auth=owner', { body })).status).toBe(200);
  });

  test('cannot use a transaction to learn about data it may not read, or to block other clients', async () => {
    await server.stop();
    server = await start({
      rules: parseRules({ rules: { secret: { '.read': "auth.uid == 'u'", '.write': true } } }),
    });
    await server.realtime.admin.set('secret', true);
    const raw = await client();
    const known = await client();
    await known.ask('auth', { cred: 'u' });
    const hashes = ['', 'AAAA', hashOf(leaf(true)), hashOf(leaf(false))];
    for (const h of hashes) {
      expect((await raw.ask('p', { p: '/secret', d: 1, h })).s).toBe('permission_denied');
    }
    expect((await known.ask('p', { p: '/secret', d: 1, h: 'AAAA' })).s).toBe('datastale');
    expect((await known.ask('p', { p: '/secret', d: 1, h: hashOf(leaf(true)) })).s).toBe('ok');
  });
});

describe('a realtime connection', () => {
  test('is rejected if the permissions of the client are revoked while its identity is being checked', async () => {
    await server.stop();
    const gates: (() => void)[] = [];
    const slowly = async (uid: string) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return { auth: { uid, token: {} } };
    };
    server = await start({
      authenticate: { upgrade: () => slowly('cookie'), credential: slowly },
    });
    const upgrade = new RawClient(server.port);
    const failed = once(upgrade.ws, 'error');
    const stream = openStream(server.port, '/a.json?auth=cookie');
    const other = openStream(server.port, '/a.json?auth=other');
    await until(() => gates.length === 3);
    server.realtime.disconnect(({ auth }) => auth?.uid === 'cookie');
    for (const open of gates.splice(0)) open();
    expect(((await failed)[0] as Error).message).toContain('401');
    expect((await stream).status).toBe(401);
    const admitted = await other;
    expect(admitted.status).toBe(200);
    admitted.close();
    const later = openStream(server.port, '/a.json?auth=cookie');
    await until(() => gates.length === 1);
    gates[0]!();
    expect((await later).status).toBe(200);
    (await later).close();
  });

  test('writes nothing if its credential is revoked while a request body is still arriving', async () => {
    await server.stop();
    let now = 1000;
    let asked = 0;
    server = await start({
      clock: () => now,
      authenticate: {
        async credential(uid) {
          asked++;
          return { auth: { uid, token: {} }, expiresAt: 5000 };
        },
      },
    });
    const { realtime, port } = server;
    const slowly = async (method: string, meanwhile: () => void) => {
      const before = asked;
      const req = request({ port, method, path: '/known.json?auth=u', agent: false });
      const answered = once(req, 'response') as Promise<[IncomingMessage]>;
      req.write('{"a":');
      await until(() => asked > before);
      meanwhile();
      req.end('1}');
      return (await answered)[0].statusCode;
    };
    expect(await slowly('PUT', () => {})).toBe(200);
    await realtime.admin.remove('known');
    for (const method of ['PUT', 'PATCH', 'POST']) {
      const revoke = () => realtime.disconnect(({ auth }) => auth?.uid === 'u');
      expect(await slowly(method, revoke)).toBe(401);
    }
    now = 4999;
    const expire = () => {
      now = 5000;
    };
    expect(await slowly('PUT', expire)).toBe(401);
    expect(await realtime.admin.get('known')).toBeNull();
  });

  test('is rejected if it comes from a different origin or uses a URL other than /.ws', async () => {
    await server.stop();
    server = await start({ allowedOrigins: (origin) => origin === undefined });
    const foreign = new RawClient(server.port, { headers: { Origin: 'https://evil.example' } });
    const [error] = (await once(foreign.ws, 'error')) as [Error];
    expect(error.message).toContain('403');
    await client();
  });

  test('stays signed in as the user of its upgrade request, even if the client sends a different credential or signs out', async () => {
    await server.stop();
    server = await start({
      rules: parseRules({ rules: { mine: { '.read': "auth.uid == 'cookie'" } } }),
      authenticate: {
        upgrade: async () => ({ auth: { uid: 'cookie', token: {} } }),
        credential: async (credential) => ({ auth: { uid: credential, token: {} } }),
      },
    });
    const raw = await client();
    expect((await raw.ask('auth', { cred: 'other' })).s).toBe('invalid_token');
    expect((await raw.ask('auth', { cred: 'cookie' })).s).toBe('ok');
    expect((await raw.ask('unauth', {})).s).toBe('ok');
    expect((await raw.ask('q', { p: '/mine', h: '' })).s).toBe('ok');
    expect(server.realtime.disconnect(({ auth }) => auth?.uid === 'cookie')).toBe(1);
    expect(server.realtime.stats().connections).toBe(0);
  });

  test('handles requests that follow an auth request only after the auth request is answered', async () => {
    await server.stop();
    let admit: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      admit = resolve;
    });
    server = await start({
      rules: parseRules({ rules: { '.read': 'auth != null' } }),
      authenticate: {
        credential: async (uid) => {
          await gate;
          return { auth: { uid, token: {} } };
        },
      },
    });
    const raw = await client();
    const auth = raw.send('auth', { cred: 'u' });
    const got = raw.send('g', { p: '/a', q: {} });
    const other = await client();
    expect((await other.ask('g', { p: '/a', q: {} })).s).toBe('permission_denied');
    expect(raw.messages.filter((m) => 'r' in m)).toEqual([]);
    admit();
    expect((await raw.answer(auth)).s).toBe('ok');
    expect((await raw.answer(got)).s).toBe('ok');
  });

  test('begins with a hello message that contains the host that the client connected to', async () => {
    const raw = await client({ 'X-Forwarded-Host': 'rt.example.org:8443' });
    const hello = await raw.until((m) => m.t === 'h');
    expect((hello.d as { h: string }).h).toBe('rt.example.org:8443');
    const odd = await client({ 'X-Forwarded-Host': '"><script>' });
    const plain = await odd.until((m) => m.t === 'h');
    expect((plain.d as { h: string }).h).toBe(`127.0.0.1:${server.port}`);
  });
});
