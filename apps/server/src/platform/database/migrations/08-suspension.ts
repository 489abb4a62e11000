import { sql } from 'kysely';
import type { Migration } from './index.ts';

export const suspension: Migration = async (trx) => {
  await trx.schema.alterTable('users').addColumn('suspended_at', sql`bigint`).execute();
};
