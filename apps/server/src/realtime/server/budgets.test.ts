import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Actor, type Role, scopeOf } from '@halyard/domain';
import { memoryStore, type RealtimeServer } from '@halyard/realtime';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CommandReceipts } from '../commands/commandReceipts.ts';
import { BUDGETS } from './budgets.ts';
import { openRealtime } from './open.ts';

/**
 * These tests check how much one malicious user can slow down others, with Halyard's own rules and
 * limits. They count work per write, bytes in memory, and refusals, but do not measure time.
 */

let realtime: RealtimeServer;
let http: Server;
let port: number;
const sockets: WebSocket[] = [];

const actor = (id: string, role: Role, companyId: string): Actor => ({
  id,
  role,
  companyId,
  locationId: null,
  allCompanies: false,
  mayMovePoles: true,
});
const USERS: Record<string, Actor> = {
  mallory: actor('mallory', 'employee', 'A'),
  bob: actor('bob', 'company_user', 'B'),
};

const flags = (companyId: string) =>
  Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [
      `${companyId}${i}`,
      {
        id: `${companyId}${i}`,
        companyId,
        locationId: 'l',
        note: 'x'.repeat(i === 0 ? 80_000 : 400),
      },
    ]),
  );

beforeEach(async () => {
  realtime = await openRealtime({
    store: memoryStore(),
    clock: Date.now,
    log: pino({ level: 'silent' }),
    publicUrl: null,
    secure: false,
    trustProxy: false,
    receipts: new CommandReceipts(),
    writeRefused() {},
    refused() {},
    onLost: () => {},
    session: async (cookie) => {
      const user = USERS[cookie ?? ''];
      return user ? { sid: `s-${user.id}`, actor: user, expiresAt: Date.now() + 60_000 } : null;
    },
    device: async () => null,
    deviceReported: () => {},
    token: async () => null,
    isServer: () => false,
  });
  await realtime.admin.set('/', {
    access: { 's-mallory': true, 's-bob': true },
    users: { 'company-A': { hardware: flags('A') }, 'company-B': { hardware: flags('B') } },
    companies: { A: { rev: 1 }, B: { rev: 1 } },
  });
  http = createServer();
  realtime.attach(http);
  await once(http.listen(0, '127.0.0.1'), 'listening');
  port = (http.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await realtime.close();
  http.closeAllConnections();
  http.close();
});

interface Client {
  socket: WebSocket;
  send(a: string, b: object): number;
  answer(r: number): Promise<string>;
}

/**
 * Opens a user's connection as a browser does, but without the SDK's own limits. Returns undefined
 * if the server refuses the connection.
 */
async function browser(user: string): Promise<Client | undefined> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/.ws?v=5&ns=x`, {
    headers: { cookie: user },
  });
  sockets.push(socket);
  const answers = new Map<number, string>();
  const waiting = new Map<number, (status: string) => void>();
  socket.on('message', (data: Buffer) => {
    const { d } = JSON.parse(data.toString()) as { d: { r?: number; b: { s: string } } };
    if (d.r === undefined) return;
    answers.set(d.r, d.b.s);
    waiting.get(d.r)?.(d.b.s);
  });
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isOpen) return undefined;
  let last = 0;
  return {
    socket,
    send(a, b) {
      socket.send(JSON.stringify({ t: 'd', d: { r: ++last, a, b } }));
      return last;
    },
    answer: (r) =>
      new Promise((resolve) => {
        const known = answers.get(r);
        if (known === undefined) waiting.set(r, resolve);
        else resolve(known);
      }),
  };
}

const own = (company: string) => ({ i: 'companyId', sp: company, ep: company });
const hardware = (company: string) => `/users/company-${company}/hardware`;
const node = (company: string, i: number) => `${hardware(company)}/${company}${i}`;

test('writes by other users stay fast while one user has the maximum number of subscriptions and does not read the data that the server sends', async () => {
  const tried = await Promise.all(Array.from({ length: 80 }, () => browser('mallory')));
  const got = tried.filter((client) => client !== undefined);
  expect(got).toHaveLength(BUDGETS.connectionsPerPerson!);
  expect(realtime.stats().crowded).toBe(30);

  // Each connection subscribes to the same flags, to filtered lists of the tenant's data, and to
  // paths that do not exist.
  const window = (t: number) => ({ ...own('A'), l: t + 1, vf: 'l' });
  const ask = {
    flag: (t: number) => ({ p: node('A', 1 + t), h: '' }),
    window: (t: number) => ({ p: hardware('A'), h: '', t: 2 * t + 1, q: window(t) }),
    nothing: (t: number) => ({ p: `/companies/A/rev/k${t}`, h: '' }),
  };
  const listening = async (kind: keyof typeof ask, count: number) => {
    const asked = got.flatMap((client) => {
      const all = Array.from({ length: count }, (_, t) => client.send('q', ask[kind](t)));
      return all.map((r) => client.answer(r));
    });
    return (await Promise.all(asked)).filter((status) => status === 'ok').length;
  };
  expect(await listening('window', 20)).toBe(0);
  expect(await listening('flag', 4)).toBe(4 * BUDGETS.listensPerPlace!);
  expect(await listening('nothing', 65)).toBe(
    BUDGETS.listensPerPerson! - 4 * BUDGETS.listensPerPlace!,
  );
  expect(realtime.stats().listens).toBe(BUDGETS.listensPerPerson);
  for (const { socket } of got) socket.pause();

  const other = (await browser('bob'))!;
  const listen = { p: node('B', 3), h: '' };
  expect(await other.answer(other.send('q', listen))).toBe('ok');
  const before = realtime.stats();
  const WRITES = 80; // Four writes per second for 20 seconds.
  for (let n = 0; n < WRITES; n++) {
    await realtime.admin.update('users/company-A/hardware/A3', { flagUp: n % 2 === 0 });
    await realtime.admin.update('companies/A', { rev: n + 2 });
    await realtime.admin.update('users/company-B/hardware/B3', { flagUp: n % 2 === 0 });
    expect(await other.answer(other.send('s', {}))).toBe('ok');
  }
  const after = realtime.stats();
  // The flag's path, which is processed once for all 50 listeners, and the path of the other
  // company's flag.
  expect(after.followed - before.followed).toBeLessThanOrEqual(WRITES * 4);
  expect(after.deliveries - before.deliveries).toBeLessThanOrEqual(WRITES * 51);
  expect(after.unread).toBeLessThanOrEqual(BUDGETS.unreadPerPerson!);
  // Enough time for 4,450 requests of one user, who gets a fifth of the server's time.
}, 90_000);

test("a user who requests a lot of data without reading it takes up only a limited amount of the server's memory", async () => {
  const got = await Promise.all(Array.from({ length: 40 }, () => browser('mallory')));
  for (const client of got) {
    client!.socket.pause();
    for (let i = 0; i < 100; i++) client!.send('g', { p: node('A', 0), q: {} });
  }
  await expect.poll(() => realtime.stats().waiting).toBeGreaterThan(0);
  const other = (await browser('bob'))!;
  for (let i = 0; i < 20; i++) {
    const r = other.send('g', { p: node('B', 0), q: {} });
    expect(await other.answer(r)).toBe('ok');
    expect(realtime.stats().unread).toBeLessThan(BUDGETS.unreadPerPerson!);
  }
  expect(realtime.stats().waiting).toBeGreaterThan(0);
});

test("six tabs of one user can each listen to 150 flags and to the user's company", async () => {
  const tabs = await Promise.all(Array.from({ length: 6 }, () => browser('bob')));
  expect(scopeOf(USERS.bob!, 'flag.read')?.kind).toBe('company');
  for (const tab of tabs) {
    const asked = [
      tab!.send('q', { p: '/companies/B', h: '' }),
      ...Array.from({ length: 150 }, (_, i) => tab!.send('q', { p: node('B', i), h: '' })),
    ];
    for (const r of asked) expect(await tab!.answer(r)).toBe('ok');
  }
  expect(realtime.stats()).toMatchObject({ listens: 6 * 151, listensRefused: 0, crowded: 0 });
});
