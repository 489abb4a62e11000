import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines, openTestDatabase, type TestDatabase } from '../../testing/engines.ts';
import { migrate } from './database.ts';
import { brokenConstraint } from './engines/constraints.ts';
import { isOutage } from './engines/outage.ts';
import { orderRevisions } from './migrations/07-orderRevisions.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Queries } from './tables/schema.ts';
import { newId, uniqueKey } from './text.ts';

describe.each(bothEngines)('the database on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.remove());

  const company = (name = 'Acme') => ({
    id: newId(),
    name,
    address1: '1 Main Street',
    address2: null,
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    phone: '5125550100',
    description: null,
    auto_half_mast: false,
    created_at: 1_763_640_000_000,
  });
  const addCompany = async (name?: string) => {
    const row = company(name);
    await database.db.queries.insertInto('companies').values(row).execute();
    return row;
  };

  test('returns stored values with their original types', async () => {
    const row = {
      ...company('Ünïcode ✓'),
      ...{ auto_half_mast: true, two_approvals: false, follows: '{"a": 1}' },
    };
    await database.db.queries.insertInto('companies').values(row).execute();
    const read = await database.db.queries
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirst();
    expect({ ...read }).toEqual({ ...row, import_id: null });
    const updated = await database.db.queries
      .updateTable('companies')
      .set({ auto_half_mast: false })
      .where('id', '=', row.id)
      .returning('auto_half_mast as flag')
      .executeTakeFirst();
    expect(updated?.flag).toBe(false);
  });

  test('returns stored JSON unchanged, and gives each new row a higher ID', async () => {
    const changes = { 'users/a/profile/email': 'a"b\\', 'companies/x': null, 'a/n': 1.5 };
    const insert = () =>
      database.db.queries
        .insertInto('outbox')
        .values({ changes: JSON.stringify(changes), created_at: Date.now() })
        .returning(['id', 'changes'])
        .executeTakeFirstOrThrow();
    const first = await insert();
    const second = await insert();
    expect(first.changes).toEqual(changes);
    expect(second.id).toBeGreaterThan(first.id);
  });

  test('returns counts as numbers', async () => {
    const { count } = await database.db.queries
      .selectFrom('companies')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(typeof count).toBe('number');
  });

  test('sorts text by bytes', async () => {
    const names = ['b', 'A', 'é', 'Z', 'a', '10', '9'];
    const made = await Promise.all(names.map((name) => addCompany(`order ${name}`)));
    const rows = await database.db.queries
      .selectFrom('companies')
      .select('name')
      .where(
        'id',
        'in',
        made.map((row) => row.id),
      )
      .orderBy('name')
      .execute();
    expect(rows.map((row) => row.name.slice(6))).toEqual(['10', '9', 'A', 'Z', 'a', 'b', 'é']);
  });

  test('reports the column whose unique constraint a statement violates', async () => {
    const row = await addCompany();
    const again = database.db.queries.insertInto('companies').values(row).execute();
    const error = await again.catch((reason: unknown) => reason);
    expect(brokenConstraint(error)).toEqual({ kind: 'unique', on: 'companies.id' });
  });

  test('reports the column whose unique constraint an UPDATE with RETURNING violates', async () => {
    const add = async (id: string) => {
      await database.db.queries
        .insertInto('rate_limits')
        .values({ id, hits: 1, expires_at: 1, blocked_until: 1 })
        .execute();
    };
    await add('one');
    await add('two');
    const error = await database.db.queries
      .updateTable('rate_limits')
      .set({ id: 'one' })
      .where('id', '=', 'two')
      .returning('hits')
      .execute()
      .catch((reason: unknown) => reason);
    expect(brokenConstraint(error)).toEqual({ kind: 'unique', on: 'rate_limits.id' });
  });

  test('treats a full disk or a lost connection as an outage, but not a failed statement', async () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' });
    const lost = Object.assign(new Error('terminating'), { code: '57P01' });
    const wrong = await sql`select * from nothing_here`
      .execute(database.db.queries)
      .catch((reason: unknown) => reason);
    expect([full, lost, wrong].map(isOutage)).toEqual([true, true, false]);
  });

  test('rejects a reference to a row that does not exist, and the deletion of a company that has locations', async () => {
    const { name: _, description: __, auto_half_mast: ___, ...place } = company();
    const location = { ...place, name: 'Yard', company_id: 'nobody' };
    const dangling = await database.db.queries
      .insertInto('locations')
      .values(location)
      .execute()
      .catch((reason: unknown) => reason);
    expect(brokenConstraint(dangling)).toEqual({ kind: 'foreign-key' });
    const owner = await addCompany();
    await database.db.queries
      .insertInto('locations')
      .values({ ...location, company_id: owner.id })
      .execute();
    const orphaning = await database.db.queries
      .deleteFrom('companies')
      .where('id', '=', owner.id)
      .execute()
      .catch((reason: unknown) => reason);
    expect(brokenConstraint(orphaning)).toEqual({ kind: 'foreign-key' });
  });

  test('stores nothing from a failed transaction', async () => {
    const row = company('never');
    const failing = database.db.transaction(async (trx) => {
      await trx.insertInto('companies').values(row).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const rows = await database.db.queries
      .selectFrom('companies')
      .select('id')
      .where('name', '=', 'never')
      .execute();
    expect(rows).toEqual([]);
  });

  test('lets other connections read committed data while a transaction is open', async () => {
    const { queries } = database.db;
    const row = company('under way');
    const names = (from: Queries) =>
      from.selectFrom('companies').select('name').where('id', '=', row.id).execute();
    await database.db.transaction(async (trx) => {
      await trx.insertInto('companies').values(row).execute();
      expect(await names(trx)).toHaveLength(1);
      expect(await names(queries)).toEqual([]);
    });
    expect(await names(queries)).toHaveLength(1);
  });

  test('keeps every update of 16 concurrent writers', async () => {
    const row = await addCompany('0');
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let i = 0; i < 10; i++)
          await database.db.transaction(async (trx) => {
            await trx
              .updateTable('companies')
              .set({ name: sql<string>`cast(cast(name as integer) + 1 as text)` })
              .where('id', '=', row.id)
              .execute();
          });
      }),
    );
    const { name } = await database.db.queries
      .selectFrom('companies')
      .select('name')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    expect(name).toBe('160');
  });

  test('keeps its data when it is opened again, and does not migrate again', async () => {
    const row = await addCompany('stays');
    const again = await database.reopen();
    const read = await again.queries
      .selectFrom('companies')
      .select('name')
      .where('id', '=', row.id)
      .executeTakeFirst();
    expect(read?.name).toBe('stays');
  });

  test('is unchanged if a migration fails halfway', async () => {
    const steps: [number, number][] = [];
    const broken = database.db.transaction((trx) =>
      migrate(trx, engine, {
        migrations: [
          ...MIGRATIONS,
          async (step) => {
            await step.schema.createTable('half_done').addColumn('id', 'integer').execute();
            throw new Error('power cut');
          },
        ],
        onMigration: (...step) => steps.push(step),
      }),
    );
    await expect(broken).rejects.toThrow('power cut');
    expect(steps).toEqual([[1, 1]]);
    const table = sql`select * from half_done`.execute(database.db.queries);
    await expect(table).rejects.toThrow(/half_done/);
    const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(
      database.db.queries,
    );
    expect(rows).toEqual([{ version: MIGRATIONS.length }]);
  });

  test('adds the revision column of orders in migration 7 if it is missing', async () => {
    const early = await openTestDatabase(engine);
    try {
      const { queries } = early.db;
      const json = JSON.stringify({});
      const order = {
        id: newId(),
        company_id: null,
        authority: 'governor',
        kind: 'half',
        reason: 'R',
        source_url: null,
        issued_at: 1,
        scope: json,
        starts: json,
        ends: json,
        status: 'draft',
        version: 0,
        revision: 7,
        created_by: 'M',
        created_at: 1,
      } as const;
      await queries.insertInto('half_staff_orders').values(order).execute();
      await queries.schema.alterTable('half_staff_orders').dropColumn('revision').execute();
      await early.db.transaction((trx) => orderRevisions(trx, engine));
      const { rows } = await sql`select id, revision from half_staff_orders`.execute(queries);
      expect(rows.map((row) => ({ ...(row as object) }))).toEqual([{ id: order.id, revision: 1 }]);
    } finally {
      await early.remove();
    }
  });

  // SQLite allows only one process, so a second one is stopped before it gets to the schema.
  test.runIf(engine === 'postgres')(
    'can be opened for the first time by two processes at once',
    async () => {
      const fresh = await openTestDatabase(engine);
      try {
        await sql`drop schema public cascade`.execute(fresh.db.queries);
        await sql`create schema public`.execute(fresh.db.queries);
        const opened = await Promise.all([fresh.reopen(), fresh.reopen()]);
        for (const db of opened)
          expect(await db.queries.selectFrom('companies').selectAll().execute()).toEqual([]);
      } finally {
        await fresh.remove();
      }
    },
  );

  test('rejects the schema of a newer version of Halyard, and says why', async () => {
    const newer = await openTestDatabase(engine);
    try {
      await sql`update schema_version set version = 99`.execute(newer.db.queries);
      await expect(newer.reopen()).rejects.toThrow(
        /schema version 99, from a newer version of Halyard/,
      );
    } finally {
      await newer.remove();
    }
  });

  test('reports that it is healthy while it is open, but not after it is closed', async () => {
    const closing = await openTestDatabase(engine);
    expect(await closing.db.isHealthy()).toBe(true);
    await closing.db.close();
    expect(await closing.db.isHealthy()).toBe(false);
    await closing.remove();
  });
});

describe('SQLite', () => {
  test('opens its file with durable writes, foreign keys and a busy timeout', async () => {
    const database = await openTestDatabase('sqlite');
    const pragma = async (name: string) => {
      const { rows } = await sql
        .raw<Record<string, unknown>>(`pragma ${name}`)
        .execute(database.db.queries);
      return Object.values(rows[0] ?? {})[0];
    };
    try {
      expect(await pragma('journal_mode')).toBe('wal');
      expect(await pragma('synchronous')).toBe(2);
      expect(await pragma('foreign_keys')).toBe(1);
      expect(await pragma('busy_timeout')).toBe(5000);
    } finally {
      await database.remove();
    }
  });
});

describe('unique keys', () => {
  test('ignore case even outside ASCII, and treat different encodings of the same letter as equal', () => {
    expect(uniqueKey('JÖRG')).toBe(uniqueKey('jörg'));
    expect(uniqueKey('ｍaster')).toBe(uniqueKey('master'));
  });

  test('that are random IDs contain only characters allowed in URLs and realtime paths', () => {
    const ids = Array.from({ length: 1000 }, newId);
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{16}$/);
  });
});
