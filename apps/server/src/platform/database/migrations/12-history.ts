import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const history: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const bytes = engine === 'postgres' ? sql`bytea` : sql`blob`;
  const time = sql`bigint`;
  // Small rows that are only looked up by key are stored in the key's index, which halves their
  // size and the number of writes.
  const asKey = engine === 'postgres' ? sql`` : sql`without rowid`;

  // There are no foreign keys to flags. A company with 1,000 poles has a million rows, too many to
  // delete in the transaction that deletes the company. A background job deletes them later, a few
  // at a time.
  await trx.schema
    .createTable('history_watches')
    .addColumn('from_at', time, (c) => c.primaryKey().notNull())
    .addColumn('until_at', time, (c) => c.notNull())
    .modifyEnd(asKey)
    .execute();

  await trx.schema
    .createTable('history_states')
    .addColumn('flag_id', text, (c) => c.notNull())
    .addColumn('at', time, (c) => c.notNull())
    .addColumn('online', sql`boolean`, (c) => c.notNull())
    .addColumn('position', text)
    .addPrimaryKeyConstraint('history_states_pkey', ['flag_id', 'at'])
    .modifyEnd(asKey)
    .execute();

  // The hour comes first in the key, so that the rows that one write adds for all poles are next to
  // each other.
  await trx.schema
    .createTable('history_hours')
    .addColumn('hour', time, (c) => c.notNull())
    .addColumn('flag_id', text, (c) => c.notNull())
    .addColumn('volts', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('history_hours_pkey', ['hour', 'flag_id'])
    .modifyEnd(asKey)
    .execute();

  await trx.schema
    .createTable('history_sparks')
    .addColumn('flag_id', text, (c) => c.primaryKey().notNull())
    .addColumn('until_at', time, (c) => c.notNull())
    .addColumn('volts', bytes, (c) => c.notNull())
    .modifyEnd(asKey)
    .execute();

  await trx.schema
    .createTable('history_days')
    .addColumn('flag_id', text, (c) => c.notNull())
    .addColumn('at', time, (c) => c.notNull())
    .addColumn('until_at', time, (c) => c.notNull())
    .addColumn('step', 'integer', (c) => c.notNull())
    .addColumn('volts', bytes, (c) => c.notNull())
    .addColumn('online', 'integer', (c) => c.notNull())
    .addColumn('offline', 'integer', (c) => c.notNull())
    .addColumn('up', 'integer', (c) => c.notNull())
    .addColumn('half', 'integer', (c) => c.notNull())
    .addColumn('down', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('history_days_pkey', ['flag_id', 'at'])
    .execute();
};
