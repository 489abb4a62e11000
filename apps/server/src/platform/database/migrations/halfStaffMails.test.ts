import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { bothEngines, openTestDatabase, type TestDatabase } from '../../../testing/engines.ts';
import { HIDEABLE_TABLES, storedTable } from '../hidden/views.ts';
import { halfStaffMails } from './29-halfStaffMails.ts';

let database: TestDatabase | undefined;
afterEach(() => database?.remove());

test.each(bothEngines)(
  'an upgrade on %s keeps the record of the reminders that were already sent',
  async (engine) => {
    database = await openTestDatabase(engine);
    const { db } = database;
    await db.transaction(async (trx) => {
      // These are the tables as they were before the migration.
      for (const table of HIDEABLE_TABLES) {
        await trx.schema.dropView(table).execute();
        await trx.schema.alterTable(storedTable(table)).renameTo(table).execute();
      }
      await trx.schema.dropTable('half_staff_mails').execute();
      for (const kind of ['begins', 'ends', 'orders', 'drafts'])
        await trx.schema.alterTable('users').dropColumn(`mails_${kind}`).execute();
      await sql`create table half_staff_reminders
      (company_id text, user_id text, source_key text, date text, sent_at bigint)`.execute(trx);
      await sql`insert into users (id, username, username_key, password_hash, role, first_name,
      last_name, email, confirmed_email, phone, all_companies, created_at)
      values ('u', 'u', 'u', '', 'master', '', '', '', '', '', false, 0)`.execute(trx);
      await sql`insert into half_staff_reminders
      values ('c', 'u', 'order:o', '2026-12-07', 5)`.execute(trx);
      await halfStaffMails(trx, engine);
    });
    expect(await db.queries.selectFrom('half_staff_mails').selectAll().execute()).toEqual([
      { user_id: 'u', key: 'begins:order:o:2026-12-07', at: 5 },
    ]);
    const wants = ['mails_begins', 'mails_ends', 'mails_orders', 'mails_drafts'] as const;
    const user = await db.queries.selectFrom('users').select(wants).executeTakeFirstOrThrow();
    expect(Object.values(user)).toEqual([true, true, true, true]);
  },
);
