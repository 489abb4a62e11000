import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines, openTestDatabase, type TestDatabase } from '../../../testing/engines.ts';
import { halfStaffFlagsAfter } from './poles.ts';

/**
 * The number of flags. With fewer, PostgreSQL would read the whole table even if an index could be
 * used.
 */
const FLAGS = 50_000;
const ADDRESS = {
  address1: '1 Main',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  phone: '5125550100',
};

describe.runIf(bothEngines.includes('postgres'))('flags that were just added to PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    await database.db.transaction(async (trx) => {
      const place = { ...ADDRESS, created_at: 1 };
      await trx
        .insertInto('companies')
        .values({ ...place, id: 'c', name: 'Acme', auto_half_mast: true })
        .execute();
      await trx
        .insertInto('locations')
        .values({ ...place, id: 'l', name: 'Yard', company_id: 'c' })
        .execute();
      await sql`insert into stored_flags
          (id, flag_id, flag_id_key, name, company_id, location_id, owner_id, created_at)
        select n, n, n, 'Pole', 'c', 'l', 'company-c', 1
        from generate_series(100000, ${sql.lit(100_000 + FLAGS - 1)}) as n`.execute(trx);
    });
  });
  afterAll(() => database.remove());

  test('are read in groups without a scan of the whole table for each group, even before PostgreSQL has statistics', async () => {
    await database.db.transaction(async (trx) => {
      const read = async () => {
        const { rows } = await sql<{ count: string }>`select seq_tup_read as count
          from pg_stat_xact_user_tables where relname = 'stored_flags'`.execute(trx);
        return Number(rows[0]!.count);
      };
      const before = await read();
      const first = await halfStaffFlagsAfter(trx, '', 50);
      expect(first).toHaveLength(50);
      expect(await halfStaffFlagsAfter(trx, first.at(-1)!.id, 50)).toHaveLength(50);
      expect((await read()) - before).toBe(0);
    });
  });
});
