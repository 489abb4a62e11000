import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Adds a table for the order templates that companies and the operator save. */
export const orderTemplates: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema
    .createTable('order_templates')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('company_id', text, (c) => c.references('companies.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('terms', sql`jsonb`, (c) => c.notNull())
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', sql`bigint`, (c) => c.notNull())
    .execute();
  await trx.schema
    .createIndex('order_templates.company_id')
    .on('order_templates')
    .columns(['company_id', 'name'])
    .execute();
};
