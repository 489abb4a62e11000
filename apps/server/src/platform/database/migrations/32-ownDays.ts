import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds tables for custom days, which recur every year, and for the orders that were created for
 * their dates.
 */
export const ownDays: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const bigint = sql`bigint`;
  await trx.schema
    .createTable('own_days')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('company_id', text, (c) => c.references('companies.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('scope', sql`jsonb`, (c) => c.notNull())
    .addColumn('rule', sql`jsonb`, (c) => c.notNull())
    .addColumn('saved_by', text, (c) => c.notNull())
    .addColumn('saved_by_id', text, (c) => c.notNull())
    .addColumn('saved_at', bigint, (c) => c.notNull())
    .execute();
  await trx.schema.createIndex('own_days.company_id').on('own_days').column('company_id').execute();
  await trx.schema
    .createTable('own_day_orders')
    .addColumn('own_day_id', text, (c) => c.notNull().references('own_days.id').onDelete('cascade'))
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('order_id', text, (c) =>
      c.notNull().references('half_staff_orders.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('own_day_orders.primary', ['own_day_id', 'year'])
    .execute();
  await trx.schema
    .createIndex('own_day_orders.order_id')
    .on('own_day_orders')
    .column('order_id')
    .execute();
};
