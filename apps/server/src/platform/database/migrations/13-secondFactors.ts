import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const secondFactors: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const bigint = sql`bigint`;
  await trx.schema
    .createTable('second_factors')
    .addColumn('user_id', text, (c) =>
      c.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('secret', text, (c) => c.notNull())
    .addColumn('confirmed_at', bigint)
    .addColumn('last_step', bigint, (c) => c.notNull().defaultTo(0))
    .execute();
  for (const table of ['recovery_codes', 'pending_sign_ins']) {
    await trx.schema
      .createTable(table)
      .addColumn('id', text, (c) => c.primaryKey().notNull())
      .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .execute();
    await trx.schema.createIndex(`${table}.user_id`).on(table).column('user_id').execute();
  }
  await trx.schema
    .alterTable('pending_sign_ins')
    .addColumn('temporary', sql`boolean`, (c) => c.notNull().defaultTo(sql`false`))
    .execute();
  await trx.schema
    .alterTable('pending_sign_ins')
    .addColumn('expires_at', bigint, (c) => c.notNull().defaultTo(0))
    .execute();
};
