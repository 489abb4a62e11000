import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds a column for a hash of an entry's description in the source's list. If the hash changes, the
 * source has corrected the entry, even if the entry's time is the same.
 */
export const entryWording: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema.alterTable('source_entries').addColumn('wording_hash', text).execute();
};
