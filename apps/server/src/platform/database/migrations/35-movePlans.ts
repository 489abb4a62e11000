import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds a table for the plans of mass moves. Each list of flags in a plan is stored as JSON, so that
 * one statement can store a plan for 100,000 flags.
 */
export const movePlans: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema
    .createTable('move_plans')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('user_id', text, (c) => c.notNull())
    .addColumn('control', text, (c) => c.notNull())
    .addColumn('flags', 'integer', (c) => c.notNull())
    .addColumn('flag_ids', sql`jsonb`, (c) => c.notNull())
    .addColumn('offline_ids', sql`jsonb`, (c) => c.notNull())
    .addColumn('locked_ids', sql`jsonb`, (c) => c.notNull())
    .addColumn('created_at', sql`bigint`, (c) => c.notNull())
    .execute();
  await trx.schema
    .createIndex('move_plans.user')
    .on('move_plans')
    .columns(['user_id', 'created_at'])
    .execute();
};
