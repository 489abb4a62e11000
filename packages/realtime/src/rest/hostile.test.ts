import { request } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRules } from '../rules/index.ts';
import { ask } from '../testing/ask.ts';
import { http } from '../testing/raw.ts';
import { RawSocket } from '../testing/rawSocket.ts';
import { type Running, start } from '../testing/start.ts';
import { until } from '../testing/until.ts';

let server: Running;
const sockets: RawSocket[] = [];

beforeEach(async () => {
  server = await start({ limits: { bodyBytes: 1_000_000 } });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await server.stop();
});

function open(): RawSocket {
  const socket = new RawSocket(server.port);
  sockets.push(socket);
  return socket;
}

const nested = (levels: number, open = '{"a":', close = '}'): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

describe('hostile data over REST', () => {
  test.each([
    ['32 levels below one', nested(32)],
    ['100,000 levels', nested(100_000)],
    ['100,000 arrays', nested(100_000, '[', ']')],
    ['a key that crashes clients', '{"hasOwnProperty":1}'],
    ['a key that clients lose', '{"__proto__":{"admin":true}}'],
    ['a key that clients lose, at a deeper level', '{"a":{"b":[{"__proto__":1}]}}'],
    ['an empty key', '{"":1}'],
    ['a key with a slash', '{"a/b":1}'],
    ['a key that is a dot', '{"a":{".":1},"b#":2}'],
    ['a key with NUL', '{"a\\u0000":1}'],
    ['a key with DEL', '{"a\\u007f":1}'],
    ['a key with half a character', '{"\\ud83d":1}'],
    ['a key that is too long', `{"${'é'.repeat(385)}":1}`],
    ['an infinite number', '1e999'],
    ['a negative infinite number', '{"a":-1e999}'],
    ['NaN', 'NaN'],
    ['a bare control character', '"a\u0001"'],
    ['NUL after the value', '1\u0000'],
    ['two values', '1 2'],
    ['a comment', '1 // one'],
    ['a trailing comma', '[1,]'],
    ['single quotes', "{'a':1}"],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['truncated UTF-8', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
    ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['UTF-8 of a surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['an object as a leaf', '{".value":{"a":1}}'],
    ['an array as a leaf', '{".value":[1]}'],
    ['a leaf with children', '{".value":1,"a":2}'],
    ['an empty leaf with children', '{".value":null,"a":2}'],
    ['a server value with children', '{".sv":"timestamp","a":2}'],
    ['a leaf in a leaf', '{".value":{".value":1}}'],
    ['a priority that is true', '{".value":1,".priority":true}'],
    ['a priority that is an object', '{"a":1,".priority":{"b":1}}'],
    ['an infinite priority', '{"a":1,".priority":1e999}'],
    ['an unknown server value', '{".sv":"shutdown"}'],
    ['a server value that is null', '{".sv":null}'],
    ['an infinite increment', '{".sv":{"increment":1e999}}'],
    ['an inherited increment', '{".sv":{"__proto__":{"increment":1}}}'],
  ])('is rejected and not stored: %s', async (_, body) => {
    for (const method of ['PUT', 'POST', 'PATCH']) {
      const sent = method === 'PATCH' && typeof body === 'string' ? `{"x":${body}}` : body;
      const answer = await http(server.port, method, '/a.json', { body: sent });
      expect([answer.status, answer.body]).toEqual([
        400,
        expect.stringMatching(/^\{\n {2}"error" : "/),
      ]);
    }
    expect(await server.realtime.admin.get('/')).toBeNull();
  });

  test.each([
    ['-0', '0'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"a":{"b":1},"a":null}', 'null'],
    [
      '{"constructor":1,"toString":{"valueOf":2},"isPrototypeOf":3}',
      '{"constructor":1,"isPrototypeOf":3,"toString":{"valueOf":2}}',
    ],
    ['{".value":1,".priority":null}', '1'],
    ['{".priority":5}', 'null'],
    ['{".unknown":1,"a":2}', '{"a":2}'],
    ['"\\ud83d"', '"\\ud83d"'],
    ['"\\u0000"', '"\\u0000"'],
    ['\ufeff"marked"', '"marked"'],
    ['[[],{},null]', 'null'],
    ['5e-324', '5e-324'],
    [nested(31), nested(31)],
  ])('is stored in a safe form: %s as %s', async (body, stored) => {
    expect(await ask(server, '/a.json', 'PUT', {}, body)).toBe(stored);
    expect(await ask(server, '/a.json')).toBe(stored);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });
});

describe('a hostile REST request', () => {
  const put = (path: string, headers: string, body: string): string =>
    `PUT ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`;

  test('with a body that is too large is rejected, and the connection ends after the response', async () => {
    for (const framing of ['Content-Length: 30000000\r\n', 'Transfer-Encoding: chunked\r\n']) {
      const socket = open();
      socket.send(put('/a.json', framing, ''));
      for (let i = 0; i < 300; i++) {
        socket.send(
          framing.startsWith('T') ? `186a0\r\n${'x'.repeat(100_000)}\r\n` : 'x'.repeat(100_000),
        );
      }
      await socket.end();
      expect(socket.statuses).toEqual([400]);
      expect(socket.received).toContain('\r\nConnection: close\r\n');
      expect(socket.received).toContain('must not exceed 1000000 bytes');
    }
    expect(await server.realtime.admin.get('/')).toBeNull();
  });

  test('gets an error response instead of a broken connection, even if the client reads only after sending everything', async () => {
    const refused = {
      error:
        'The data must not exceed 1000000 bytes in one write to this server: write it in parts',
    };
    const chunks = Array<string>(600).fill('x'.repeat(100_000));
    for (let i = 0; i < 3; i++) {
      // Like `firebase database:set` with a file.
      const [status, text] = await new Promise<[number | undefined, string]>((resolve, reject) => {
        const target = { host: '127.0.0.1', port: server.port, path: '/a.json', agent: false };
        const req = request({ ...target, method: 'PUT' }, (res) => {
          let body = '';
          res.on('data', (chunk: Buffer) => {
            body += chunk.toString();
          });
          res.on('end', () => resolve([res.statusCode, body]));
        });
        req.on('error', reject);
        Readable.from(chunks).pipe(req);
      });
      expect([status, JSON.parse(text)]).toEqual([400, refused]);
      const body = Readable.toWeb(Readable.from(chunks.map((chunk) => Buffer.from(chunk))));
      const options = { method: 'PUT', body, duplex: 'half' } as RequestInit;
      const answer = await fetch(`${server.url}/a.json`, options);
      expect([answer.status, await answer.json()]).toEqual([400, refused]);
    }
  });

  test('is cut off after the rejection, whether the client goes silent or keeps sending', async () => {
    await server.stop();
    server = await start({ limits: { bodyBytes: 10, restIdleMs: 50, restStallMs: 500 } });
    const endless = open();
    endless.send(put('/a.json', 'Content-Length: 1000000\r\n', 'x'));
    const dripping = setInterval(() => endless.send('x'), 10);
    await endless.end();
    clearInterval(dripping);
    expect(endless.statuses).toEqual([400]);
    const socket = open();
    socket.send(put('/a.json', 'Content-Length: 1000000\r\n', 'x'));
    await socket.end();
    expect(socket.statuses).toEqual([400]);
  });

  test.each([
    ['in the middle of its body', put('/a.json', 'Content-Length: 100\r\n', '{"a":1}')],
    ['in the middle of a chunk', put('/a.json', 'Transfer-Encoding: chunked\r\n', '7\r\n{"a"')],
    ['before the last chunk', put('/a.json', 'Transfer-Encoding: chunked\r\n', '1\r\n1\r\n')],
    ['in the middle of its headers', 'PUT /a.json HTTP/1.1\r\nHost: x\r\nContent-Le'],
  ])('stores nothing if the upload breaks off %s', async (_, bytes) => {
    const socket = open();
    socket.send(bytes);
    await until(() => socket.socket.bytesWritten >= bytes.length);
    socket.socket.end();
    await socket.end();
    expect(socket.statuses.every((status) => status === 400)).toBe(true);
    expect(await server.realtime.admin.get('/')).toBeNull();
  });

  test('is ended if it makes no progress', async () => {
    await server.stop();
    server = await start({ limits: { restStallMs: 20 } });
    const upload = open();
    upload.send(put('/a.json', 'Content-Length: 100\r\n', '{"a":1}'));
    await upload.end();
    await server.realtime.admin.set('big', 'x'.repeat(10_000_000));
    const unread = open();
    unread.send('GET /big.json HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => unread.received !== '');
    unread.socket.pause();
    await until(() => server.sockets() === 0);
    expect(await server.realtime.admin.get('a')).toBeNull();
  });

  test('is answered in its turn if the client sends several requests at once', async () => {
    const socket = open();
    const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    socket.send(
      put('/a.json', 'Content-Length: 1\r\n', '1') +
        get('/a/%zz.json') +
        put('/b.json', 'Content-Length: 3\r\n', '"b"') +
        get('/none') +
        put('/c.json', 'Content-Length: 1\r\n', '{') +
        'DELETE /none.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    await socket.end();
    expect(socket.statuses).toEqual([200, 400, 200, 404, 400, 200]);
    expect(await server.realtime.admin.get('/')).toEqual({ a: 1, b: 'b' });
  });

  test.each([
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 40\r\n', '1'],
    [
      'a length and chunks',
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
      '1\r\n1\r\n0\r\n\r\n',
    ],
    ['an obscured coding', 'Transfer-Encoding: xchunked\r\n', '1\r\n1\r\n0\r\n\r\n'],
    ['a folded header', 'Content-Length:\r\n 1\r\n', '1'],
    ['a length with a sign', 'Content-Length: +1\r\n', '1'],
    ['a space before the colon', 'Content-Length : 1\r\n', '1'],
    ['a bare line feed', 'X: y\nContent-Length: 1\r\n', '1'],
  ])(
    'is rejected if a proxy and the server could disagree about where the request ends: %s',
    async (_, headers, body) => {
      const socket = open();
      const smuggled = put('/smuggled.json', 'Content-Length: 1\r\n', '1');
      socket.send(put('/a.json', headers, body) + smuggled);
      await socket.end();
      expect(socket.statuses.every((status) => status === 400)).toBe(true);
      expect(await server.realtime.admin.get('smuggled')).toBeNull();
    },
  );

  test('is rejected if it has too many headers', async () => {
    const socket = open();
    const flood = Array.from({ length: 5000 }, (_, i) => `X-${i}: ${i}\r\n`).join('');
    socket.send(put('/a.json', `${flood}Content-Length: 1\r\n`, '1'));
    await socket.end();
    expect(socket.statuses).toEqual([431]);
    expect(await server.realtime.admin.get('/')).toBeNull();
  });

  test.each([
    '/a/%2e%2e/b.json',
    '/a/../b.json',
    '/a%2fb.json',
    '/a/%00.json',
    '/a/%ff.json',
    '/a/%ed%a0%80.json',
    '/a/%.json',
    '/a/b%5b0%5d.json',
    '/a/$x.json',
    '/hasOwnProperty.json',
    `${'/a'.repeat(33)}.json`,
  ])('is rejected if its path is invalid: %s', async (path) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'POST']) {
      const answer = await http(server.port, method, path, {
        body: '{"a":1}',
        headers: { 'Content-Length': '7' },
      });
      expect(answer.status).toBe(400);
    }
    expect(await server.realtime.admin.get('/')).toBeNull();
  });

  test('is rejected if it is an update that would nest the data too deeply', async () => {
    const [path, key] = [`${'/a'.repeat(20)}.json`, 'a/'.repeat(13)];
    expect(await ask(server, path, 'PATCH', {}, `{"${key}":1}`)).toMatch(/^400 .*32 levels/);
    expect(await server.realtime.admin.get('/')).toBeNull();
  });

  test('gets 404 if its URL is absolute and contains a host', async () => {
    const socket = open();
    socket.send('GET http://elsewhere/a.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await socket.end();
    expect(socket.statuses).toEqual([404]);
  });

  test('is rejected if its body is over the limit for unauthenticated clients', async () => {
    await server.stop();
    server = await start({ rules: openRules(), limits: { strangerBytes: 10 } });
    const body = JSON.stringify('x'.repeat(100));
    expect(await ask(server, '/a.json', 'PUT', {}, body)).toMatch(
      /^400 The data must not exceed 10/,
    );
    expect(await ask(server, '/a.json?auth=u', 'PUT', {}, body)).toBe(body);
  });
});
