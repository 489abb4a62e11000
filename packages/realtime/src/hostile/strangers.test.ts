import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { get, ref } from '@firebase/database';
import { afterEach, describe, expect, test } from 'vitest';
import { isFull } from '../testing/full.ts';
import { http, openStream, RawClient } from '../testing/raw.ts';
import { RawSocket } from '../testing/rawSocket.ts';
import { connect } from '../testing/sdk.ts';
import { type Running, start, testAuthenticator } from '../testing/start.ts';
import { until } from '../testing/until.ts';

/** Tests clients that have not signed in. */

let server: Running;
const leave: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of leave.splice(0)) await each();
  await server.stop();
});

const stats = () => server.realtime.stats();
/**
 * Returns the client's IP address as given by the test in the `X-From` header; "school" by default.
 */
const addressOf = (req: { headers: Record<string, unknown> }) =>
  String(req.headers['x-from'] ?? 'school');
/** Browsers send their identity with the upgrade. */
const authenticate = {
  ...testAuthenticator,
  upgrade: async (req: { headers: Record<string, unknown> }) =>
    req.headers['x-uid'] === undefined
      ? null
      : { auth: { uid: String(req.headers['x-uid']), token: {} } },
};

async function client(headers: Record<string, string> = {}): Promise<RawClient> {
  const made = new RawClient(server.port, { headers });
  leave.push(() => made.close());
  return made.open();
}

/** Attempts a WebSocket upgrade and returns the status of the response. */
async function knock(address: string): Promise<number> {
  const raw = new RawClient(server.port, { headers: { 'X-From': address } });
  const [, res] = await Promise.race([
    once(raw.ws, 'unexpected-response'),
    once(raw.ws, 'open').then(() => [undefined, undefined]),
  ]);
  if (res === undefined) {
    leave.push(() => raw.close());
    return 101;
  }
  res.resume();
  return res.statusCode;
}

async function knockUntilOpen(address: string): Promise<void> {
  while ((await knock(address)) !== 101) await delay(50);
}

describe('unauthenticated clients at one IP address', () => {
  test('are limited in number, but clients that have signed in are neither counted nor rejected', async () => {
    server = await start({ addressOf, authenticate, limits: { strangersPerAddress: 2 } });
    const one = await client();
    await client();
    expect(await knock('school')).toBe(429);
    expect(await knock('elsewhere')).toBe(101);
    expect(stats()).toMatchObject({ strangers: 3, crowded: 1 });
    expect((await one.ask('auth', { cred: 'me' })).s).toBe('ok');
    expect(await knock('school')).toBe(101);
    expect(await knock('school')).toBe(429);
    // Browsers and poles send their identity immediately.
    await client({ 'X-Uid': 'browser' });
    expect((await openStream(server.port, '/a.json?auth=pole')).status).toBe(200);
    // After signing out, a client counts as unauthenticated again.
    await one.ask('unauth', {});
    expect(stats().strangers).toBe(4);
  });

  test('are counted per IPv6 /64, and also per /48 with four times the limit', async () => {
    server = await start({ addressOf, limits: { strangersPerAddress: 2 } });
    expect(await knock('2001:db8:1:1::1')).toBe(101);
    expect(await knock('2001:db8:1:1::2')).toBe(101);
    expect(await knock('2001:db8:1:1::3')).toBe(429);
    for (const subnet of [2, 3, 4])
      for (const host of [1, 2]) expect(await knock(`2001:db8:1:${subnet}::${host}`)).toBe(101);
    expect(await knock('2001:db8:1:5::1')).toBe(429);
    expect(await knock('2001:db8:2:1::1')).toBe(101);
  });

  test('may be disconnected after 2 s to make room for others, the oldest first', async () => {
    server = await start({ addressOf, limits: { strangersPerAddress: 2, strangers: 3 } });
    const [first] = [await client(), await client()];
    const closed = once(first.ws, 'close');
    await knockUntilOpen('school');
    expect((await closed)[0]).toBe(1001);
    // The same happens if the total limit is reached, regardless of the IP address.
    expect(await knock('a')).toBe(101);
    await knockUntilOpen('b');
    expect(stats().strangers).toBe(3);
  });

  test('must sign in within the time limit to stay connected', async () => {
    server = await start({ limits: { strangerMs: 300 } });
    const signedIn = await client();
    await signedIn.ask('auth', { cred: 'me' });
    const silent = await client();
    expect((await once(silent.ws, 'close'))[0]).toBe(1001);
    expect((await signedIn.ask('s', {})).s).toBe('ok');
    // The time limit starts again after signing out.
    const closed = once(signedIn.ws, 'close');
    await signedIn.ask('unauth', {});
    expect((await closed)[0]).toBe(1001);
    await until(() => stats().connections === 0);
  });
});

