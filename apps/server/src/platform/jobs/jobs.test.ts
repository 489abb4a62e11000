import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/engines.ts';
import { localBus } from './bus.ts';
import { LeaseLost } from './epoch.ts';
import { type Job, Jobs, type JobsParts } from './jobs.ts';
import { Lease } from './lease.ts';

let database: TestDatabase;
let errors: unknown[];
let warnings: unknown[];
const log = {
  info() {},
  warn: (what: unknown) => void warnings.push(what),
  error: (what: unknown) => void errors.push(what),
};
const bus = localBus();
const openLease = () => Lease.open({ name: 'jobs', db: database.db, databaseUrl: null, log });
const make = (lease: JobsParts['lease'], ...list: Job[]) => {
  const jobs = new Jobs({ lease, bus, db: database.db, clock: () => 5000, log });
  return {
    start: () => jobs.start(list),
    stop: () => jobs.stop(),
    kick: (name: string) => jobs.kick(name),
    states: () => jobs.states(),
  };
};

beforeEach(async () => {
  [errors, warnings] = [[], []];
  database = await openTestDatabase('sqlite');
});
afterEach(() => database.remove());

const job = (parts: Partial<Job> & Pick<Job, 'begin'>): Job => ({
  name: 'example',
  where: 'holder',
  everyMs: 3_600_000,
  ...parts,
});

test('a job for the lease holder runs only while its process holds the lease', async () => {
  const lease = await openLease();
  const seen: string[] = [];
  const note = (name: string, where: Job['where']) =>
    job({
      name,
      where,
      begin: () => ({
        round: async () => void seen.push(`${name} ran`),
        stop: () => void seen.push(`${name} stopped`),
      }),
    });
  const jobs = make(lease, note('mine', 'holder'), note('everyone’s', 'each'));
  await jobs.start();
  await expect.poll(() => seen).toEqual(['mine ran', 'everyone’s ran']);
  await lease.stop();
  expect(seen.slice(2)).toEqual(['mine stopped']);
  expect(jobs.states().map(({ name, isRunning }) => [name, isRunning])).toEqual([
    ['mine', false],
    ['everyone’s', true],
  ]);
  await jobs.stop();
  expect(seen.slice(3)).toEqual(['everyone’s stopped']);
});

test("a job's changes are rejected after another process has taken over the lease", async () => {
  const lease = await openLease();
  const jobs = make(
    lease,
    job({
      begin: ({ db }) => ({
        round: () =>
          db.transaction(async (trx) => void (await trx.deleteFrom('settings').execute())),
      }),
    }),
  );
  await jobs.start();
  await expect.poll(() => jobs.states()[0]!.lastSuccessAt).toBe(5000);
  const next = await openLease();
  jobs.kick('example');
  await expect.poll(() => warnings).toEqual([{ err: expect.any(LeaseLost), job: 'example' }]);
  expect(jobs.states()[0]).toMatchObject({ failures: 0, isRunning: true });
  await jobs.stop();
  await lease.stop();
  await next.stop();
});

test('a job run is not recorded as a success if work that it started in the background failed', async () => {
  const lease = await openLease();
  const failure = new Error('The database is away.');
  let runs = 0;
  const jobs = make(
    lease,
    job({
      begin: ({ failed }) => ({
        round: async () => {
          if (runs++ === 0) failed(failure);
        },
      }),
    }),
  );
  await jobs.start();
  await expect.poll(() => jobs.states()[0]!.lastMs).not.toBeNull();
  expect(errors).toEqual([{ err: failure, job: 'example' }]);
  expect(jobs.states()[0]).toMatchObject({ failures: 1, lastSuccessAt: null });
  jobs.kick('example');
  await expect.poll(() => jobs.states()[0]!.lastSuccessAt).toBe(5000);
  await jobs.stop();
  await lease.stop();
});

/** Returns a lease that behaves as if several processes were competing for it. */
const shared = (lease: Lease): Lease =>
  Object.defineProperty(lease, 'isAlone', { get: () => false });

const failingOnce = (error: Error) => {
  let tries = 0;
  let rounds = 0;
  return {
    rounds: () => rounds,
    job: job({
      begin() {
        if (++tries === 1) throw error;
        return { round: async () => void rounds++ };
      },
    }),
  };
};

test('a job that fails to start is tried again if there are several processes', async () => {
  const lease = shared(await openLease());
  const failing = failingOnce(new Error('The database is away.'));
  const jobs = make(lease, failing.job);
  await jobs.start();
  await expect.poll(failing.rounds).toBe(1);
  expect(errors).toHaveLength(1);
  await jobs.stop();
  await lease.stop();
});

