import { setTimeout as sleep } from 'node:timers/promises';
import { createRealtimeServer, memoryStore, openRules } from '@halyard/realtime';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { type Bus, localBus } from '../platform/jobs/bus.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { Lease } from '../platform/jobs/lease.ts';
import { openTestDatabase } from '../testing/engines.ts';
import type { CommandObserver } from './commands/commandObserver.ts';
import { CommandReceipts } from './commands/commandReceipts.ts';
import { createDriver } from './driver.ts';
import { enqueue } from './outbox/outbox.ts';
import { embeddedTree } from './tree/embeddedTree.ts';
import { followTree } from './tree/followTree.ts';
import type { TreeClient } from './tree/tree.ts';

/** Creates a message bus that counts the subscriptions to `outbox-waiting`. */
function countingBus() {
  const bus = localBus();
  let count = 0;
  const subscribe: Bus['subscribe'] = (topic, take) => {
    const unsubscribe = bus.subscribe(topic, take);
    if (topic !== 'outbox-waiting') return unsubscribe;
    count++;
    return () => {
      count--;
      unsubscribe();
    };
  };
  return { bus: { ...bus, subscribe }, subscriptions: () => count };
}

const observer = (): CommandObserver => ({
  moved() {},
  refused() {},
  round: async () => {},
  stop: async () => {},
});

const start = async (
  observe: () => Promise<CommandObserver>,
  isFirebase: boolean,
  faults: Partial<TreeClient> = {},
) => {
  const log = pino({ level: 'silent' });
  const clock = () => 5000;
  const database = await openTestDatabase('sqlite');
  const server = await createRealtimeServer({
    store: memoryStore(),
    rules: openRules(),
    authenticate: { credential: () => Promise.resolve({ auth: null }) },
  });
  const tree = { ...embeddedTree(server), ...faults };
  const { live, loaded, stop } = followTree(tree, clock, log);
  const { bus, subscriptions } = countingBus();
  const { db } = database;
  const lease = await Lease.open({ name: 'jobs', db, databaseUrl: null, log });
  const jobs = new Jobs({ db, lease, bus, clock, log });
  const driver = createDriver({
    ...{ tree, live, loaded, bus, clock, log, isFirebase, receipts: new CommandReceipts() },
    observeCommands: observe,
  });
  onTestFinished(async () => {
    await jobs.stop();
    await lease.stop();
    stop();
    await server.close();
    await database.remove();
  });
  return { db, tree, jobs, driver, subscriptions, begin: () => jobs.start(driver.jobs) };
};
const running = (jobs: Jobs) =>
  jobs.states().flatMap(({ name, lastSuccessAt }) => (lastSuccessAt === null ? [] : [name]));

test('if the command log fails to start, the jobs that wait for it start later, and each change is still applied only once', async () => {
  let tries = 0;
  const { jobs, driver, subscriptions, begin } = await start(async () => {
    if (++tries === 1) throw new Error('The database is away.');
    return observer();
  }, true);
  await begin();
  await expect
    .poll(() => running(jobs), { timeout: 5000 })
    .toEqual(['mirror', 'command-log', 'settler']);
  expect(jobs.states().map(({ failures }) => failures)).toEqual([0, 1, 0]);
  expect(subscriptions()).toBe(1);
  expect(driver.isDriving()).toBe(true);
  await jobs.stop();
  expect(subscriptions()).toBe(0);
  expect(driver.isDriving()).toBe(false);
});

test('a server with its own realtime database does not start if a background job of the database fails to start', async () => {
  const { begin, jobs, subscriptions } = await start(
    () => Promise.reject(new Error('halyard.db is damaged')),
    false,
  );
  await expect(begin()).rejects.toThrow('halyard.db is damaged');
  await jobs.stop();
  expect(subscriptions()).toBe(0);
});

const stateOf = (jobs: Jobs, name: string) => jobs.states().find((state) => state.name === name)!;

test('if a command cannot be closed because a write fails, the job that closes commands reports a failure', async () => {
  const { tree, jobs, begin } = await start(async () => observer(), false, {
    modify: () => Promise.reject(new Error('disk full')),
  });
  await begin();
  await tree.update({
    'users/company-a/hardware/POLE-1': {
      ...{ flagUp: true, reported: { flagUp: true } },
      command: { id: 'c1', issuedAt: 5000, by: 'u1' },
    },
  });
  await expect.poll(() => stateOf(jobs, 'settler').failures).toBe(1);
});

test('the job that copies changes to the realtime database does not report success while a change is still waiting to be stored', async () => {
  let store = () => {};
  const { db, jobs, begin } = await start(async () => observer(), false, {
    update: () =>
      new Promise((resolve) => {
        store = resolve;
      }),
  });
  await begin();
  await expect.poll(() => running(jobs)).toContain('mirror');
  const before = stateOf(jobs, 'mirror').lastMs;
  await db.transaction((trx) => enqueue(trx, { 'companies/a/name': 'A' }, 1));
  jobs.kick('mirror');
  await sleep(2500);
  expect(stateOf(jobs, 'mirror').lastMs).toBe(before);
  store();
  await expect.poll(() => stateOf(jobs, 'mirror').lastMs).not.toBe(before);
});
