import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flag } from '@halyard/domain';
import { WebSocket } from 'ws';
import { type Attack, STRANGER_ADDRESS, USER_ADDRESS } from './attack.ts';

/**
 * A program for benchmarks and tests. A hostile user of a company and a hostile client without an
 * account attack the realtime database until the process ends. Each has its own IP address.
 */

/**
 * The number of connections. It is more than one user may have, so that some are always refused.
 */
const CONNECTIONS = 80;
const LISTENS = 400;
const COMMANDS_PER_SECOND = 4;
const STRANGERS = 1400;

const [attack] = (await once(process, 'message')) as [Attack];
setPriority(attack.nice);
process.on('disconnect', () => process.exit());
const flags = await ownFlags(attack);
for (let i = 0; i < CONNECTIONS; i++) void keepUserBusy(attack, flags, i);
for (let i = 0; i < STRANGERS; i++) {
  void keepStranger(attack, i);
  if (i % 100 === 0) await sleep(20);
}
process.send?.('begun');

async function ownFlags({ url, cookie }: Attack): Promise<Flag[]> {
  const answer = await fetch(`${url}/api/flags`, { headers: { cookie } });
  return (await answer.json()) as Flag[];
}

/**
 * Keeps reconnecting as a hostile user. Subscribes to and requests as much as it can, and reads
 * almost none of the responses.
 */
async function keepUserBusy(from: Attack, own: readonly Flag[], number: number): Promise<never> {
  for (;;) {
    const socket = new WebSocket(`${from.url.replace('http', 'ws')}/.ws?v=5&ns=halyard`, {
      headers: { cookie: from.cookie, origin: from.url },
      localAddress: USER_ADDRESS,
    });
    socket.on('error', () => {});
    const closed = once(socket, 'close').catch(() => {});
    socket.once('open', () => void useSocket(socket, from, own, number));
    await closed;
    await sleep(200);
  }
}

async function useSocket(
  socket: WebSocket,
  { userId }: Attack,
  own: readonly Flag[],
  number: number,
): Promise<void> {
  let r = 0;
  const send = (a: string, b: object) =>
    socket.send(JSON.stringify({ t: 'd', d: { r: ++r, a, b } }));
  const [{ companyId = '', firebaseUserId = '' } = {}] = own;
  const p = `/users/${firebaseUserId}/hardware`;
  const tenant = { i: 'companyId', sp: companyId, ep: companyId };
  // One connection reads responses, so that its commands are confirmed. The others never do.
  if (number > 0) socket.pause();
  for (let t = 0; t < LISTENS; t++) {
    const flag = own[t % own.length];
    if (flag) send('q', { p: `${p}/${flag.flagId}`, h: '' });
    send('q', { p, h: '', t: 2 * t + 1, q: { ...tenant, l: t + 1, vf: 'l', en: `k${number}` } });
    send('q', { p: `/companies/${companyId}/rev/k${number}-${t}`, h: '' });
  }
  for (let n = 0; socket.readyState === socket.OPEN; n++) {
    const flag = own[n % own.length];
    if (number === 0 && flag) {
      send('m', {
        p: `${p}/${flag.flagId}`,
        d: {
          flagUp: n % 2 === 0,
          flagDown: n % 2 === 1,
          flagHalf: false,
          lamp: false,
          command: { id: randomUUID(), issuedAt: Date.now(), by: userId },
        },
      });
      await sleep(1000 / COMMANDS_PER_SECOND);
    } else {
      for (let i = 0; i < 20 && socket.bufferedAmount < 1_000_000; i++) {
        send('g', flag ? { p: `${p}/${flag.flagId}`, q: {} } : { p, q: tenant });
      }
      await sleep(20);
    }
  }
}

/**
 * Keeps reconnecting as a hostile client without an account. Each time, sends an endless message,
 * either over a WebSocket or as a request body.
 */
async function keepStranger({ url }: Attack, number: number): Promise<never> {
  const { hostname, port } = new URL(url);
  const upgrade =
    'GET /.ws?v=5 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
  const body = 'PUT /users/x.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 15000\r\n\r\n"';
  const frame = Buffer.alloc(60_000);
  // This is a frame of 65,000 bytes.
  frame.set([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0xfd, 0xe8, 0, 0, 0, 0]);
  for (;;) {
    const socket: Socket = connect({
      host: hostname,
      port: Number(port),
      localAddress: STRANGER_ADDRESS,
    });
    socket.on('error', () => {});
    socket.resume();
    if (number % 2 === 0) {
      socket.write(upgrade);
      socket.write(frame);
    } else socket.write(body + 'x'.repeat(10_000));
    await once(socket, 'close').catch(() => {});
    await sleep(1000);
  }
}
