import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CredentialRefused,
  closedRules,
  createRealtimeServer,
  memoryStore,
  type RealtimeServer,
} from '@halyard/realtime';
import { type Logger, pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { embeddedTree } from './embeddedTree.ts';
import { LiveState } from './liveState.ts';
import { remoteTree } from './remoteTree.ts';
import type { TreeClient } from './tree.ts';

const SECRET = 'a-secret-of-thirty-two-characters-or-more';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Served {
  realtime: RealtimeServer;
  port: number;
  stop(): Promise<void>;
}

async function serve(port = 0): Promise<Served> {
  const realtime = await createRealtimeServer({
    store: memoryStore(),
    rules: closedRules(),
    authenticate: {
      async credential(credential) {
        if (credential !== SECRET) throw new CredentialRefused('invalid_token');
        return { auth: null, admin: true };
      },
    },
  });
  const http: Server = createServer();
  realtime.attach(http);
  await once(http.listen(port, '127.0.0.1'), 'listening');
  const stop = async () => {
    await realtime.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  cleanups.push(async () => http.listening && stop());
  return { realtime, port: (http.address() as AddressInfo).port, stop };
}

/** Returns a logger and the lines that it writes. */
function logLines(): { lines: string[]; log: Logger } {
  const lines: string[] = [];
  const log: Logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  return { lines, log };
}

function connect(port: number, secret = SECRET) {
  const { lines, log } = logLines();
  const place = { url: `http://127.0.0.1:${port}`, secret, namespace: 'halyard' };
  const tree = remoteTree(place, log);
  cleanups.push(() => tree.close());
  return { tree, lines };
}

/** Returns a live copy of the data, and the subscription that updates it. */
function follow(tree: TreeClient): { live: LiveState; loaded: Promise<void>; stop(): void } {
  const live = new LiveState();
  return { live, ...tree.listen((change) => live.apply(change)) };
}

const ids = (live: LiveState) =>
  [...live.all()].map(({ address }) => `${address.ownerId}/${address.flagId}`).sort();
const voltageOf = (live: LiveState, ownerId: string, flagId: string) =>
  live.record({ ownerId, flagId }).voltage;

const clients: { name: string; open(served: Served): Promise<TreeClient> }[] = [
  { name: 'in this process', open: async ({ realtime }) => embeddedTree(realtime) },
  {
    name: 'in another process',
    async open({ port }) {
      const { tree } = connect(port);
      await expect.poll(() => tree.isConnected()).toBe(true);
      return tree;
    },
  },
];

describe.each(clients)('the realtime database $name', ({ open }) => {
  test('makes an update of several paths visible to everyone at the same time', async () => {
    const served = await serve();
    const tree = await open(served);
    expect(await tree.get('users')).toBe(null);
    await tree.update({ 'users/o/hardware/F1/id': 'F1', 'companies/c/name': 'Acme' });
    expect(await served.realtime.admin.get('/')).toEqual({
      users: { o: { hardware: { F1: { id: 'F1' } } } },
      companies: { c: { name: 'Acme' } },
    });
    await tree.update({ 'users/o/hardware/F1': null });
    expect(await tree.get('users/o')).toBe(null);
    expect(await tree.get('companies/c/name')).toBe('Acme');
  });

  test('reports whether a failed change can never be stored or may be tried again', async () => {
    const tree = await open(await serve());
    const refused = await tree.update({ 'companies/a.b/name': 'x' }).catch((error: Error) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(tree.isHopeless(refused)).toBe(true);
    expect(tree.isHopeless(new Error('The store is full'))).toBe(false);
  });

  test('loses none of ten simultaneous changes that depend on the current value', async () => {
    const { realtime, ...served } = await serve();
    const tree = await open({ realtime, ...served });
    await realtime.admin.set('users/o/hardware/F1', { id: 'F1', count: 0 });
    await Promise.all(
      Array.from({ length: 10 }, () =>
        tree.modify('users/o/hardware/F1', (current) => {
          const { count } = current as { count: number };
          return { count: count + 1, 'command/id': `c${count}` };
        }),
      ),
    );
    expect(await realtime.admin.get('users/o/hardware/F1')).toEqual({
      id: 'F1',
      count: 10,
      command: { id: 'c9' },
    });
  });

  test('writes nothing, and returns false, if the current value makes a change unnecessary', async () => {
    const { realtime, ...served } = await serve();
    const tree = await open({ realtime, ...served });
    await realtime.admin.set('users/o/hardware/F1', { id: 'F1' });
    const seen: unknown[] = [];
    const wrote = await tree.modify('users/o/hardware/F1', (current) => {
      seen.push(current);
      return undefined;
    });
    expect(wrote).toBe(false);
    expect(seen).toEqual([{ id: 'F1' }]);
    expect(await realtime.admin.get('users/o/hardware')).toEqual({ F1: { id: 'F1' } });
  });

  test('sends all existing data and then every change, even when all flags of a tenant are added or deleted', async () => {
    const { realtime, ...served } = await serve();
    await realtime.admin.update('/', {
      'users/o1/hardware/A': { id: 'A', voltage: '11.0' },
      'users/o1/profile/email': 'not a flag',
      'users/o2/hardware/1': { id: '1', voltage: '12.0' },
    });
    const { live, loaded } = follow(await open({ realtime, ...served }));
    await loaded;
    expect(ids(live)).toEqual(['o1/A', 'o2/1']);
    await realtime.admin.update('/', {
      'users/o1/hardware/A/voltage': '13.0',
      'users/o3/hardware/C/voltage': '14.0',
      'users/o2': null,
    });
    await expect.poll(() => ids(live)).toEqual(['o1/A', 'o3/C']);
    await expect.poll(() => voltageOf(live, 'o1', 'A')).toBe(13);
    await realtime.admin.set('users/o2/hardware/D/voltage', '15.0');
    await realtime.admin.remove('users/o1/hardware/A');
    await expect.poll(() => ids(live)).toEqual(['o2/D', 'o3/C']);
    await realtime.admin.set('users/o2/hardware/D/voltage', '16.0');
    await expect.poll(() => voltageOf(live, 'o2', 'D')).toBe(16);
    await realtime.admin.remove('users');
    await expect.poll(() => ids(live)).toEqual([]);
  });

  test('sends nothing after a subscription is stopped', async () => {
    const { realtime, ...served } = await serve();
    await realtime.admin.set('users/o/hardware/A/voltage', '11.0');
    const tree = await open({ realtime, ...served });
    const stopped = follow(tree);
    const going = follow(tree);
    await Promise.all([stopped.loaded, going.loaded]);
    stopped.stop();
    await realtime.admin.set('users/o/hardware/A/voltage', '12.0');
    await expect.poll(() => voltageOf(going.live, 'o', 'A')).toBe(12);
    expect(voltageOf(stopped.live, 'o', 'A')).toBe(11);
  });
});

describe('a client of a realtime database in another process', () => {
  test('rejects writes while it is disconnected, never sends them later, and updates its live copy after reconnecting', async () => {
    const first = await serve();
    await first.realtime.admin.set('users/o/hardware', { A: { id: 'A' }, B: { id: 'B' } });
    const { tree, lines } = connect(first.port);
    const { live, loaded } = follow(tree);
    await loaded;
    await first.stop();
    await expect.poll(() => tree.isConnected()).toBe(false);
    expect(ids(live)).toEqual(['o/A', 'o/B']);
    await expect(tree.update({ 'users/o/hardware/A/id': 'late' })).rejects.toThrow('reached');
    await expect(tree.modify('users/o/hardware/A', () => ({ id: 'late' }))).rejects.toThrow();

    const second = await serve(first.port);
    await second.realtime.admin.set('users/o/hardware', {
      B: { id: 'B', voltage: '9' },
      C: { id: 'C' },
    });
    await expect.poll(() => ids(live)).toEqual(['o/B', 'o/C']);
    expect(voltageOf(live, 'o', 'B')).toBe(9);
    await expect.poll(() => tree.isConnected()).toBe(true);
    await tree.update({ 'users/o/hardware/C/voltage': '10' });
    expect(await second.realtime.admin.get('users/o/hardware/C')).toEqual({
      id: 'C',
      voltage: '10',
    });
    expect(lines.filter((line) => line.includes('Connected'))).toHaveLength(2);
  });

  test('logs a clear error if its REALTIME_SECRET differs from the one in that process, and never logs the secret', async () => {
    const served = await serve();
    const wrong = 'another-secret-of-32-characters-or-more';
    const { tree, lines } = connect(served.port, wrong);
    follow(tree);
    await expect
      .poll(() => lines.join(''))
      .toContain('The realtime database refuses our REALTIME_SECRET; it must be the same there');
    expect(lines.join('')).not.toContain(wrong);
    expect(lines.join('')).not.toContain('Connected');
    expect(tree.isConnected()).toBe(false);
    await expect(tree.update({ 'companies/c/name': 'x' })).rejects.toThrow();
    expect(await served.realtime.admin.get('/')).toBe(null);
  });
});
