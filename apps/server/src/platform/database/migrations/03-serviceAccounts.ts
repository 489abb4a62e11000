import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const serviceAccounts: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema
    .createTable('service_accounts')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('secret_hash', text, (c) => c.notNull())
    .addColumn('role', text, (c) => c.notNull())
    .addColumn('company_id', text, (c) => c.references('companies.id').onDelete('cascade'))
    .addColumn('location_id', text)
    .addColumn('all_companies', sql`boolean`, (c) => c.notNull())
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', sql`bigint`, (c) => c.notNull())
    .addColumn('last_used_at', sql`bigint`)
    .addForeignKeyConstraint(
      'service_accounts.location',
      ['location_id', 'company_id'],
      'locations',
      ['id', 'company_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await trx.schema
    .createIndex('service_accounts.secret_hash')
    .unique()
    .on('service_accounts')
    .column('secret_hash')
    .execute();
  await trx.schema
    .createIndex('service_accounts.company_location')
    .on('service_accounts')
    .columns(['company_id', 'location_id'])
    .execute();
};
