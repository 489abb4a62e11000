import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds columns and tables for confirmed email addresses, the permission to move poles, invitations
 * for every role, and known browsers. Also adds a column for the time when a session's user last
 * signed in or entered the password.
 */
export const accounts: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const time = sql`bigint`;
  await trx.schema
    .alterTable('users')
    .addColumn('confirmed_email', text, (c) => c.notNull().defaultTo(''))
    .execute();
  // Earlier versions did not ask users to confirm their address. Existing addresses can still be
  // used to recover an account.
  await sql`update users set confirmed_email = email`.execute(trx);
  await trx.schema
    .alterTable('users')
    .addColumn('may_move_poles', sql`boolean`, (c) => c.notNull().defaultTo(sql`true`))
    .execute();
  await trx.schema
    .alterTable('users')
    .addColumn('mails_sign_ins', sql`boolean`, (c) => c.notNull().defaultTo(sql`true`))
    .execute();
  await trx.schema
    .alterTable('sessions')
    .addColumn('proven_at', time, (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update sessions set proven_at = created_at`.execute(trx);
  await trx.schema
    .createTable('email_confirmations')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', text, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .execute();
  await trx.schema
    .createIndex('email_confirmations.user_id')
    .on('email_confirmations')
    .column('user_id')
    .execute();

  await trx.schema.alterTable('provider_sign_ins').addColumn('session_id', text).execute();
  await trx.schema
    .createTable('known_browsers')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('last_used_at', time, (c) => c.notNull())
    .execute();
  await trx.schema
    .createIndex('known_browsers.user_id')
    .on('known_browsers')
    .column('user_id')
    .execute();

  // An invitation for a master has no company. SQLite cannot drop NOT NULL, so this needs a new
  // table.
  await trx.schema
    .createTable('role_invitations')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('role', text, (c) => c.notNull())
    .addColumn('company_id', text, (c) => c.references('companies.id').onDelete('cascade'))
    .addColumn('location_id', text, (c) => c.references('locations.id').onDelete('cascade'))
    .addColumn('code_hash', text, (c) => c.notNull())
    .addColumn('inviter_id', text)
    .addColumn('created_by', text, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .addColumn('expires_at', time, (c) => c.notNull())
    .addColumn('used_at', time)
    .execute();
  await sql`insert into role_invitations
      (id, role, company_id, code_hash, created_by, created_at, expires_at, used_at)
    select id, 'employee', company_id, code_hash, created_by, created_at, expires_at, used_at
    from invitations`.execute(trx);
  await trx.schema.dropTable('invitations').execute();
  await trx.schema.alterTable('role_invitations').renameTo('invitations').execute();
  await trx.schema
    .createIndex('invitations.code_hash')
    .unique()
    .on('invitations')
    .column('code_hash')
    .execute();
};
