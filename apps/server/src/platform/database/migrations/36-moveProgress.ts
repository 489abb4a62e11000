import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Adds columns for the progress of large mass moves and each flag's outcome. */
export const moveProgress: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const time = sql`bigint`;
  await trx.schema.alterTable('moves').addColumn('total', 'integer').execute();
  await trx.schema.alterTable('moves').addColumn('pending', sql`jsonb`).execute();
  await trx.schema
    .alterTable('moves')
    .addColumn('handled', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await trx.schema.alterTable('moves').addColumn('running', text).execute();
  await trx.schema.alterTable('moves').addColumn('runner', text).execute();
  await trx.schema.alterTable('moves').addColumn('alive_at', time).execute();
  await trx.schema.alterTable('moves').addColumn('cancelled_at', time).execute();
  await trx.schema.alterTable('move_flags').addColumn('outcome', text).execute();
};
