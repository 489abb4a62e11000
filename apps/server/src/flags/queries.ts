import type { Scope } from '@halyard/domain';
import { locksRows } from '../database/database.ts';
import type { Queries, Trx } from '../database/schema.ts';
import { within } from '../database/scope.ts';
import { notFound } from '../errors.ts';

const COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };

/** A flag as the relational database holds it; its live state is in the realtime one. */
export interface FlagRow {
  id: string;
  flagId: string;
  name: string;
  ownerId: string;
  companyId: string;
  company: string;
  locationId: string;
  location: string;
}

function selectFlags(queries: Queries, scope: Scope) {
  return queries
    .selectFrom('flags')
    .innerJoin('companies', 'companies.id', 'flags.company_id')
    .innerJoin('locations', 'locations.id', 'flags.location_id')
    .select([
      'flags.id',
      'flags.flag_id as flagId',
      'flags.name',
      'flags.owner_id as ownerId',
      'flags.company_id as companyId',
      'companies.name as company',
      'flags.location_id as locationId',
      'locations.name as location',
    ])
    .where(within(scope, COLUMNS));
}

/** The flags in scope, of one company or location where given, by name. */
export function findFlags(
  queries: Queries,
  scope: Scope,
  of: { companyId?: string; locationId?: string } = {},
): Promise<FlagRow[]> {
  return selectFlags(queries, scope)
    .$if(of.companyId !== undefined, (q) => q.where('flags.company_id', '=', of.companyId!))
    .$if(of.locationId !== undefined, (q) => q.where('flags.location_id', '=', of.locationId!))
    .orderBy('flags.name')
    .orderBy('flags.id')
    .execute();
}

/** @throws AppError `not-found` outside the scope, as if it did not exist. */
export async function flagInScope(queries: Queries, scope: Scope, id: string): Promise<FlagRow> {
  const flag = await selectFlags(queries, scope).where('flags.id', '=', id).executeTakeFirst();
  if (!flag) throw notFound('Flag');
  return flag;
}

/** The flag's own row, held until the transaction ends. */
export async function lockFlag(trx: Trx, scope: Scope, id: string) {
  const row = await trx
    .selectFrom('flags')
    .select(['id', 'flag_id', 'owner_id', 'company_id', 'location_id', 'move_timeout'])
    .where('id', '=', id)
    .where(within(scope, COLUMNS))
    .$if(locksRows(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound('Flag');
  return row;
}

/** Every flag's place in the realtime database and what the server owns there. */
export function findMirroredFlags(queries: Queries) {
  return queries
    .selectFrom('flags')
    .select([
      'owner_id as ownerId',
      'flag_id as flagId',
      'company_id as companyId',
      'location_id as locationId',
      'move_timeout as moveTimeout',
    ])
    .execute();
}
