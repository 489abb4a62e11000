import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const sessionOrigins: Migration = async (trx) => {
  for (const column of ['user_agent', 'address'])
    await trx.schema.alterTable('sessions').addColumn(column, sql`text`).execute();
};
