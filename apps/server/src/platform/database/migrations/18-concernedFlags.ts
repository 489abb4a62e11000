import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds two columns to `flags`: when orders began to apply to the flag, and when half-staff stopped
 * applying to it.
 */
export const concernedFlags: Migration = async (trx) => {
  await trx.schema
    .alterTable('flags')
    .addColumn('concerned_since', sql`bigint`, (c) => c.notNull().defaultTo(0))
    .execute();
  await trx.schema.alterTable('flags').addColumn('released_at', sql`bigint`).execute();
};
