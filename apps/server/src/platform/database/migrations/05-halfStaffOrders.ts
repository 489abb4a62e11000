import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const halfStaffOrders: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const time = sql`bigint`;
  const json = sql`jsonb`;
  for (const column of ['latitude', 'longitude'])
    await trx.schema.alterTable('locations').addColumn(column, sql`double precision`).execute();
  await trx.schema.alterTable('locations').addColumn('time_zone', text).execute();
  await trx.schema
    .alterTable('locations')
    .addColumn('daily_rule', text, (c) => c.notNull().defaultTo('none'))
    .execute();

  await trx.schema
    .createTable('half_staff_orders')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('company_id', text, (c) => c.references('companies.id').onDelete('cascade'))
    .addColumn('authority', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('source_url', text)
    .addColumn('issued_at', time, (c) => c.notNull())
    .addColumn('scope', json, (c) => c.notNull())
    .addColumn('starts', json, (c) => c.notNull())
    .addColumn('ends', json, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('approved_by', text)
    .addColumn('approved_at', time)
    .addColumn('cancelled_by', text)
    .addColumn('cancelled_at', time)
    .addColumn('cancelled_why', text)
    .execute();
  await trx.schema
    .createIndex('half_staff_orders.company_id')
    .on('half_staff_orders')
    .column('company_id')
    .execute();

  // There is no foreign key, because an approved version must stay readable after its order is
  // deleted.
  await trx.schema
    .createTable('order_versions')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('order_id', text, (c) => c.notNull())
    .addColumn('at', time, (c) => c.notNull())
    .addColumn('by', text, (c) => c.notNull())
    .addColumn('body', json, (c) => c.notNull())
    .execute();
  await trx.schema
    .createIndex('order_versions.order_id')
    .on('order_versions')
    .column('order_id')
    .execute();

  await trx.schema
    .createTable('confirmed_days')
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('year', 'integer', (c) => c.notNull())
    .addColumn('date', text, (c) => c.notNull())
    .addColumn('by', text, (c) => c.notNull())
    .addColumn('at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('confirmed_days_pkey', ['name', 'year'])
    .execute();

  await trx.schema
    .createTable('half_staff_reminders')
    .addColumn('company_id', text, (c) =>
      c.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('source_key', text, (c) => c.notNull())
    .addColumn('date', text, (c) => c.notNull())
    .addColumn('sent_at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('half_staff_reminders_pkey', ['user_id', 'source_key', 'date'])
    .execute();
};
