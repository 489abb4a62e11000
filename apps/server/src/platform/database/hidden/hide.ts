import { sql } from 'kysely';
import type { Queries, Trx } from '../tables/schema.ts';

/**
 * Hides a company and everything that belongs to it as soon as the transaction ends. Its records
 * remain in the `stored_` tables until a job removes them.
 */
export async function hideCompany(trx: Trx, id: string, at: number): Promise<void> {
  await trx.insertInto('hidden').values({ id, kind: 'company', at }).execute();
  await trx.insertInto('record_changes').values({ kind: 'companies', record_id: id }).execute();
}

/** Hides the records that an import is about to create, until they are either shown or deleted. */
export async function hideImport(trx: Trx, id: string, at: number): Promise<void> {
  await trx.insertInto('hidden').values({ id, kind: 'import', at }).execute();
}

/** Shows all records of an import as soon as the transaction ends. */
export async function showImport(trx: Trx, id: string): Promise<void> {
  await forgetHidden(trx, id);
  await trx.insertInto('record_changes').values({ kind: 'imports', record_id: id }).execute();
}

/** Returns the IDs of the companies that are hidden, oldest first. */
export async function findHiddenCompanies(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('hidden')
    .select('id')
    .where('kind', '=', 'company')
    .orderBy('at')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes a company or an import from the table `hidden`. */
export async function forgetHidden(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('hidden').where('id', '=', id).execute();
}

/**
 * For each table, the column whose values must be unique. New records may reuse the values of a
 * hidden company's records.
 */
const UNIQUE = { flags: 'flag_id_key', users: 'username_key' } as const;

/**
 * Frees the flag IDs or usernames of a hidden company's records, so that new records can use them
 * immediately. The hidden records get other unique values, based on their IDs, until a job deletes
 * them.
 */
export async function freeKeys(
  trx: Trx,
  table: keyof typeof UNIQUE,
  keys: readonly string[],
): Promise<void> {
  const hidden = await trx
    .selectFrom('hidden')
    .select('id')
    .where('kind', '=', 'company')
    .limit(1)
    .executeTakeFirst();
  if (!hidden || keys.length === 0) return;
  const column = UNIQUE[table];
  // The two statements differ only in their names, which Kysely's types cannot express.
  await trx
    .updateTable(table as 'flags')
    .set({ [column]: sql<string>`'~' || id` })
    .where(column as 'flag_id_key', 'in', keys)
    .where('company_id', 'in', trx.selectFrom('hidden').select('id').where('kind', '=', 'company'))
    .execute();
}
