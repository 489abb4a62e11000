import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Adds columns for order sources that other systems deliver documents to. */
export const sourceWebhooks: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema.alterTable('order_sources').addColumn('secret', text).execute();
  await trx.schema
    .alterTable('order_sources')
    .addColumn('secret_is_sealed', sql`boolean`, (c) => c.notNull().defaultTo(false))
    .execute();
  await trx.schema.alterTable('order_sources').addColumn('refused_at', sql`bigint`).execute();
  await trx.schema.alterTable('order_sources').addColumn('refused_for', text).execute();
};
