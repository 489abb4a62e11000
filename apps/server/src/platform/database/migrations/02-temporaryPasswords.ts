import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const temporaryPasswords: Migration = async (trx, engine) => {
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
};
