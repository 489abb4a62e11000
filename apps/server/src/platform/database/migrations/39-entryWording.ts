import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds a column for the hash of what a source's list says about an entry, so that a correction is
 * detected even if it has no new time.
 */
export const entryWording: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema.alterTable('source_entries').addColumn('wording_hash', text).execute();
};
