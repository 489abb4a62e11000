import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds a column to flags that marks simulated poles. Also adds a column to users that says whether
 * the dashboard shows the setup checklist.
 */
export const setUp: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema
    .alterTable('flags')
    .addColumn('simulated', sql`boolean`, (c) => c.notNull().defaultTo(sql`false`))
    .execute();
  // Halyard queries simulated poles every second, and there are only a few.
  await trx.schema
    .createIndex('flags.simulated')
    .on('flags')
    .column('location_id')
    .where(sql.ref('simulated'), '=', sql.lit(true))
    .execute();
  await trx.schema.alterTable('users').addColumn('set_up_list', text).execute();
};
