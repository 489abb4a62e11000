import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds columns for the orders and days that companies and locations follow (as JSON; null if they
 * follow everything), and for the type of flag at each pole.
 */
export const follows: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema
    .alterTable('flags')
    .addColumn('flies', text, (c) => c.notNull().defaultTo('us'))
    .execute();
  await trx.schema.alterTable('companies').addColumn('follows', text).execute();
  await trx.schema.alterTable('locations').addColumn('follows', text).execute();
};
