import { FLAG_TEXTS, type FlagLock, type FlagText, type Scope } from '@halyard/domain';
import type { Selectable } from 'kysely';
import { inBatches } from '../../platform/database/batches.ts';
import { locksRows } from '../../platform/database/database.ts';
import { within } from '../../platform/database/scope.ts';
import type { FlagTable } from '../../platform/database/tables/flags.ts';
import type { Queries, Trx } from '../../platform/database/tables/schema.ts';
import { type LockColumns, MIRRORED, storedLock } from '../../realtime/outbox/mirroredFlags.ts';
import { flagNotFound } from './errors.ts';

const COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };

/**
 * A flag as it is stored in the relational database. Its live state is in the realtime database.
 */
export interface FlagRow extends Pick<Selectable<FlagTable>, FlagText> {
  id: string;
  flagId: string;
  ownerId: string;
  companyId: string;
  company: string;
  locationId: string;
  location: string;
  /** The two-letter code of the location's state. */
  state: string;
  /** Whether the company follows half-staff orders. */
  followsOrders: boolean;
  /**
   * The flag's stored maintenance lock. Null if there is none. The lock takes effect once it is in
   * the realtime database too.
   */
  lock: FlagLock | null;
  isSimulated: boolean;
}

function selectFlags(queries: Queries, scope: Scope) {
  return queries
    .selectFrom('flags')
    .innerJoin('companies', 'companies.id', 'flags.company_id')
    .innerJoin('locations', 'locations.id', 'flags.location_id')
    .select([
      'flags.id',
      'flags.flag_id as flagId',
      ...FLAG_TEXTS.map((text) => `flags.${text}` as const),
      'flags.owner_id as ownerId',
      'flags.company_id as companyId',
      'companies.name as company',
      'companies.auto_half_mast as followsOrders',
      'flags.location_id as locationId',
      'locations.name as location',
      'locations.state',
      'flags.lock_reason',
      'flags.locked_by',
      'flags.locked_by_name',
      'flags.locked_at',
      'flags.simulated as isSimulated',
    ])
    .where(within(scope, COLUMNS));
}

/**
 * Returns the flags that the caller may see, sorted by name. If a company or location is given,
 * returns only its flags.
 */
export async function findFlags(
  queries: Queries,
  scope: Scope,
  of: { companyId?: string; locationId?: string } = {},
): Promise<FlagRow[]> {
  const rows = await selectFlags(queries, scope)
    .$if(of.companyId !== undefined, (q) => q.where('flags.company_id', '=', of.companyId!))
    .$if(of.locationId !== undefined, (q) => q.where('flags.location_id', '=', of.locationId!))
    .orderBy('flags.name')
    .orderBy('flags.id')
    .execute();
  return rows.map(withLock);
}

/** Returns the flags with these IDs, in any order. Leaves out flags outside the caller's scope. */
export async function findFlagsById(
  queries: Queries,
  scope: Scope,
  ids: readonly string[],
): Promise<FlagRow[]> {
  const found: FlagRow[] = [];
  await inBatches(ids, async (batch) => {
    const rows = await selectFlags(queries, scope).where('flags.id', 'in', batch).execute();
    for (const row of rows) found.push(withLock(row));
  });
  return found;
}

/** Returns the `flags.id` of all simulated poles. */
export async function simulatedFlagIds(queries: Queries): Promise<ReadonlySet<string>> {
  const rows = await queries
    .selectFrom('flags')
    .select('id')
    .where('simulated', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the move timeouts of the flags with these IDs. Leaves out flags with the default timeout.
 */
export async function findMoveTimeouts(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom('flags')
    .select(['id', 'move_timeout as moveTimeout'])
    .where('id', 'in', ids)
    .where('move_timeout', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, moveTimeout }) => [id, moveTimeout!]));
}

/**
 * Returns the fields that users can edit, for each flag that the caller may see. `moveTimeout` is
 * null for the default.
 * @param keys the flag IDs to look up, normalized with `uniqueKey`; all flags if omitted
 */
export function findFlagSettings(queries: Queries, scope: Scope, keys?: readonly string[]) {
  return queries
    .selectFrom('flags')
    .select([
      'id',
      'flag_id as flagId',
      ...FLAG_TEXTS,
      'company_id as companyId',
      'location_id as locationId',
      'move_timeout as moveTimeout',
      'owner_id as ownerId',
    ])
    .where(within(scope, COLUMNS))
    .$if(keys !== undefined, (query) => query.where('flag_id_key', 'in', keys!))
    .execute();
}

/**
 * Returns the flag with this ID.
 * @throws AppError `not-found` if it does not exist or the caller may not see it
 */
export async function flagInScope(queries: Queries, scope: Scope, id: string): Promise<FlagRow> {
  const flag = await selectFlags(queries, scope).where('flags.id', '=', id).executeTakeFirst();
  if (!flag) throw flagNotFound();
  return withLock(flag);
}

/** Returns the row of the flag with this ID, and locks it until the transaction ends. */
export async function lockFlagRow(trx: Trx, scope: Scope, id: string) {
  const row = await trx
    .selectFrom('flags')
    .select([...MIRRORED, ...FLAG_TEXTS, 'simulated'])
    .where('id', '=', id)
    .where(within(scope, COLUMNS))
    .$if(locksRows(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw flagNotFound();
  return row;
}

/** Returns the column values for the text fields of a flag that users can edit. */
export const textColumns = <Texts extends { readonly [Text in FlagText]?: unknown }>(
  texts: Texts,
) => Object.fromEntries(FLAG_TEXTS.map((text) => [text, texts[text]])) as Pick<Texts, FlagText>;

/** Returns a flag's company, location and name for a log entry. */
export const placeOf = (
  row: Pick<Selectable<FlagTable>, 'id' | 'name' | 'company_id' | 'location_id'>,
) => ({
  companyId: row.company_id,
  locationId: row.location_id,
  flagId: row.id,
  subject: row.name,
});

function withLock<Row extends LockColumns>(row: Row) {
  const { lock_reason, locked_by, locked_by_name, locked_at, ...flag } = row;
  return { ...flag, lock: storedLock({ lock_reason, locked_by, locked_by_name, locked_at }) };
}
