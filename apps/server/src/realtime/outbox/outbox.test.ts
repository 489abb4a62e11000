import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines, openTestDatabase, type TestDatabase } from '../../testing/engines.ts';
import { companyChanged } from './mirroredChanges.ts';
import { done, enqueue, enqueueAll, pending } from './outbox.ts';

describe.each(bothEngines)('the outbox on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.remove());

  test('returns entries in the order of their transactions, and keeps returning an entry until it is marked as applied', async () => {
    const { db } = database;
    await db.transaction((trx) => enqueue(trx, { 'companies/a/name': 'A' }, 1));
    await db.transaction((trx) => enqueue(trx, { 'companies/a': null }, 2));
    const rows = await pending(db, 10);
    expect(rows.map((row) => row.changes)).toEqual([
      { 'companies/a/name': 'A' },
      { 'companies/a': null },
    ]);
    expect(await pending(db, 1)).toHaveLength(1);
    await done(db, [rows[0]!.id]);
    expect(await pending(db, 10)).toEqual([rows[1]]);
    await done(db, [rows[1]!.id]);
    await done(db, []);
    expect(await pending(db, 10)).toEqual([]);
  });

  test('contains no changes from a failed transaction', async () => {
    const failed = database.db.transaction(async (trx) => {
      await enqueue(trx, { 'companies/a/name': 'A' }, 1);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await pending(database.db, 10)).toEqual([]);
  });

  test('combines many changes into a few updates, in which the last change to each path wins', async () => {
    const { db } = database;
    const each = Array.from({ length: 300 }, (_, i) => ({ [`a/${i}`]: 'x"\\', [`b/${i}`]: null }));
    await db.transaction((trx) => enqueueAll(trx, [...each, { 'a/299': 'y' }], 1));
    const rows = await pending(db, 10);
    expect(rows.map(({ changes }) => Object.keys(changes).length)).toEqual([500, 100]);
    const expected = Object.assign({}, ...each, { 'a/299': 'y' });
    expect(Object.assign({}, ...rows.map(({ changes }) => changes))).toEqual(expected);
    const ids = rows.map(({ id }) => id);
    await done(db, ids);
  });

  test('never splits the changes to one record between two updates', async () => {
    const { db } = database;
    const each = Array.from({ length: 30 }, (_, i) =>
      Object.fromEntries(Array.from({ length: 30 }, (__, n) => [`a/${i}/${n}`, 'x'])),
    );
    await db.transaction((trx) => enqueueAll(trx, each, 1));
    const rows = await pending(db, 10);
    expect(rows.map(({ changes }) => Object.keys(changes).length)).toEqual([480, 420]);
    await done(
      db,
      rows.map(({ id }) => id),
    );
  });

  test('splits a very large change into several updates in the same order', async () => {
    const paths = Array.from({ length: 1234 }, (_, i) => `users/o/hardware/F${i}`);
    const changes = Object.fromEntries(paths.map((path) => [path, null]));
    await database.db.transaction((trx) => enqueue(trx, changes, 1));
    const rows = await pending(database.db, 10);
    expect(rows.length).toBe(3);
    expect(rows.flatMap((row) => Object.keys(row.changes)).toSorted()).toEqual(paths.toSorted());
  });
});

describe("the revision number of a company's data", () => {
  test('increases with every change, even within one millisecond', () => {
    const now = Date.now();
    const revs = Array.from({ length: 100 }, () =>
      Number(companyChanged('a', now)['companies/a/rev']),
    );
    for (let i = 1; i < revs.length; i++) expect(revs[i]).toBeGreaterThan(revs[i - 1]!);
    expect(companyChanged(null, now)).toEqual({});
  });
});