test('a single process does not start if one of its jobs cannot start', async () => {
  const lease = await openLease();
  const jobs = make(lease, failingOnce(new Error('halyard.db is damaged')).job);
  await expect(jobs.start()).rejects.toThrow('halyard.db is damaged');
  await jobs.stop();
  await lease.stop();
});

test("a job with start: 'later' does not delay the server's start, and is tried again until it succeeds", async () => {
  const lease = await openLease();
  const failing = failingOnce(new Error('Google is away.'));
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const begin: Job['begin'] = (run) => answered.then(() => failing.job.begin(run));
  const jobs = make(lease, { ...failing.job, everyMs: 5, start: 'later', begin });
  await jobs.start();
  expect(failing.rounds()).toBe(0);
  answer();
  await expect.poll(failing.rounds).toBeGreaterThan(0);
  expect(errors).toHaveLength(1);
  await jobs.stop();
  await lease.stop();
});

test('a job that is slow to start is started and stopped only once', async () => {
  const lease = shared(await openLease());
  const seen: string[] = [];
  const jobs = make(
    lease,
    job({
      everyMs: 5,
      async begin() {
        seen.push('begins');
        await sleep(50);
        return { round: async () => {}, stop: () => void seen.push('stops') };
      },
    }),
  );
  await jobs.start();
  await jobs.stop();
  await lease.stop();
  expect(seen).toEqual(['begins', 'stops']);
});

test('a process notifies all of its jobs as soon as it loses its lease', async () => {
  const lease = await openLease();
  const seen: string[] = [];
  let endSlow = () => {};
  const noting = (name: string, round: () => Promise<void>) =>
    job({
      name,
      begin({ signal }) {
        signal.addEventListener('abort', () => void seen.push(`${name} told`));
        return { round, stop: () => void seen.push(`${name} stopped`) };
      },
    });
  const jobs = make(
    lease,
    noting('first', async () => {}),
    noting(
      'slow',
      () =>
        new Promise<void>((resolve) => {
          endSlow = resolve;
        }),
    ),
  );
  await jobs.start();
  const stopped = lease.stop();
  expect(seen).toEqual(['first told', 'slow told']);
  endSlow();
  await stopped;
  expect(seen.slice(2)).toEqual(['slow stopped', 'first stopped']);
  await jobs.stop();
});

test('a job stops only when its current run has ended', async () => {
  const lease = await openLease();
  const seen: string[] = [];
  let endRound = () => {};
  const jobs = make(
    lease,
    job({
      begin: () => ({
        round: () =>
          new Promise<void>((resolve) => {
            endRound = resolve;
          }),
        stop: () => void seen.push('work stopped'),
      }),
    }),
  );
  await jobs.start();
  const stops = [lease.stop(), jobs.stop()].map((stop) => stop.then(() => seen.push('resolved')));
  await sleep(20);
  expect(seen).toEqual([]);
  endRound();
  await Promise.all(stops);
  expect(seen).toEqual(['work stopped', 'resolved', 'resolved']);
});

test('a job that is requested while it is running runs again as soon as that run ends', async () => {
  const lease = await openLease();
  let rounds = 0;
  const ends: (() => void)[] = [];
  const jobs = make(
    lease,
    job({
      // Timer ticks during a run do not cancel the request.
      everyMs: 5,
      begin: () => ({
        round: () =>
          new Promise<void>((resolve) => {
            rounds++;
            ends.push(resolve);
          }),
      }),
    }),
  );
  await jobs.start();
  await expect.poll(() => rounds).toBe(1);
  jobs.kick('example');
  jobs.kick('example');
  await sleep(30);
  ends.shift()!();
  await expect.poll(() => rounds).toBe(2);
  ends.shift()!();
  await jobs.stop();
  expect(rounds).toBe(2);
  await lease.stop();
});

test('a process can ask the lease holder to run a job immediately', async () => {
  const lease = await openLease();
  let rounds = 0;
  const jobs = make(lease, job({ begin: () => ({ round: async () => void rounds++ }) }));
  await jobs.start();
  await expect.poll(() => rounds).toBe(1);
  const otherLease = { isAlone: false, add: async () => {} };
  const other = make(otherLease, job({ begin: () => Promise.reject(new Error('not the holder')) }));
  await other.start();
  other.kick('example');
  await expect.poll(() => rounds).toBe(2);
  await other.stop();
  await jobs.stop();
  expect(errors).toEqual([]);
  await lease.stop();
});

test('stopping a job signals its current run to end, and waits for that run', async () => {
  const lease = await openLease();
  let ended = '';
  const jobs = make(
    lease,
    job({
      begin: ({ signal }) => ({
        round: () =>
          new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => {
              ended = 'by the signal';
              resolve();
            });
          }),
      }),
    }),
  );
  await jobs.start();
  await jobs.stop();
  expect(ended).toBe('by the signal');
  await lease.stop();
});
