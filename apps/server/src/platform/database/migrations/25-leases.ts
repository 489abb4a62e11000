import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Adds a table that counts, for each lease, how many times a process has taken it. */
export const leases: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema
    .createTable('leases')
    .addColumn('name', text, (c) => c.primaryKey().notNull())
    .addColumn('epoch', sql`bigint`, (c) => c.notNull())
    .execute();
};
