import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseRules } from './rules/index.ts';
import { PollClient } from './testing/poll.ts';
import { http, RawClient } from './testing/raw.ts';
import { type Running, start } from './testing/start.ts';
import { until } from './testing/until.ts';

let server: Running;
const sockets: RawClient[] = [];

const polled = (headers?: Record<string, string>, query?: string): Promise<PollClient> =>
  new PollClient(server.port, headers).start(query);

function socket(query: string, headers: Record<string, string> = {}): RawClient {
  const made = new RawClient(server.port, { query, headers });
  sockets.push(made);
  return made;
}

async function restart(options: Parameters<typeof start>[0]): Promise<void> {
  await server.stop();
  server = await start(options);
}

beforeEach(async () => {
  server = await start();
});
afterEach(async () => {
  for (const made of sockets.splice(0)) made.close();
  await server.stop();
});

describe('long polling (protocol §13)', () => {
  test('starts with an uncached script that calls functions of the page', async () => {
    const answer = await http(server.port, 'GET', '/.lp?start=t&ser=1&cb=42&v=5');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('parent.window["pLPCommand42"]');
    expect(answer.body).toMatch(/pLPCommand\("start","[\w-]{16}","[\w-]{32}"\);\npRTLPCB\(0,\[/);
    expect(server.realtime.handles({ url: '/.lp?x' })).toBe(true);
    expect([...server.realtime.connections()].map(({ kind }) => kind)).toEqual(['poll']);
  });

  test.each(['', 'cb=', 'cb=alert(1)', 'cb=1;x', 'cb=-1', 'cb=%22'])(
    'rejects a callback name that is not a number: %s',
    async (cb) => {
      const answer = await http(server.port, 'GET', `/.lp?start=t&${cb}`);
      expect(answer.status).toBe(400);
      expect(server.realtime.stats().connections).toBe(0);
    },
  );

  test('reads, listens and writes like a WebSocket, keeps events in order, and allows values of any size', async () => {
    const { admin } = server.realtime;
    const client = (await polled()).run();
    const big = 'é€\u2028𝄞'.repeat(30_000);
    expect(await client.ask('p', { p: '/big', d: big })).toEqual({ s: 'ok', d: '' });
    expect(await admin.get('big')).toBe(big);
    expect((await client.ask('g', { p: '/big', q: {} })).d).toBe(big);
    expect((await client.ask('q', { p: '/a', h: '' })).s).toBe('ok');
    for (let i = 0; i < 20; i++) await admin.set('a', i);
    await client.until((m) => m.a === 'd' && (m.b as { d: unknown }).d === 19);
    const seen = client.messages.filter((m) => m.a === 'd').map((m) => (m.b as { d: unknown }).d);
    expect(seen).toEqual([null, ...Array.from({ length: 20 }, (_, i) => i)]);
  });

  test('answers an open poll when the next one arrives, so that a client can always send', async () => {
    const client = await polled();
    const first = client.poll();
    const second = client.poll();
    await first;
    await server.realtime.admin.set('x', 1);
    const listening = client.poll(
      client.encode({ t: 'd', d: { r: 1, a: 'q', b: { p: '/x', h: '' } } })[0],
    );
    await second;
    void listening;
    await client.run().until((m) => m.r === 1);
  });

  test('uses each segment of a message only once, and puts the segments in order', async () => {
    const client = await polled();
    const request = { r: 1, a: 'p', b: { p: '/long', d: 'x'.repeat(5000) } };
    const parts = client.encode({ t: 'd', d: request });
    expect(parts.length).toBeGreaterThan(3);
    client.run();
    for (const part of [...parts].reverse()) await client.poll(part);
    await client.poll(parts[0]);
    await client.until((m) => m.r === 1);
    expect(await server.realtime.admin.get('long')).toBe(request.b.d);
  });

  test('runs onDisconnect writes when the client leaves or stops polling', async () => {
    await restart({ limits: { pollIdleMs: 300 } });
    const [leaver, silent] = [await polled(), await polled()];
    for (const [client, p] of [
      [leaver, '/left'],
      [silent, '/silent'],
    ] as const) {
      expect((await client.ask('o', { p, d: 1 })).s).toBe('ok');
    }
    const { id, password } = leaver;
    await http(server.port, 'POST', `/.lp?disconn=t&id=${id}&pw=${password}`);
    await until(() => server.realtime.stats().connections === 0);
    expect(await server.realtime.admin.get('')).toEqual({ left: 1, silent: 1 });
  });

  test('serves the iframe that some browsers use to report that a page was closed', async () => {
    const frame = await http(server.port, 'GET', '/.lp?dframe=t&id="><script>&pw=x');
    expect(frame.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(frame.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; connect-src 'self'$/,
    );
    expect(frame.body).not.toContain('id=');
  });

  test('notifies a client at its next poll that the server is stopping', async () => {
    const client = await polled();
    expect(server.realtime.disconnect(() => true)).toBe(1);
    await client.poll();
    expect(client.closed).toBe(true);
  });

  test('ends the old session first if a reconnecting client specifies it', async () => {
    const old = await polled();
    await old.ask('o', { p: '/a', d: 'left' });
    const again = (await polled({}, `&ls=${await old.session()}`)).run();
    expect((await again.ask('g', { p: '/a', q: {} })).d).toBe('left');
    expect(server.realtime.stats().connections).toBe(1);
  });
});

describe('a hostile long-polling client', () => {
  test('cannot read or close a session without its password', async () => {
    const client = await polled();
    for (const pw of ['', 'x', client.password.slice(1), `${client.password}x`]) {
      for (const kind of ['', '&disconn=t']) {
        const answer = await http(server.port, 'GET', `/.lp?id=${client.id}&pw=${pw}${kind}`);
        expect(answer.body).toBe('pLPCommand("close");');
      }
    }
    expect((await http(server.port, 'GET', '/.lp?id=__proto__&pw=')).body).toMatch(/close/);
    expect(server.realtime.stats().connections).toBe(1);
  });

  test.each([
    ['an invalid number', '&seg0=x&ts0=1&d0=AA'],
    ['an invalid count', '&seg0=0&ts0=0&d0=AA'],
    ['invalid base64', '&seg0=0&ts0=1&d0=%00'],
    ['invalid JSON', '&seg0=0&ts0=1&d0=AAAA'],
    [
      'an upgrade without an endpoint',
      `&seg0=0&ts0=1&d0=${btoa('{"t":"c","d":{"t":"n","d":{}}}')}`,
    ],
  ])('is disconnected if a segment has %s', async (_, params) => {
    const client = await polled();
    await client.poll(params.replace(/=+$/, ''));
    expect(client.closed).toBe(true);
    expect(server.realtime.stats().connections).toBe(0);
  });

  test('is disconnected if it sends an endless message, segments far ahead of a missing one, or a URL that is too long', async () => {
    await restart({ limits: { messageUnits: 1000 } });
    // While the message continues, it is read, and none of it is kept.
    const endless = (await polled()).run();
    for (let i = 0; i < 20; i++) {
      await endless.poll(`&seg0=${i}&ts0=20&d0=${'A'.repeat(1000)}`);
    }
    await until(() => endless.closed);
    const ahead = (await polled()).run();
    for (let i = 1; !ahead.closed; i++) await ahead.poll(`&seg0=${i}&ts0=1&d0=AA`);
    const long = await http(server.port, 'GET', `/.lp?start=t&cb=1&x=${'x'.repeat(9000)}`);
    expect(long.status).toBe(414);
    expect((await http(server.port, 'POST', '/.lp?start=t&cb=1')).status).toBe(405);
    expect(server.realtime.stats().connections).toBe(0);
  });

  test('is disconnected if it does not fetch its data', async () => {
    await restart({ limits: { sendBufferBytes: 10_000 } });
    const slow = await polled();
    await slow.ask('q', { p: '/a', h: '' });
    let writes = 0;
    while (server.realtime.stats().connections > 0) {
      await server.realtime.admin.set('a', `${writes++}${'x'.repeat(8000)}`);
    }
    expect(server.realtime.stats().listens).toBe(0);
  });
});

describe('a cookie in a long-polling request', () => {
  const cookie = (uid: string) => ({ Cookie: uid, 'Sec-Fetch-Site': 'same-origin' });

  beforeEach(async () => {
    await restart({
      rules: parseRules({ rules: { $uid: { '.read': 'auth.uid == $uid' } } }),
      authenticate: {
        upgrade: async ({ headers }) =>
          headers.cookie === undefined ? null : { auth: { uid: headers.cookie, token: {} } },
        credential: async (uid) => ({ auth: { uid, token: {} } }),
      },
    });
  });

  test('is accepted if the browser says that the page has the same origin as the server', async () => {
    const client = (await polled(cookie('me'))).run();
    expect((await client.ask('g', { p: '/me', q: {} })).s).toBe('ok');
    const { id, password } = client;
    const foreign = await http(server.port, 'GET', `/.lp?id=${id}&pw=${password}`);
    expect(foreign.status).toBe(403);
  });

  test('is ignored if the request has no Sec-Fetch-Site header', async () => {
    const client = (await polled({ Cookie: 'me' })).run();
    expect((await client.ask('g', { p: '/me', q: {} })).s).toBe('permission_denied');
    expect((await client.ask('auth', { cred: 'me' })).s).toBe('ok');
    expect((await client.ask('g', { p: '/me', q: {} })).s).toBe('ok');
  });

  test.each(['same-site', 'cross-site', 'none'])(
    'is rejected if the request comes from a page that is %s',
    async (site) => {
      const headers = { Cookie: 'me', 'Sec-Fetch-Site': site };
      for (const query of ['start=t&cb=1', 'dframe=t', 'id=x&pw=y']) {
        const answer = await http(server.port, 'GET', `/.lp?${query}`, { headers });
        expect([answer.status, answer.body]).toEqual([403, 'The connection is refused']);
      }
    },
  );

  test('allows upgrading only to a WebSocket of the same user', async () => {
    const client = (await polled(cookie('me'))).run();
    for (const headers of [cookie('you'), {}]) {
      const other = socket(`&s=${await client.session()}`, headers);
      await other.until((m) => m.t === 'r');
    }
    const own = socket(`&s=${await client.session()}`, cookie('me'));
    await own.until((m) => m.t === 'a');
  });
});

describe('the upgrade from long polling to a WebSocket (protocol §13)', () => {
  const control = (t: string) => ({ t: 'c', d: { t, d: {} } });
  const ask = (r: number, a: string, b: object) => ({ t: 'd', d: { r, a, b } });

  async function offered(client: PollClient): Promise<RawClient> {
    const next = socket(`&s=${await client.session()}`);
    await next.until((m) => m.t === 'a');
    return next;
  }

  test('handles all requests from the old transport before those from the new one', async () => {
    const client = (await polled()).run();
    await client.ask('q', { p: '/a', h: '' });
    const next = await offered(client);
    next.ws.send(JSON.stringify(control('p')));
    await next.until((m) => m.t === 'o');
    next.ws.send(JSON.stringify(control('a')));
    // Sent through the socket, but after a request that is still on its way in polls.
    next.ws.send(JSON.stringify(ask(12, 'p', { p: '/a', d: 'second' })));
    await client.sendMessage(ask(11, 'p', { p: '/a', d: 'first' }));
    await client.until((m) => m.r === 11);
    expect(await server.realtime.admin.get('a')).toBe('first');
    await client.sendMessage(control('n'));
    await client.until((m) => m.t === 'n');
    await next.until((m) => m.r === 12);
    expect(await server.realtime.admin.get('a')).toBe('second');
    await until(() => client.closed);
    expect(client.lastAnswer).toBeGreaterThan(0);
    // The listeners have moved as well. The session is the same, and ends together with the socket.
    await server.realtime.admin.set('a', 'third');
    await next.until((m) => m.a === 'd' && (m.b as { d: unknown }).d === 'third');
    expect([...server.realtime.connections()].map(({ kind }) => kind)).toEqual(['socket']);
    next.close();
    await until(() => server.realtime.stats().connections === 0);
  });

  test('is rejected if the session is unknown or has already been upgraded', async () => {
    const other = await new RawClient(server.port).open();
    sockets.push(other);
    for (const id of ['x', await other.session()]) {
      const next = socket(`&s=${id}`);
      await next.until((m) => m.t === 'r');
      if (next.ws.readyState !== next.ws.CLOSED) await once(next.ws, 'close');
    }
    expect((await other.ask('s', {})).s).toBe('ok');
  });

  test('does not affect the polls if the WebSocket breaks before the upgrade is complete', async () => {
    const client = (await polled()).run();
    const next = await offered(client);
    next.close();
    expect((await client.ask('s', {})).s).toBe('ok');
    const second = await offered(client);
    const closed = once(second.ws, 'close');
    second.ws.send(Buffer.from([1]));
    await closed;
    expect((await client.ask('s', {})).s).toBe('ok');
  });

  test('is abandoned, and the new WebSocket is closed, if the server ends the long-polling session', async () => {
    const client = await polled();
    const next = await offered(client);
    const closed = once(next.ws, 'close');
    server.realtime.disconnect(() => true);
    await closed;
    await client.poll();
    expect(client.closed).toBe(true);
  });
});
