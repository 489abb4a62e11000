import { sql } from 'kysely';
import type { Migration } from './index.ts';

/**
 * Marks poles that the server simulates, and stores whether each user opened or closed the setup
 * list.
 */
export const setUp: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema
    .alterTable('flags')
    .addColumn('simulated', sql`boolean`, (c) => c.notNull().defaultTo(sql`false`))
    .execute();
  // The process that simulates these poles queries them every second, and there are few.
  await trx.schema
    .createIndex('flags.simulated')
    .on('flags')
    .column('location_id')
    .where(sql.ref('simulated'), '=', sql.lit(true))
    .execute();
  await trx.schema.alterTable('users').addColumn('set_up_list', text).execute();
};
