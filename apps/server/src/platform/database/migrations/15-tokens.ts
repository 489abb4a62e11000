import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds a table for API tokens of users and service accounts. Service accounts that already exist
 * are copied to this table, and keep the permission to move poles.
 */
export const tokens: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const time = sql`bigint`;
  await trx.schema
    .createTable('tokens')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('secret_hash', text, (c) => c.notNull())
    .addColumn('scope', text, (c) => c.notNull())
    .addColumn('expires_at', time)
    .addColumn('user_id', text, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('role', text)
    .addColumn('company_id', text, (c) => c.references('companies.id').onDelete('cascade'))
    .addColumn('location_id', text)
    .addColumn('all_companies', sql`boolean`, (c) => c.notNull())
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('last_used_at', time)
    .addForeignKeyConstraint(
      'tokens.location',
      ['location_id', 'company_id'],
      'locations',
      ['id', 'company_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .addCheckConstraint('tokens.one_holder', sql`(user_id is null) <> (role is null)`)
    .execute();
  await trx.schema
    .createIndex('tokens.secret_hash')
    .unique()
    .on('tokens')
    .column('secret_hash')
    .execute();
  await trx.schema.createIndex('tokens.user_id').on('tokens').column('user_id').execute();
  await trx.schema
    .createIndex('tokens.company_location')
    .on('tokens')
    .columns(['company_id', 'location_id'])
    .execute();
  await sql`insert into tokens (id, name, secret_hash, scope, role, company_id, location_id,
      all_companies, created_by, created_at, last_used_at)
    select id, name, secret_hash, 'switch', role, company_id, location_id,
      all_companies, created_by, created_at, last_used_at
    from service_accounts`.execute(trx);
  await trx.schema.dropTable('service_accounts').execute();
};
