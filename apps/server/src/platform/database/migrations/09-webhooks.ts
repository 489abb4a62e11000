import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const webhooks: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const time = sql`bigint`;
  await trx.schema
    .createTable('webhooks')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('company_id', text, (c) => c.references('companies.id').onDelete('cascade'))
    .addColumn('url', text, (c) => c.notNull())
    .addColumn('secret', text, (c) => c.notNull())
    .addColumn('event_types', sql`jsonb`, (c) => c.notNull())
    .addColumn('is_on', sql`boolean`, (c) => c.notNull())
    .addColumn('off_reason', text)
    .addColumn('failing_since', time)
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .execute();
  await trx.schema.createIndex('webhooks.company_id').on('webhooks').column('company_id').execute();

  await trx.schema
    .createTable('webhook_deliveries')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('webhook_id', text, (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('payload', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('attempts', sql`integer`, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('last_attempt_at', time)
    .addColumn('next_attempt_at', time)
    .addColumn('response_status', sql`integer`)
    .addColumn('response_text', text)
    .addColumn('error', text)
    .execute();
  await trx.schema
    .createIndex('webhook_deliveries.due')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'next_attempt_at'])
    .where(sql.ref('next_attempt_at'), 'is not', null)
    .execute();
  await trx.schema
    .createIndex('webhook_deliveries.newest')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'created_at', 'id'])
    .execute();
  await trx.schema
    .createIndex('webhook_deliveries.created_at')
    .on('webhook_deliveries')
    .column('created_at')
    .execute();
};
