import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds tables that store mass moves and how to undo them, and a column for the time when an undo
 * restored a hold.
 */
export const massMoves: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const time = sql`bigint`;
  await trx.schema
    .createTable('moves')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('user_id', text, (c) => c.notNull())
    .addColumn('control', text, (c) => c.notNull())
    .addColumn('created_at', time, (c) => c.notNull())
    .execute();
  await trx.schema
    .createIndex('moves.user')
    .on('moves')
    .columns(['user_id', 'created_at'])
    .execute();
  await trx.schema
    .createTable('move_flags')
    .addColumn('move_id', text, (c) => c.notNull().references('moves.id').onDelete('cascade'))
    .addColumn('flag_id', text, (c) => c.notNull().references('flags.id').onDelete('cascade'))
    .addColumn('position', text)
    .addColumn('lamp', 'boolean')
    .addColumn('position_before', text)
    .addColumn('lamp_before', 'boolean', (c) => c.notNull())
    .addColumn('request_before', sql`jsonb`, (c) => c.notNull())
    .addColumn('hold_before', text)
    .addColumn('command_id', text)
    .addColumn('problem', text)
    .addColumn('undo_command_id', text, (c) => c.notNull())
    .addColumn('undone_at', time)
    .addPrimaryKeyConstraint('move_flags_pkey', ['move_id', 'flag_id'])
    .execute();
  await trx.schema.createIndex('move_flags.flag').on('move_flags').column('flag_id').execute();
  await trx.schema
    .createIndex('move_flags.undo')
    .on('move_flags')
    .column('undo_command_id')
    .execute();
  await trx.schema.alterTable('holds').addColumn('restored_at', time).execute();
};
