import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { whenReady } from '../../../../scripts/lib/started.mjs';
import { openRules } from '../rules/index.ts';
import { createRealtimeServer } from '../server.ts';
import type { TreeStore } from '../store/store.ts';
import { RawClient } from './raw.ts';
import { testAuthenticator } from './start.ts';

export interface KillOptions {
  /** The URL of a module that exports `makeStore(argument)`. Both processes load it. */
  storeModule: string;
  /** The argument for `makeStore`: any JSON value. */
  argument: unknown;
  rounds: number;
}

const CLIENTS = 4;
/** Number of clients that register onDisconnect writes. Each registers up to `LEFT` of them. */
const LEAVERS = 2;
const LEFT = 200;
/** Approximate number of acknowledged writes after which the server is killed in each round. */
const ACKNOWLEDGED = 400;

/** Starts a server in a separate process. See `killServer.ts`. */
export async function startChild(
  options: Pick<KillOptions, 'storeModule' | 'argument'>,
): Promise<{ child: ChildProcess; port: number }> {
  const script = fileURLToPath(new URL('./killServer.ts', import.meta.url));
  const args = [script, options.storeModule, JSON.stringify(options.argument)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return { child, port: await portOf(child) };
}

/** Returns the port that `killServer.ts` prints when it is ready. */
export const portOf = (child: ChildProcess): Promise<number> =>
  whenReady(child, (printed) => {
    const port = /^(\d+)\n/m.exec(printed)?.[1];
    return port === undefined ? undefined : Number(port);
  });

/**
 * The acknowledged writes of all rounds. Each is a string with the client and the number of the
 * write.
 */
interface Acknowledged {
  written: Set<string>;
  /** The acknowledged onDisconnect writes (protocol §11). */
  promised: Set<string>;
}

/**
 * Kills a server with -9 during a storm of writes, round after round on the same data. Afterward,
 * every acknowledged write must exist, and every other write must exist either completely or not at
 * all. Each onDisconnect write must have run exactly once.
 */
export async function killRounds(options: KillOptions): Promise<void> {
  const acknowledged: Acknowledged = { written: new Set(), promised: new Set() };
  for (let round = 0; round < options.rounds; round++) {
    const { child, port } = await startChild(options);
    try {
      await storm(port, round, acknowledged, child);
    } finally {
      child.kill('SIGKILL');
    }
    await verify(options, acknowledged);
  }
}

async function storm(
  port: number,
  round: number,
  { written, promised }: Acknowledged,
  child: ChildProcess,
): Promise<void> {
  const target = written.size + ACKNOWLEDGED + Math.floor(Math.random() * ACKNOWLEDGED);
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => new RawClient(port).open()),
  );
  const exited = once(child, 'exit');
  const leavers = await Promise.all(
    Array.from({ length: LEAVERS }, (_, index) => leave(port, `r${round}l${index}`, promised)),
  );
  for (const [index, client] of clients.entries()) {
    let next = 0;
    const write = (): void => {
      if (client.ws.readyState !== client.ws.OPEN) return;
      const name = `r${round}c${index}n${next++}`;
      // Two halves at distant paths. Either both are stored or neither is.
      const update = { [`left/${name}`]: { name, next }, [`right/${name}`]: next };
      const number = client.send('m', { p: '/', d: update });
      void client.answer(number).then((answer) => {
        if (answer.s !== 'ok') return;
        written.add(name);
        if (written.size >= target) child.kill('SIGKILL');
        write();
      });
    };
    for (let window = 0; window < 8; window++) write();
  }
  await exited;
  for (const client of [...clients, ...leavers]) client.close();
}

/**
 * Registers onDisconnect writes one after another. Each write increments its own counter when the
 * connection ends.
 */
async function leave(port: number, prefix: string, promised: Set<string>): Promise<RawClient> {
  const client = await new RawClient(port).open();
  const register = (n: number): void => {
    if (client.ws.readyState !== client.ws.OPEN || n === LEFT) return;
    const name = `${prefix}n${n}`;
    const number = client.send('o', { p: `/counts/${name}`, d: { '.sv': { increment: 1 } } });
    void client.answer(number).then((answer) => {
      if (answer.s !== 'ok') return;
      promised.add(name);
      register(n + 1);
    });
  };
  register(0);
  return client;
}

async function verify(options: KillOptions, acknowledged: Acknowledged): Promise<void> {
  const { makeStore } = (await import(options.storeModule)) as {
    makeStore: (argument: unknown) => TreeStore;
  };
  const server = await createRealtimeServer({
    store: makeStore(options.argument),
    rules: openRules(),
    authenticate: testAuthenticator,
  });
  const left = ((await server.admin.get('left')) ?? {}) as Record<string, { name: string }>;
  const right = ((await server.admin.get('right')) ?? {}) as Record<string, number>;
  const counts = ((await server.admin.get('counts')) ?? {}) as Record<string, number>;
  await server.close();
  expect([...acknowledged.written].filter((name) => left[name]?.name !== name)).toEqual([]);
  expect(Object.keys(left).sort()).toEqual(Object.keys(right).sort());
  expect([...acknowledged.promised].filter((name) => counts[name] === undefined)).toEqual([]);
  expect(Object.entries(counts).filter(([, count]) => count !== 1)).toEqual([]);
  expect(acknowledged.promised.size).toBeGreaterThan(0);
}
