import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const foundation: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const bool = sql`boolean`;
  const time = sql`bigint`;
  const create = (table: string) =>
    trx.schema.createTable(table).addColumn('id', text, (column) => column.primaryKey().notNull());

  const place = (table: string) =>
    create(table)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('address1', text, (c) => c.notNull())
      .addColumn('address2', text)
      .addColumn('city', text, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('zip', text, (c) => c.notNull())
      .addColumn('phone', text, (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull());

  await place('companies')
    .addColumn('description', text)
    .addColumn('auto_half_mast', bool, (c) => c.notNull())
    .execute();

  await place('locations')
    .addColumn('company_id', text, (c) => c.notNull().references('companies.id'))
    .execute();
  // Flags and accounts refer to this index, so that their location always belongs to their company.
  await trx.schema
    .createIndex('locations.id_company')
    .unique()
    .on('locations')
    .columns(['id', 'company_id'])
    .execute();
  await trx.schema
    .createIndex('locations.company_id')
    .on('locations')
    .column('company_id')
    .execute();

  await create('users')
    .addColumn('username', text, (c) => c.notNull())
    .addColumn('username_key', text, (c) => c.notNull())
    .addColumn('password_hash', text, (c) => c.notNull())
    .addColumn('role', text, (c) =>
      c.notNull().check(sql`role in ('master', 'company_user', 'location_user', 'employee')`),
    )
    .addColumn('first_name', text, (c) => c.notNull())
    .addColumn('last_name', text, (c) => c.notNull())
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('phone', text, (c) => c.notNull())
    .addColumn('company_id', text, (c) => c.references('companies.id'))
    .addColumn('location_id', text)
    .addColumn('all_companies', bool, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addForeignKeyConstraint('users.location', ['location_id', 'company_id'], 'locations', [
      'id',
      'company_id',
    ])
    .addCheckConstraint(
      'users.tenant',
      sql`(role <> 'master' or (company_id is null and location_id is null)) and (location_id is null or company_id is not null)`,
    )
    // If operator staff belonged to a company, that company's users could control their accounts.
    .addCheckConstraint(
      'users.operator_staff',
      sql`not all_companies or (role = 'employee' and company_id is null)`,
    )
    .execute();
  await trx.schema
    .createIndex('users.username_key')
    .unique()
    .on('users')
    .column('username_key')
    .execute();
  await trx.schema
    .createIndex('users.company_location')
    .on('users')
    .columns(['company_id', 'location_id'])
    .execute();

  await create('sessions')
    .addColumn('token_hash', text, (c) => c.notNull())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('last_used_at', time, (c) => c.notNull())
    .execute();
  await trx.schema
    .createIndex('sessions.token_hash')
    .unique()
    .on('sessions')
    .column('token_hash')
    .execute();
  await trx.schema.createIndex('sessions.user_id').on('sessions').column('user_id').execute();

  await create('flags')
    .addColumn('flag_id', text, (c) => c.notNull())
    .addColumn('flag_id_key', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('company_id', text, (c) => c.notNull().references('companies.id'))
    .addColumn('location_id', text, (c) => c.notNull())
    .addColumn('owner_id', text, (c) => c.notNull())
    .addColumn('move_timeout', 'integer')
    .addColumn('created_at', time, (c) => c.notNull())
    .addForeignKeyConstraint('flags.location', ['location_id', 'company_id'], 'locations', [
      'id',
      'company_id',
    ])
    .execute();
  await trx.schema
    .createIndex('flags.flag_id_key')
    .unique()
    .on('flags')
    .column('flag_id_key')
    .execute();
  await trx.schema
    .createIndex('flags.company_location')
    .on('flags')
    .columns(['company_id', 'location_id'])
    .execute();

  await create('device_keys')
    .addColumn('flag_id', text, (c) => c.notNull().references('flags.id').onDelete('cascade'))
    .addColumn('key_hash', text, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('last_used_at', time)
    .execute();
  await trx.schema
    .createIndex('device_keys.key_hash')
    .unique()
    .on('device_keys')
    .column('key_hash')
    .execute();
  await trx.schema.createIndex('device_keys.flag_id').on('device_keys').column('flag_id').execute();

  await create('invitations')
    .addColumn('company_id', text, (c) =>
      c.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('code_hash', text, (c) => c.notNull())
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .addColumn('used_at', time)
    .execute();
  await trx.schema
    .createIndex('invitations.code_hash')
    .unique()
    .on('invitations')
    .column('code_hash')
    .execute();

  await create('rate_limits')
    .addColumn('hits', 'integer', (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .addColumn('blocked_until', time, (c) => c.notNull())
    .execute();

  await create('settings')
    .addColumn('value', text, (c) => c.notNull())
    .execute();

  const counter =
    engine === 'postgres'
      ? sql`bigint generated always as identity primary key`
      : sql`integer primary key autoincrement`;
  await trx.schema
    .createTable('outbox')
    .addColumn('id', counter)
    .addColumn('changes', sql`jsonb`, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .execute();
};
