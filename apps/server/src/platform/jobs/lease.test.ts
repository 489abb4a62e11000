import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bothEngines, openTestDatabase, type TestDatabase } from '../../testing/engines.ts';
import { fenced, LeaseLost, type Term } from './epoch.ts';
import { type HolderTask, Lease } from './lease.ts';

const log = pino({ level: 'silent' });
const leases: Lease[] = [];
let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase('sqlite');
});
afterEach(async () => {
  for (const lease of leases.splice(0)) await lease.stop();
  await database.remove();
});

/** Creates a task for the lease holder that records which processes are running it. */
function newTask() {
  const running = new Set<string>();
  let most = 0;
  const epochs: number[] = [];
  const of =
    (who: string): HolderTask =>
    async ({ epoch }) => {
      epochs.push(epoch);
      running.add(who);
      most = Math.max(most, running.size);
      return async () => void running.delete(who);
    };
  return { running, most: () => most, epochs, of };
}

const open = async (name: string, databaseUrl: string | null = null) => {
  const lease = await Lease.open({ name, db: database.db, databaseUrl, log });
  leases.push(lease);
  return lease;
};

test('a process that runs alone gets the lease immediately, and holds the lease until the process stops', async () => {
  const task = newTask();
  const lease = await open('alone');
  await lease.add(task.of('a'));
  expect([lease.isHeld(), [...task.running]]).toEqual([true, ['a']]);
  await lease.stop();
  expect([lease.isHeld(), [...task.running]]).toEqual([false, []]);
});

test('when a process gives up its lease, its jobs stop in the reverse of the order in which they were added', async () => {
  const lease = await open('order');
  const stopped: string[] = [];
  for (const who of ['first', 'second'])
    await lease.add(async () => async () => void stopped.push(who));
  await lease.stop();
  expect(stopped).toEqual(['second', 'first']);
});

describe.each(bothEngines)('leases on %s', (engine) => {
  test('get a higher number each time a process takes them, and reject writes that use an older number', async () => {
    const other = await openTestDatabase(engine);
    const { db } = other;
    const terms: Term[] = [];
    for (let term = 0; term < 2; term++) {
      const lease = await Lease.open({ name: 'jobs', db, databaseUrl: null, log });
      terms.push(lease.term!);
      await lease.stop();
    }
    expect(terms.map(({ epoch }) => epoch)).toEqual([1, 2]);
    const write = (term: Term) =>
      fenced(db, term).transaction(async (trx) => {
        await trx
          .insertInto('settings')
          .values({ id: `by-${term.epoch}`, value: '1' })
          .execute();
      });
    await expect(write(terms[0]!)).rejects.toBeInstanceOf(LeaseLost);
    await write(terms[1]!);
    const rows = await db.queries.selectFrom('settings').select('id').execute();
    expect(rows.map(({ id }) => id).filter((id) => id.startsWith('by-'))).toEqual(['by-2']);
    await other.remove();
  });
});

const url = process.env.TEST_DATABASE_URL;
describe.skipIf(url === undefined)('leases among several processes', () => {
  beforeEach(async () => {
    await database.remove();
    database = await openTestDatabase('postgres');
  });
  const compete = async (name: string, task: ReturnType<typeof newTask>, who: string) => {
    const lease = await open(name, database.url);
    await lease.add(task.of(who));
    return lease;
  };
  const waitFor = (task: ReturnType<typeof newTask>, who: string[]) =>
    expect.poll(() => [...task.running]).toEqual(who);

  test('are held by one process, and taken by another when the first one stops', async () => {
    const [name, task] = [randomUUID(), newTask()];
    const a = await compete(name, task, 'a');
    await waitFor(task, ['a']);
    const b = await compete(name, task, 'b');
    await a.stop();
    await waitFor(task, ['b']);
    expect([a.isHeld(), b.isHeld(), task.most(), task.epochs]).toEqual([false, true, 1, [1, 2]]);
  });

  test('can be held by different processes if the leases have different names', async () => {
    const [one, other] = [newTask(), newTask()];
    await compete(randomUUID(), one, 'a');
    await compete(randomUUID(), other, 'b');
    await waitFor(one, ['a']);
    await waitFor(other, ['b']);
  });

  test('pass to another process when the holder loses its connection, and the old holder stops its tasks', async () => {
    const [name, task] = [randomUUID(), newTask()];
    await compete(name, task, 'a');
    await waitFor(task, ['a']);
    await compete(name, task, 'b');
    const admin = new pg.Client({ connectionString: database.url! });
    await admin.connect();
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
       and classid = $1 and objid = hashtext($2)::oid and database =
       (select oid from pg_database where datname = current_database())`,
      [0x68616c79, name],
    );
    expect(rowCount).toBe(1);
    await expect.poll(() => task.epochs).toEqual([1, 2]);
    expect([task.running.size, task.most()]).toEqual([1, 1]);
    await admin.end();
  });

  test('let their holder retry a task that fails to start', async () => {
    let tries = 0;
    const lease = await open(randomUUID(), database.url);
    await lease.add(async () => {
      if (++tries < 2) throw new Error('not yet');
      return async () => {};
    });
    await expect.poll(() => tries).toBe(2);
    await expect.poll(() => lease.isHeld()).toBe(true);
  });
});
