import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { openRules } from '../rules/index.ts';
import { createRealtimeServer } from '../server.ts';
import type { TreeStore } from '../store/store.ts';
import { RawClient } from './raw.ts';
import { testAuthenticator } from './start.ts';
import { until } from './until.ts';

export interface KillOptions {
  /** URL of a module that exports `makeStore(argument)`; it is loaded in both processes. */
  storeModule: string;
  /** Anything that JSON can carry. */
  argument: unknown;
  rounds: number;
}

const CLIENTS = 4;
/** Each round is killed after so many acknowledged writes, more or less. */
const ACKNOWLEDGED = 400;

/** Starts a server in a process of its own; see `kill-server.ts`. */
export async function startChild(
  options: Pick<KillOptions, 'storeModule' | 'argument'>,
): Promise<{ child: ChildProcess; port: number }> {
  const script = fileURLToPath(new URL('./kill-server.ts', import.meta.url));
  const args = ['--import', 'tsx', script, options.storeModule, JSON.stringify(options.argument)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  await until(() => out.includes('\n') || child.exitCode !== null);
  expect(child.exitCode, 'the server has started').toBeNull();
  return { child, port: Number(out) };
}

/**
 * Kills a server with -9 during a storm of writes, round after round on the same data: every
 * acknowledged write must be there afterwards, every other one whole or not at all.
 */
export async function killRounds(options: KillOptions): Promise<void> {
  /** Client and number of each acknowledged write, over all rounds. */
  const acknowledged = new Set<string>();
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
  acknowledged: Set<string>,
  child: ChildProcess,
): Promise<void> {
  const target = acknowledged.size + ACKNOWLEDGED + Math.floor(Math.random() * ACKNOWLEDGED);
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => new RawClient(port).open()),
  );
  const exited = once(child, 'exit');
  for (const [index, client] of clients.entries()) {
    let next = 0;
    const write = (): void => {
      if (client.ws.readyState !== client.ws.OPEN) return;
      const name = `r${round}c${index}n${next++}`;
      // Two halves, far apart: both are stored or neither is.
      const update = { [`left/${name}`]: { name, next }, [`right/${name}`]: next };
      const number = client.send('m', { p: '/', d: update });
      void client.answer(number).then((answer) => {
        if (answer.s !== 'ok') return;
        acknowledged.add(name);
        if (acknowledged.size >= target) child.kill('SIGKILL');
        write();
      });
    };
    for (let window = 0; window < 8; window++) write();
  }
  await exited;
  for (const client of clients) client.close();
}

async function verify(options: KillOptions, acknowledged: ReadonlySet<string>): Promise<void> {
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
  await server.close();
  expect([...acknowledged].filter((name) => left[name]?.name !== name)).toEqual([]);
  expect(Object.keys(left).sort()).toEqual(Object.keys(right).sort());
}
