import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Copies of the ledger's constants at the time of the migration, so that the migration does not
 * change when the constants do.
 */
const LEDGER_HEAD = 'ledger-head';
const EMPTY_HEAD = { count: 0, hash: '0'.repeat(64) };

export const halfStaffEngine: Migration = async (trx, engine) => {
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

  // There are no foreign keys, because ledger entries stay after their flags and companies are
  // deleted. The exact bytes of the body matter.
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
  // Each append locks this row, so that only one transaction writes at a time with either engine.
  await trx
    .insertInto('settings')
    .values({ id: LEDGER_HEAD, value: JSON.stringify(EMPTY_HEAD) })
    .execute();
};
