import { sql } from 'kysely';
import { EMPTY_HEAD, LEDGER_HEAD } from '../halfStaff/ledger/chain.ts';
import type { Engine } from './database.ts';
import type { Trx } from './schema.ts';

/** One step of the schema, inside the transaction of all pending ones. */
export type Migration = (trx: Trx, engine: Engine) => Promise<void>;

/**
 * The schema's history, one set for both engines. A version is the number of migrations applied;
 * a released one is never edited. Text compares by bytes on both (`COLLATE "C"`).
 */
export const MIGRATIONS: readonly Migration[] = [
  async (trx, engine) => {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
    const bool = sql`boolean`;
    const time = sql`bigint`;
    const create = (table: string) =>
      trx.schema
        .createTable(table)
        .addColumn('id', text, (column) => column.primaryKey().notNull());

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
    // What a flag or an account points at: a location together with its own company.
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
      // Operator staff in a company would be in the hands of that company's users.
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
    await trx.schema
      .createIndex('device_keys.flag_id')
      .on('device_keys')
      .column('flag_id')
      .execute();

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
  },
  async (trx, engine) => {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
    await trx.schema
      .createTable('temporary_passwords')
      .addColumn('user_id', text, (c) =>
        c.primaryKey().notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('password_hash', text, (c) => c.notNull())
      .addColumn('expires_at', sql`bigint`, (c) => c.notNull())
      .execute();
    await trx.schema
      .alterTable('sessions')
      .addColumn('temporary', sql`boolean`, (c) => c.notNull().defaultTo(sql`false`))
      .execute();
  },
  async (trx, engine) => {
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
  },
  async (trx, engine) => {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
    for (const column of ['lock_reason', 'locked_by', 'locked_by_name'])
      await trx.schema.alterTable('flags').addColumn(column, text).execute();
    await trx.schema.alterTable('flags').addColumn('locked_at', sql`bigint`).execute();
  },
  async (trx, engine) => {
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

    // No foreign key: what was once approved can be told when the order and its company are gone.
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
  },
  async (trx, engine) => {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
    const time = sql`bigint`;
    await trx.schema
      .alterTable('flags')
      .addColumn('server_steps', sql`boolean`, (c) => c.notNull().defaultTo(sql`false`))
      .execute();

    await trx.schema
      .createTable('holds')
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('flag_id', text, (c) => c.notNull().references('flags.id').onDelete('cascade'))
      .addColumn('reason', text, (c) => c.notNull())
      .addColumn('by_id', text, (c) => c.notNull())
      .addColumn('by_name', text, (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('expires', sql`jsonb`, (c) => c.notNull())
      .addColumn('command_id', text)
      .addColumn('released_at', time)
      .addColumn('released_by', text)
      .execute();
    await trx.schema
      .createIndex('holds.one_open')
      .unique()
      .on('holds')
      .column('flag_id')
      .where(sql.ref('released_at'), 'is', null)
      .execute();

    await trx.schema
      .createTable('engine_poles')
      .addColumn('flag_id', text, (c) =>
        c.primaryKey().notNull().references('flags.id').onDelete('cascade'),
      )
      .addColumn('memory', sql`jsonb`, (c) => c.notNull())
      .addColumn('alarm', text)
      .addColumn('alarm_at', time)
      .execute();

    // No foreign keys: what happened outlives flags and companies. The body is text: its bytes count.
    await trx.schema
      .createTable('ledger')
      .addColumn('seq', time, (c) => c.primaryKey().notNull())
      .addColumn('at', time, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('flag_id', text)
      .addColumn('flag_name', text)
      .addColumn('company_id', text)
      .addColumn('company', text)
      .addColumn('source_key', text)
      .addColumn('body', text, (c) => c.notNull())
      .addColumn('prev_hash', text, (c) => c.notNull())
      .addColumn('hash', text, (c) => c.notNull())
      .execute();
    for (const column of ['flag_id', 'source_key', 'company_id'] as const)
      await trx.schema
        .createIndex(`ledger.${column}`)
        .on('ledger')
        .columns([column, 'seq'])
        .execute();
    // Whoever appends locks this row: one writer at a time on either engine.
    await trx
      .insertInto('settings')
      .values({ id: LEDGER_HEAD, value: JSON.stringify(EMPTY_HEAD) })
      .execute();
  },
];
