import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { PollClient } from '../testing/poll.ts';
import { http, openStream, RawClient } from '../testing/raw.ts';
import { type Running, start, testAuthenticator } from '../testing/start.ts';
import { until } from '../testing/until.ts';

let server: Running;
afterEach(() => server.stop());

/** Returns the client's IP address as given by the test in the `X-From` header. */
const addressOf = (req: { headers: Record<string, unknown> }) => String(req.headers['x-from']);
const from = (address: string) => ({ 'X-From': address });

/** Attempts a WebSocket upgrade. Returns status 101 or the rejection. */
async function knock(
  address: string,
): Promise<{ status: number; body: string; retryAfter?: string | undefined }> {
  const raw = new RawClient(server.port, { headers: from(address) });
  const [, res] = await Promise.race([
    once(raw.ws, 'unexpected-response'),
    once(raw.ws, 'open').then(() => [undefined, undefined]),
  ]);
  if (res === undefined) {
    raw.close();
    return { status: 101, body: '' };
  }
  let body = '';
  for await (const chunk of res) body += chunk;
  return { status: res.statusCode, body, retryAfter: res.headers['retry-after'] };
}

const connections = (count: number) => until(() => server.realtime.stats().connections === count);

describe('connections from one IP address', () => {
  test('are limited in number, while connections from other addresses are accepted', async () => {
    server = await start({ addressOf, limits: { connectionsPerAddress: 3 } });
    const { port } = server;
    const socket = await new RawClient(port, { headers: from('office') }).open();
    const poll = await new PollClient(port, from('office')).start();
    const stream = await openStream(port, '/a.json', from('office'));
    await connections(3);

    expect(await knock('office')).toEqual({
      status: 429,
      body: 'Too many connections from this address',
      retryAfter: '5',
    });
    const refusedPoll = await http(port, 'GET', '/.lp?start=t&cb=1', { headers: from('office') });
    expect(refusedPoll.status).toBe(429);
    expect(refusedPoll.body).toBe('Too many connections from this address');
    const refused = await openStream(port, '/a.json', from('office'));
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('5');
    // Requests do not count as connections, and other addresses are served.
    expect((await http(port, 'GET', '/a.json', { headers: from('office') })).status).toBe(200);
    expect((await knock('elsewhere')).status).toBe(101);
    await connections(3);

    for (const leave of [
      async () => socket.close(),
      async () => stream.close(),
      () => poll.poll('&disconn=t'),
    ]) {
      const before = server.realtime.stats().connections;
      await leave();
      await connections(before - 1);
      expect((await knock('office')).status).toBe(101);
      await connections(before - 1);
    }
    expect(server.realtime.stats().connections).toBe(0);
  });

  test('are not over the limit if a client reconnects while the server still counts its old connection', async () => {
    server = await start({ addressOf, limits: { connectionsPerAddress: 1 } });
    const old = await new RawClient(server.port, { headers: from('a') }).open();
    const query = `&ls=${await old.session()}`;
    const again = await new RawClient(server.port, { query, headers: from('a') }).open();
    expect((await again.ask('s', {})).s).toBe('ok');
    expect(server.realtime.stats().connections).toBe(1);
    again.close();
  });

  test('stop counting toward the limit when they end, no matter how', async () => {
    server = await start({
      addressOf,
      authenticate: {
        ...testAuthenticator,
        upgrade: async (req) =>
          req.headers['x-uid'] === undefined
            ? null
            : { auth: { uid: String(req.headers['x-uid']), token: {} } },
      },
      limits: {
        connectionsPerAddress: 1,
        connectionsPerPerson: 1,
        pingMs: 20,
        pollIdleMs: 50,
        sendBufferBytes: 1000,
      },
    });
    const open = () =>
      new RawClient(server.port, { headers: { ...from('a'), 'X-Uid': 'me' } }).open();
    const ends: Record<string, (raw: RawClient) => unknown> = {
      'the client closes': (raw) => raw.ws.close(),
      'the connection breaks': (raw) => raw.close(),
      'it breaks the protocol': (raw) => raw.ws.send('{'),
      'it sends binary': (raw) => raw.ws.send(Buffer.from([1])),
      'it breaks the framing': (raw) => raw.ws.send('x'.repeat(300_000)),
      'it is silent': (raw) => {
        raw.ws.pong = () => {};
      },
      'its identity is taken away': () => server.realtime.disconnect(() => true),
      'it is taken over by itself, which ends': async (raw) => {
        const again = await new RawClient(server.port, {
          query: `&ls=${await raw.session()}`,
          headers: { ...from('a'), 'X-Uid': 'me' },
        }).open();
        again.close();
      },
    };
    for (const [name, end] of Object.entries(ends)) {
      const raw = await open();
      expect((await raw.ask('s', {})).s, name).toBe('ok');
      await end(raw);
      await connections(0);
    }
    for (const query of ['', '?auth=me']) {
      const stream = await openStream(server.port, `/a.json${query}`, from('a'));
      expect(stream.status).toBe(200);
      if (query === '') stream.close();
      else server.realtime.disconnect(() => true);
      await connections(0);
    }
    // A polling client that never polls again.
    await new PollClient(server.port, from('a')).start();
    await connections(0);
    expect((await (await open()).ask('s', {})).s).toBe('ok');
  });
});

describe('connections of one user', () => {
  test('are limited in number across all IP addresses, and other users can still connect', async () => {
    server = await start({ limits: { connectionsPerPerson: 2 } });
    const { port } = server;
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => new RawClient(port).open()));
    expect((await one!.ask('auth', { cred: 'me' })).s).toBe('ok');
    expect((await two!.ask('auth', { cred: 'me' })).s).toBe('ok');
    // Signing in again as the same user, as when a token is renewed, is not counted twice.
    expect((await two!.ask('auth', { cred: 'me' })).s).toBe('ok');
    expect(await three!.ask('auth', { cred: 'me' })).toEqual({
      s: 'unavailable',
      d: 'Too many connections of this account',
    });
    expect((await openStream(port, '/a.json?auth=me')).status).toBe(429);
    expect((await three!.ask('auth', { cred: 'you' })).s).toBe('ok');
    // Signing out, changing the user and disconnecting all make room.
    for (const leave of [() => one!.ask('unauth', {}), () => two!.ask('auth', { cred: 'she' })]) {
      await leave();
      const stream = await openStream(port, '/a.json?auth=me');
      expect(stream.status).toBe(200);
      stream.close();
      await connections(3);
    }
    for (const raw of [one!, two!, three!]) raw.close();
  });
});

test('thousands of connections from one IP address leave enough connections and processing time for other clients', async () => {
  server = await start({ addressOf, limits: { connectionsPerAddress: 200 } });
  const greedy = await Promise.all(
    Array.from(
      { length: 2000 },
      (_, i) =>
        new Promise<RawClient | undefined>((resolve) => {
          // The clients connect in waves, because the listening socket's own queue is short.
          setTimeout(
            () => {
              const raw = new RawClient(server.port, { headers: from('greedy') });
              raw.ws.once('open', () => resolve(raw));
              raw.ws.once('error', () => resolve(undefined));
            },
            Math.floor(i / 100) * 10,
          );
        }),
    ),
  );
  const admitted = greedy.filter((raw) => raw !== undefined);
  expect(admitted).toHaveLength(200);
  const other = await new RawClient(server.port, { headers: from('other') }).open();
  expect((await other.ask('p', { p: '/a', d: 1 })).s).toBe('ok');
  for (const raw of [...admitted, other]) raw.close();
});
