import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { get, onValue, ref } from '@firebase/database';
import { afterEach, describe, expect, test } from 'vitest';
import { isFull } from '../testing/full.ts';
import { PollClient } from '../testing/poll.ts';
import { openStream, RawClient } from '../testing/raw.ts';
import { connect } from '../testing/sdk.ts';
import { type Running, start } from '../testing/start.ts';
import { until } from '../testing/until.ts';

/**
 * A value larger than the operating system's socket buffers. Data in those buffers does not count
 * as unread.
 */
const PIECE = 'x'.repeat(1_000_000);
const BUFFER = 100_000;

let server: Running;
const leave: (() => void)[] = [];
/** The reasons why connections were dropped. */
let reasons: unknown[] = [];
const note = (fields: object): void => void reasons.push((fields as { reason?: string }).reason);
afterEach(async () => {
  reasons = [];
  for (const each of leave.splice(0)) each();
  await server.stop();
});

/**
 * Writes large values until the server drops the slow client. Checks that the `other` client
 * receives them all.
 */
async function writeUntilDropped(other: RawClient): Promise<void> {
  await other.ask('q', { p: '/big', h: '' });
  let last = '';
  while (server.realtime.stats().connections > 1) {
    last = PIECE + server.realtime.stats().writes;
    await server.realtime.admin.set('big', last);
    await other.until((m) => m.a === 'd' && (m.b as { d: unknown }).d === last);
    other.messages.splice(1);
  }
  expect(reasons).toEqual(['slow']);
}

describe('a client that reads too slowly or not at all', () => {
  async function begin(): Promise<RawClient> {
    const log = { debug() {}, info: note, warn: note, error: note };
    server = await start({ limits: { sendBufferBytes: BUFFER }, log });
    const other = await new RawClient(server.port).open();
    leave.push(() => other.close());
    return other;
  }

  test('is dropped if it uses a WebSocket, and another client is still served', async () => {
    const other = await begin();
    const slow = await new RawClient(server.port).open();
    await slow.ask('q', { p: '/big', h: '' });
    slow.ws.pause();
    await writeUntilDropped(other);
    slow.close();
  });

  test('is disconnected if it uses an event stream, while other clients are still served', async () => {
    const other = await begin();
    const slow: ClientRequest = request({
      port: server.port,
      path: '/big.json',
      headers: { Accept: 'text/event-stream' },
      agent: false,
    });
    slow.on('error', () => {});
    slow.end();
    const [res] = await once(slow, 'response');
    res.on('error', () => {});
    await writeUntilDropped(other);
    slow.destroy();
  });

  test('is dropped if it uses long polling and stops polling', async () => {
    const other = await begin();
    const silent = await new PollClient(server.port).start();
    await silent.sendMessage({ t: 'd', d: { r: 1, a: 'q', b: { p: '/big', h: '' } } });
    await writeUntilDropped(other);
  });

  // Fills the operating system's buffers with 18 MB for each response.
  test.runIf(isFull)(
    'is dropped if it uses long polling and polls without reading the responses',
    async () => {
      const other = await begin();
      const deaf = await new PollClient(server.port).start();
      const [listen] = deaf.encode({ t: 'd', d: { r: 1, a: 'q', b: { p: '/big', h: '' } } });
      const sockets: Socket[] = [];
      const poll = (more = ''): void => {
        const socket = connectTcp(server.port, '127.0.0.1');
        socket.on('error', () => {});
        socket.pause();
        socket.write(
          `GET /.lp?id=${deaf.id}&pw=${deaf.password}${more} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
        );
        sockets.push(socket);
      };
      poll(listen);
      leave.push(() => {
        for (const socket of sockets) socket.destroy();
      });
      await until(() => server.realtime.stats().listens === 1);
      // More than the operating system's buffers can hold for one socket.
      const [a, b] = ['a', 'b'].map((x) => x.repeat(9_000_000));
      while (server.realtime.stats().connections > 1) {
        poll();
        await server.realtime.admin.set('big', { a, b, n: server.realtime.stats().writes });
        expect((await other.ask('s', {})).s).toBe('ok');
      }
      expect(reasons).toEqual(['slow']);
    },
  );
});

test.each(['a socket', 'polls'])(
  'a client on %s does not count as slow because of a single large response',
  async (way) => {
    server = await start({ limits: { sendBufferBytes: BUFFER } });
    await server.realtime.admin.set('big', PIECE);
    const client =
      way === 'polls'
        ? (await new PollClient(server.port).start()).run()
        : await new RawClient(server.port).open();
    for (let i = 0; i < 3; i++) {
      expect((await client.ask('g', { p: '/big', q: {} })).d).toBe(PIECE);
      expect((await client.ask('q', { p: '/big', h: '' })).s).toBe('ok');
    }
    if (client instanceof RawClient) client.close();
  },
);

test('an SDK client that was dropped because it read too slowly gets the right data when it reconnects', async () => {
  server = await start({ limits: { sendBufferBytes: BUFFER } });
  const { admin } = server.realtime;
  const { db, close } = connect(server.port);
  let shown: unknown;
  onValue(ref(db, 'big'), (snapshot) => {
    shown = snapshot.val();
  });
  await get(ref(db, 'big'));
  const [first] = server.realtime.connections();
  // Gives the client, which is in this same process, no chance to read.
  let writes = 0;
  while ([...server.realtime.connections()].some(({ id }) => id === first!.id)) {
    void admin.update('big', { [`k${writes % 50}`]: PIECE, last: writes++ });
    await Promise.resolve();
  }
  const last = { count: writes };
  await admin.set('big', last);
  await until(() => JSON.stringify(shown) === JSON.stringify(last));
  await close();
});

test('a client whose network fails is disconnected, and its onDisconnect writes run', async () => {
  server = await start({ limits: { pingMs: 200, pollIdleMs: 600 } });
  const halfOpen = await new RawClient(server.port).open();
  await halfOpen.ask('o', { p: '/left', d: 'by socket' });
  halfOpen.ws.pong = () => {};
  const other = await new RawClient(server.port).open();
  expect((await other.ask('s', {})).s).toBe('ok');
  await other.ask('q', { p: '/left', h: '' });
  await other.until((m) => m.a === 'd' && (m.b as { d: unknown }).d === 'by socket');
  const polls = await new PollClient(server.port).start();
  await polls.sendMessage({ t: 'd', d: { r: 1, a: 'o', b: { p: '/left', d: 'by poll' } } });
  await other.until((m) => m.a === 'd' && (m.b as { d: unknown }).d === 'by poll');
  expect(server.realtime.stats().connections).toBe(1);
  other.close();
  halfOpen.close();
});

test('bursts of requests from one client do not starve other clients', {
  timeout: 60_000,
}, async () => {
  server = await start();
  const { admin } = server.realtime;
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]));
  await admin.set('many', many);
  const greedy = await new RawClient(server.port).open();
  const other = await new RawClient(server.port).open();
  const last = Array.from({ length: 150 }, () => greedy.send('g', { p: '/many', q: {} })).at(-1)!;
  await until(() => greedy.messages.some((message) => message.r === 1));
  expect((await other.ask('p', { p: '/a', d: 1 })).s).toBe('ok');
  expect(greedy.messages.some((message) => message.r === last)).toBe(false);
  expect((await greedy.answer(last)).s).toBe('ok');
  other.close();
  greedy.close();
  const stream = await openStream(server.port, '/a.json');
  expect((await stream.count(1))[0]!.data).toBe('{"path":"/","data":1}');
  stream.close();
});
