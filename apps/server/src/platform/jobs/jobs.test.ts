import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/engines.ts';
import { LeaseLost } from './epoch.ts';
import { type Job, Jobs } from './jobs.ts';
import { Lease } from './lease.ts';

let database: TestDatabase;
let errors: unknown[];
const log = { info() {}, warn() {}, error: (what: unknown) => void errors.push(what) };
const openLease = () => Lease.open({ name: 'jobs', db: database.db, databaseUrl: null, log });
const make = (lease: Lease, ...list: Job[]) =>
  new Jobs({ list, lease, db: database.db, clock: () => 5000, log });

beforeEach(async () => {
  errors = [];
  database = await openTestDatabase('sqlite');
});
afterEach(() => database.remove());

const job = (parts: Partial<Job> & Pick<Job, 'begin'>): Job => ({
  name: 'example',
  where: 'holder',
  everyMs: 3_600_000,
  ...parts,
});

test('runs a job of the holder only while the process holds the lease', async () => {
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

test('refuses what a job wants to store after another process took the lease', async () => {
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
  await expect.poll(() => errors).toEqual([{ err: expect.any(LeaseLost), job: 'example' }]);
  expect(jobs.states()[0]).toMatchObject({ failures: 1, isRunning: true });
  await jobs.stop();
  await lease.stop();
  await next.stop();
});

test('a job that fails to begin is begun again by its next round', async () => {
  const lease = await openLease();
  let tries = 0;
  let rounds = 0;
  const jobs = make(
    lease,
    job({
      begin() {
        if (++tries === 1) throw new Error('The database is away.');
        return { round: async () => void rounds++ };
      },
    }),
  );
  await jobs.start();
  await expect.poll(() => rounds).toBe(1);
  expect(errors).toHaveLength(1);
  await jobs.stop();
  await lease.stop();
});

test('a kick during a round runs another one right after it', async () => {
  const lease = await openLease();
  let rounds = 0;
  const ends: (() => void)[] = [];
  const jobs = make(
    lease,
    job({
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
  ends.shift()!();
  await expect.poll(() => rounds).toBe(2);
  ends.shift()!();
  await jobs.stop();
  expect(rounds).toBe(2);
  await lease.stop();
});

test('tells a round that the job is to stop, and waits for its end', async () => {
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
