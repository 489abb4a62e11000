import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds columns for the kinds of emails about half-staff that each user wants. Replaces the table of
 * reminders with one for all emails that were sent about half-staff.
 */
export const halfStaffMails: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  for (const column of ['mails_begins', 'mails_ends', 'mails_orders', 'mails_drafts'])
    await trx.schema
      .alterTable('users')
      .addColumn(column, sql`boolean`, (c) => c.notNull().defaultTo(sql`true`))
      .execute();
  await trx.schema
    .createTable('half_staff_mails')
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', text, (c) => c.notNull())
    .addColumn('at', sql`bigint`, (c) => c.notNull())
    .addPrimaryKeyConstraint('half_staff_mails_pkey', ['user_id', 'key'])
    .execute();
  await sql`
    insert into half_staff_mails (user_id, key, at)
    select user_id, 'begins:' || source_key || ':' || date, sent_at from half_staff_reminders
  `.execute(trx);
  await trx.schema.dropTable('half_staff_reminders').execute();
};
