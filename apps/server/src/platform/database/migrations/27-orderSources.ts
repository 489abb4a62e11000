import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds tables for the sources that are checked for half-staff orders, and for the entries found
 * there.
 */
export const orderSources: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const bigint = sql`bigint`;
  await trx.schema
    .createTable('order_sources')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('definition', sql`jsonb`, (c) => c.notNull())
    .addColumn('is_federal', sql`boolean`, (c) => c.notNull())
    .addColumn('is_on', sql`boolean`, (c) => c.notNull())
    .addColumn('etag', text)
    .addColumn('last_modified', text)
    .addColumn('next_at', bigint, (c) => c.notNull())
    .addColumn('checked_at', bigint)
    .addColumn('succeeded_at', bigint)
    .addColumn('newest_at', bigint)
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('problem', text)
    .addColumn('problem_text', text)
    .addColumn('problem_since', bigint)
    .addColumn('problem_mailed_at', bigint)
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .execute();
  await trx.schema
    .createTable('source_entries')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('source_id', text, (c) =>
      c.notNull().references('order_sources.id').onDelete('cascade'),
    )
    .addColumn('key_hash', text, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('link', text)
    .addColumn('document', text)
    .addColumn('published_at', bigint)
    .addColumn('found_at', bigint, (c) => c.notNull())
    .addColumn('seen_at', bigint, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('text', text)
    .addColumn('orders', sql`jsonb`)
    .addColumn('unread', text)
    .addColumn('decided_at', bigint)
    .addColumn('decided_by', text)
    .execute();
  await trx.schema
    .createIndex('source_entries.source_id')
    .on('source_entries')
    .columns(['source_id', 'key_hash'])
    .unique()
    .execute();
  await trx.schema
    .createIndex('source_entries.status')
    .on('source_entries')
    .columns(['status', 'found_at'])
    .execute();
};
