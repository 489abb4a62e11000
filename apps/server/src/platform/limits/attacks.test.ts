import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUDGETS } from '../../realtime/server/budgets.ts';
import { startAttack } from '../../realtime/testing/attack.ts';
import { isFull } from '../../testing/full.ts';
import { type Person, signIn } from '../../testing/people.ts';
import { kill, type ServerProcess, startServerProcess } from '../../testing/serverProcess.ts';
import { SHARES } from './turns.ts';

/**
 * In this test, a hostile user and a hostile client without an account attack a real server, as in
 * `npm run bench -- hostile`. The test counts the resources that they use. It does not measure
 * time.
 */

/** The minimum duration of the attack. It continues until it has reached all limits in `BOUNDED`. */
const ATTACK_MS = 20_000;
const GB = 1e9;
/** The metrics of the limits that the attack must reach. */
const BOUNDED = [
  'halyard_http_waited_total',
  'halyard_realtime_listens_refused_total',
  'halyard_realtime_crowded_total',
];
const METRICS_TOKEN = 'a-token-for-the-metrics-of-this-test';

const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-attacks-'));
let server: ServerProcess;
let victim: Person;
let stopAttack = (): void => {};

describe.runIf(isFull)('a server under attack', () => {
  beforeAll(async () => {
    server = await startServerProcess({
      DATA_DIR: dataDir,
      METRICS_TOKEN,
    });
    victim = await signIn(server.url, 'rlindqvist');
    const mallory = await signIn(server.url, 'employee');
    const { url } = server;
    stopAttack = await startAttack({
      url,
      cookie: mallory.cookie,
      userId: mallory.user.id,
      nice: 0,
    });
  }, 60_000);
  afterAll(async () => {
    stopAttack();
    await kill(server.child);
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Returns the current metrics of the server by name, except those with labels. */
  async function counts(): Promise<Map<string, number>> {
    const answer = await fetch(`${server.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const lines = (await answer.text()).split('\n');
    return new Map(
      lines.flatMap((line) => {
        const [, name, value] = /^(\w+) (\S+)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, Number(value)] as const];
      }),
    );
  }

  async function residentBytes(): Promise<number> {
    const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  }

  test('keeps serving other tenants, and limits the resources that the attackers use', {
    timeout: 180_000,
  }, async () => {
    const most = new Map<string, number>();
    const statuses = new Set<number>();
    let last = new Map<string, number>();
    const start = performance.now();
    // On a busy machine, it takes longer until the attack begins.
    while (performance.now() - start < ATTACK_MS || !BOUNDED.every((name) => most.get(name))) {
      statuses.add((await victim.get('/api/flags')).status);
      last = await counts();
      last.set('rss', await residentBytes());
      for (const [name, value] of last) most.set(name, Math.max(value, most.get(name) ?? 0));
      await sleep(200);
    }

    // Only the attackers get errors.
    expect([...statuses]).toEqual([200]);
    // The memory in bytes.
    expect(most.get('rss')).toBeLessThan(GB);
    const unread = BUDGETS.unreadPerPerson! + BUDGETS.sendBufferBytes!;
    expect(most.get('halyard_realtime_unread')).toBeLessThan(unread);
    // The listeners of the attacker, the demo's poles and the other tenant, and the unauthenticated
    // connections from one IP address.
    const others = server.fleet.length * 4;
    expect(most.get('halyard_realtime_listens')).toBeLessThan(BUDGETS.listensPerPerson! + others);
    expect(most.get('halyard_realtime_strangers')).toBeLessThanOrEqual(
      BUDGETS.strangersPerAddress! + server.fleet.length,
    );
    // The waiting requests of the hostile user and the hostile IP address.
    expect(most.get('halyard_http_waiting')).toBeLessThanOrEqual(
      SHARES.user.waiting + SHARES.strangers.waiting + SHARES.pages.waiting,
    );
    // The work per write. Writes by others must not recompute the attacker's queries.
    const writes = last.get('halyard_realtime_writes_total')!;
    expect(last.get('halyard_realtime_followed_total')! / writes).toBeLessThan(100);
  });
});
