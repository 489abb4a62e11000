import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/**
 * Adds a column for a hash of how a source's list describes an entry. A changed hash shows that the
 * source has corrected the entry, even if the time of the entry is the same.
 */
export const entryWording: Migration = async (trx, engine) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await trx.schema.alterTable('source_entries').addColumn('wording_hash', text).execute();
};
