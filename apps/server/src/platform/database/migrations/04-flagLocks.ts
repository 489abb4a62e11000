import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const flagLocks: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  for (const column of ['lock_reason', 'locked_by', 'locked_by_name'])
    await trx.schema.alterTable('flags').addColumn(column, text).execute();
  await trx.schema.alterTable('flags').addColumn('locked_at', sql`bigint`).execute();
};
