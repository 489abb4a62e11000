import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds the hash of what a source's list says about an entry, so that a correction without a new time
 * is noticed.
 */
export const entryWording: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema.alterTable('source_entries').addColumn('wording_hash', text).execute();
};
