import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const alerts: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const time = sql`bigint`;

  await trx.schema
    .createTable('alert_settings')
    .addColumn('company_id', text, (c) =>
      c.primaryKey().notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('body', sql`jsonb`, (c) => c.notNull())
    .execute();

  await trx.schema
    .createTable('alerts')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('flag_id', text, (c) => c.notNull().references('flags.id').onDelete('cascade'))
    .addColumn('company_id', text, (c) => c.notNull())
    .addColumn('condition', text, (c) => c.notNull())
    .addColumn('cause', text, (c) => c.notNull())
    .addColumn('since', time, (c) => c.notNull())
    .addColumn('over_since', time)
    .addColumn('ended_at', time)
    .addColumn('news', text)
    .addColumn('news_at', time, (c) => c.notNull())
    .addColumn('told_at', time)
    .execute();
  await trx.schema
    .createIndex('alerts.one_open')
    .unique()
    .on('alerts')
    .columns(['flag_id', 'condition'])
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
  await trx.schema
    .createIndex('alerts.ended')
    .on('alerts')
    .columns(['ended_at', 'id'])
    .where(sql.ref('ended_at'), 'is not', null)
    .execute();
  await trx.schema
    .createIndex('alerts.flag_told')
    .on('alerts')
    .columns(['flag_id', 'told_at'])
    .execute();
  await trx.schema
    .createIndex('alerts.news')
    .on('alerts')
    .column('news_at')
    .where(sql.ref('news'), 'is not', null)
    .execute();
  // Halyard queries unsent notices every second, and usually there are none.
  await trx.schema
    .createIndex('engine_poles.alarmed')
    .on('engine_poles')
    .column('flag_id')
    .where(sql.ref('alarm'), 'is not', null)
    .execute();

  await trx.schema
    .createTable('outgoing_mails')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('body', sql`jsonb`, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('next_try_at', time, (c) => c.notNull())
    .execute();
  await trx.schema
    .createIndex('outgoing_mails.next_try_at')
    .on('outgoing_mails')
    .column('next_try_at')
    .execute();
};
