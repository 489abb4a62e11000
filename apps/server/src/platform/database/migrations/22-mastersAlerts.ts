import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds columns to alerts for the last notice sent to masters who get alert emails for all
 * companies.
 */
export const mastersAlerts: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const time = sql`bigint`;
  await trx.schema
    .alterTable('alerts')
    .addColumn('recorded_at', time, (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update alerts set recorded_at = coalesce(ended_at, since)`.execute(trx);
  await trx.schema.alterTable('alerts').addColumn('masters_told', text).execute();
  await trx.schema.alterTable('alerts').addColumn('masters_told_at', time).execute();
  // Halyard queries notices that have not been sent yet every second, and usually there are none.
  await trx.schema
    .createIndex('alerts.masters_told')
    .on('alerts')
    .column('ended_at')
    .where(sql.ref('masters_told'), '!=', sql.lit('ended'))
    .execute();
};
