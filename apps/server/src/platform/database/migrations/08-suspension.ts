import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const suspension: Migration = async (trx) => {
  await trx.schema.alterTable('users').addColumn('suspended_at', sql`bigint`).execute();
};
