import { randomBytes, randomInt } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Authenticator, CredentialRefused, type Logger } from './options.ts';
import { parseRules } from './rules/index.ts';
import { createRealtimeServer } from './server.ts';
import { FaultyStore } from './testing/faultyStore.ts';
import { isFull } from './testing/full.ts';
import { Bystander, sorted } from './testing/fuzz/bystander.ts';
import { Random } from './testing/fuzz/random.ts';
import { brokenRequests, pipelined, strangeRequests } from './testing/fuzz/rest.ts';
import type { Attack, Target } from './testing/fuzz/target.ts';
import { brokenFrames, brokenPolls, brokenSockets, wrongShapes } from './testing/fuzz/wire.ts';
import { type Running, start, testAuthenticator } from './testing/start.ts';

/** The seed of the attacks. To repeat them, set FUZZ_SEED to the seed that a failed run printed. */
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const SECONDS = isFull ? 60 : 3;
const ATTACKERS = 12;
const MIB = 1024 * 1024;
/** Maximum time in ms to wait for a condition. */
const PATIENCE = 20_000;

const ATTACKS: Record<string, Attack> = {
  wrongShapes,
  brokenFrames,
  brokenSockets,
  brokenPolls,
  strangeRequests,
  pipelined,
  brokenRequests,
};

const SECRET = `secret-${randomBytes(8).toString('hex')}`;
/** The path used by the well-behaved client. No attacker can guess it. */
const KEPT = `kept-${randomBytes(8).toString('hex')}`;
const RULES = {
  rules: {
    open: { '.read': true, '.write': true, sorted: { '.indexOn': ['n', 'a/b', '.value'] } },
    bounded: {
      '.read': true,
      $key: { '.write': true, '.validate': 'newData.isNumber() && newData.val() < 100' },
    },
    drop: { '.write': true },
    secret: { '.read': "auth.uid == 'keeper'", '.write': "auth.uid == 'keeper'" },
    [KEPT]: { '.read': true, '.write': true },
  },
};

/**
 * Accepts only the guest's credential. The attackers also send others, which are invalid or
 * expired.
 */
const authenticate: Authenticator = {
  async credential(credential) {
    if (credential === 'guest') return { auth: { uid: 'guest', token: {} } };
    throw new CredentialRefused(credential === 'expired' ? 'expired_token' : 'invalid_token');
  },
};

const faults: string[] = [];
const log: Logger = {
  debug() {},
  info() {},
  warn() {},
  error({ err }: { err?: unknown }, message) {
    faults.push(`${message}: ${err instanceof Error ? err.stack : String(err)}`);
  },
};

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

const store = new FaultyStore();
let server: Running;

beforeAll(async () => {
  console.info(`Fuzzing for ${SECONDS} s with FUZZ_SEED=${SEED}`);
  server = await start({
    store,
    rules: parseRules(RULES),
    authenticate,
    log,
    limits: {
      pollIdleMs: 500,
      reservationMs: 5,
      restStallMs: 2_000,
      bodyBytes: MIB,
      messageUnits: MIB,
    },
  });
  await server.realtime.admin.set('secret', { [SECRET]: { deep: SECRET }, deep: { a: SECRET } });
});
afterAll(() => server.stop());

async function attack(target: Target, index: number, end: number): Promise<void> {
  const random = new Random(SEED + index);
  while (performance.now() < end && target.findings.length === 0) {
    const name = random.pick(Object.keys(ATTACKS));
    target.counts.set(name, (target.counts.get(name) ?? 0) + 1);
    await ATTACKS[name]?.(target, random);
  }
}

test('under attack, the realtime server responds correctly, reveals no secrets, and still serves other clients', {
  timeout: SECONDS * 1000 + 30_000,
}, async () => {
  const target: Target = { port: server.port, secret: SECRET, findings: [], counts: new Map() };
  const bystander = new Bystander(server.port, KEPT);
  await bystander.work(new Random(SEED));
  const before = { heap: heapUsed(), listens: server.realtime.stats().listens };
  const end = performance.now() + SECONDS * 1000;
  const working = (async () => {
    const random = new Random(SEED - 1);
    while (performance.now() < end) await bystander.work(random);
  })();
  await Promise.all(Array.from({ length: ATTACKERS }, (_, i) => attack(target, i, end)));
  await working;
  console.info(`${[...target.counts].map((pair) => pair.join(' ')).join(', ')}`);

  expect(target.findings).toEqual([]);
  expect(faults).toEqual([]);
  for (const name of Object.keys(ATTACKS)) expect(target.counts.get(name)).toBeGreaterThan(0);

  // The well-behaved client has lost nothing, not even its connection.
  expect(bystander.losses).toBe(0);
  await expect
    .poll(() => sorted(bystander.seen), { timeout: PATIENCE })
    .toBe(sorted(bystander.model));
  const { admin } = server.realtime;
  expect(sorted(await admin.get(KEPT))).toBe(sorted(bystander.model));

  // The rules were enforced: there is no data at paths that nobody may write, and no invalid data.
  const root = (await admin.get('/')) as Record<string, Record<string, unknown>>;
  expect(root.secret).toEqual({ [SECRET]: { deep: SECRET }, deep: { a: SECRET } });
  expect(['bounded', 'drop', KEPT, 'open', 'secret']).toEqual(
    expect.arrayContaining(Object.keys(root)),
  );
  // Children with numeric keys are sent as an array, with null for missing ones.
  const bounded = Object.values(root.bounded ?? {}).filter((value) => value !== null);
  for (const value of bounded) expect(value).toBeLessThan(100);

  // The server keeps no listens, pending requests or sockets of ended connections.
  const left = () => {
    const { connections, listens, pending } = server.realtime.stats();
    return { connections, listens, pending, sockets: server.sockets() };
  };
  const alone = { connections: 1, listens: before.listens, pending: 0, sockets: 1 };
  await expect.poll(left, { timeout: PATIENCE }).toEqual(alone);

  // The stored data equals the current data, and can be loaded again.
  const again = new FaultyStore();
  again.rows = new Map(store.rows);
  const restarted = await createRealtimeServer({
    store: again,
    rules: parseRules(RULES),
    authenticate: testAuthenticator,
  });
  expect(sorted(await restarted.admin.get('/'))).toBe(sorted(await admin.get('/')));
  await restarted.close();

  for (const name of ['open', 'drop', 'bounded']) await admin.remove(name);
  store.batches = [];
  await bystander.close();
  await expect.poll(() => server.sockets(), { timeout: PATIENCE }).toBe(0);
  expect(heapUsed() - before.heap).toBeLessThan(16 * MIB);
});
