import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds the follow settings of companies and locations (JSON; null to follow everything), and the
 * type of flag that poles fly.
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
