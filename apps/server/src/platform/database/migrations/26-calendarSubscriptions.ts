import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Adds a table for the calendar subscriptions that calendar apps read. */
export const calendarSubscriptions: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const bigint = sql`bigint`;
  await trx.schema
    .createTable('calendar_subscriptions')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('company_id', text, (c) =>
      c.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('token', text, (c) => c.notNull().unique())
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('last_read_at', bigint)
    .execute();
  await trx.schema
    .createIndex('calendar_subscriptions.company_id')
    .on('calendar_subscriptions')
    .columns(['company_id', 'state'])
    .unique()
    .execute();
};