describe('a server that receives data from unauthenticated clients', () => {
  const LIMITS = { frameBytes: 65_536, strangerBytes: 16_384, strangersPerAddress: 32 };

  test('keeps only the allowed number of sockets with unfinished messages, and only a few bytes of each message', async () => {
    server = await start({ limits: LIMITS });
    const zeros = Buffer.alloc(245_000);
    const sockets: RawSocket[] = [];
    for (let i = 0; i < 1338; i++) {
      const socket = new RawSocket(server.port);
      leave.push(() => socket.close());
      sockets.push(socket);
      socket.send(
        'GET /.ws?v=5 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      );
      // Each socket sends an endless frame of 65,000 bytes. Ten of the sockets announce more than
      // is allowed.
      const size = i < 10 ? 250_000 : 65_000;
      const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
      head.writeUInt32BE(size, 6);
      socket.send(head);
      socket.send(zeros.subarray(0, size - 5000));
      if (i % 50 === 0) await once(socket.socket, 'connect');
    }
    const answered = () => sockets.filter(({ closed, statuses }) => closed || statuses.length > 0);
    await until(() => answered().length === 1338);
    expect(sockets.filter(({ statuses }) => statuses[0] === 101).length).toBeGreaterThanOrEqual(32);
    expect(stats().crowded).toBeGreaterThan(1000);
    await until(() => stats().strangers === 32);
    expect(stats().connections).toBe(32);
  });

  test('closes a connection whose multi-frame message is longer than allowed before sign-in', async () => {
    server = await start({ limits: LIMITS });
    const raw = await client();
    const closed = once(raw.ws, 'close');
    raw.ws.send('10');
    raw.ws.send('x'.repeat(10_000));
    raw.ws.send('x'.repeat(10_000));
    expect((await closed)[0]).toBe(1009);
  });

  test('accepts a large message that a client sends right after a valid credential', async () => {
    server = await start({ limits: LIMITS });
    const raw = await client();
    const signIn = raw.send('auth', { cred: 'me' });
    const message = JSON.stringify({
      t: 'd',
      d: { r: 99, a: 'p', b: { p: '/big', d: 'x'.repeat(500_000) } },
    });
    const parts = message.match(/[\s\S]{1,16384}/g)!;
    raw.ws.send(String(parts.length));
    for (const part of parts) raw.ws.send(part);
    expect((await raw.answer(signIn)).s).toBe('ok');
    expect((await raw.answer(99)).s).toBe('ok');
  });

  test('does not accumulate responses to pings if the client does not read them', async () => {
    server = await start({ limits: LIMITS });
    const raw = await client();
    raw.ws.ping('first');
    expect(String((await once(raw.ws, 'pong'))[0])).toBe('first');
    raw.ws.pause();
    const flood = 200_000;
    let sent = 0;
    for (let i = 0; i < flood; i++) raw.ws.ping('x'.repeat(125), true, () => sent++);
    await until(() => sent === flood); // 25 MB exceeds the operating system's buffers.
    expect(stats().unread).toBeLessThan(1000);
    raw.ws.resume();
    expect((await raw.ask('s', {})).s).toBe('ok');
  });

  test('delays a client that sends many empty frames, and keeps serving other clients', async () => {
    server = await start({ limits: { ...LIMITS, strangerWork: 50 } });
    const greedy = await client();
    const other = await client();
    await other.ask('auth', { cred: 'me' });
    // Sends the client's keep-alive.
    for (let i = 0; i < 100_000; i++) greedy.ws.send('0');
    const last = greedy.send('s', {});
    await until(() => stats().waiting > 0);
    for (let i = 0; i < 20; i++) expect((await other.ask('s', {})).s).toBe('ok');
    expect(greedy.messages.some(({ r }) => r === last)).toBe(false);
    expect((await greedy.answer(last)).s).toBe('ok');
  });

  test('limits how many requests may have unfinished bodies at a time', async () => {
    server = await start({ limits: { ...LIMITS, strangersPerAddress: 5 } });
    const sockets = Array.from({ length: 50 }, () => new RawSocket(server.port));
    for (const socket of sockets) {
      leave.push(() => socket.close());
      socket.send('PUT /a.json HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n"xxxx');
    }
    await until(() => sockets.filter(({ statuses }) => statuses[0] === 429).length === 45);
    expect(stats().strangers).toBe(5);
    // With a credential, the server accepts the body.
    const put = await http(server.port, 'PUT', '/a.json?auth=me', { body: '1' });
    expect(put.status).toBe(200);
    for (const socket of sockets) socket.close();
    await until(() => stats().strangers === 0);
  });
});

const PLACE = isFull ? 300 : 60;
test(`${PLACE} browsers and ${PLACE} poles at one IP address are accepted even if unauthenticated clients at this address have reached their limit`, async () => {
  server = await start({
    addressOf,
    authenticate,
    limits: { strangersPerAddress: 4, strangers: 4, connectionsPerPerson: 6 },
  });
  const held = await Promise.all(Array.from({ length: 4 }, () => client()));
  expect(await knock('school')).toBe(429);
  const { crowded } = stats();
  const browsers = Array.from({ length: PLACE }, (_, i) => client({ 'X-Uid': `browser${i % 60}` }));
  const poles = Array.from({ length: PLACE }, async (_, i) => {
    const pole = await openStream(server.port, `/p${i}.json?auth=pole${i}`);
    leave.push(() => pole.close());
    return pole.status;
  });
  for (const raw of await Promise.all(browsers)) expect((await raw.ask('s', {})).s).toBe('ok');
  expect(new Set(await Promise.all(poles))).toEqual(new Set([200]));
  expect(stats()).toMatchObject({ connections: 2 * PLACE + 4, strangers: 4, crowded });
  expect(held.every(({ ws }) => ws.readyState === ws.OPEN)).toBe(true);
});

test('the SDK reconnects once other unauthenticated clients at its IP address have timed out', async () => {
  server = await start({ limits: { strangersPerAddress: 1, strangerMs: 500 } });
  await server.realtime.admin.set('a', 'there');
  const silent = await client();
  const { db, close } = connect(server.port);
  leave.push(close);
  const read = get(ref(db, 'a'));
  await once(silent.ws, 'close');
  expect((await read).val()).toBe('there');
  expect(stats().crowded).toBeGreaterThan(0);
});
