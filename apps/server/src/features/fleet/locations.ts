import type { Location, Scope } from '@halyard/domain';
import { sql } from 'kysely';
import { locksRows } from '../../platform/database/database.ts';
import { within } from '../../platform/database/scope.ts';
import type { Queries, Trx } from '../../platform/database/tables/schema.ts';
import { locationNotFound } from './errors.ts';
import { locationPlace } from './locationPlace.ts';

const COLUMNS = { company: 'locations.company_id', location: 'locations.id' };

function selectLocations(queries: Queries, scope: Scope) {
  return queries
    .selectFrom('locations')
    .innerJoin('companies', 'companies.id', 'locations.company_id')
    .select([
      'locations.id',
      'locations.name',
      'locations.company_id as companyId',
      'companies.name as company',
      'locations.address1',
      'locations.address2',
      'locations.city',
      'locations.state',
      'locations.zip',
      'locations.phone',
      'locations.latitude',
      'locations.longitude',
      'locations.time_zone as timeZone',
      'locations.daily_rule as dailyRule',
      sql<number>`(select count(*) from flags where flags.company_id = locations.company_id and flags.location_id = locations.id)`.as(
        'flags',
      ),
      sql<number>`(select count(*) from users where users.company_id = locations.company_id and users.location_id = locations.id)`.as(
        'users',
      ),
    ])
    .where(within(scope, COLUMNS));
}

/** Converts a database row to a location, with its coordinates and time zone. */
function toLocation(row: Omit<Location, 'place'>): Location {
  const { place, source } = locationPlace(row);
  return { ...row, place: { ...place, source } };
}

/**
 * Returns the locations that the caller may see, sorted by name. If a company is given, returns
 * only its locations.
 */
export async function findLocations(
  queries: Queries,
  scope: Scope,
  companyId?: string,
): Promise<Location[]> {
  const rows = await selectLocations(queries, scope)
    .$if(companyId !== undefined, (query) => query.where('locations.company_id', '=', companyId!))
    .orderBy('locations.name')
    .orderBy('locations.id')
    .execute();
  return rows.map(toLocation);
}

/**
 * Returns the locations with these IDs, in any order. Leaves out locations outside the caller's
 * scope.
 */
export async function findLocationsById(
  queries: Queries,
  scope: Scope,
  ids: readonly string[],
): Promise<Location[]> {
  const rows = await selectLocations(queries, scope).where('locations.id', 'in', ids).execute();
  return rows.map(toLocation);
}

/**
 * Returns up to `limit` locations that the caller may see, in ID order, starting after a given ID.
 * Leaves out their counts.
 */
export const locationsAfter = (queries: Queries, scope: Scope, after: string, limit: number) =>
  queries
    .selectFrom('locations')
    .select([
      ...(['id', 'name', 'company_id as companyId', 'address1', 'address2', 'city'] as const),
      ...(['state', 'zip', 'phone', 'latitude', 'longitude'] as const),
      ...(['time_zone as timeZone', 'daily_rule as dailyRule'] as const),
    ])
    .where(within(scope, COLUMNS))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Returns the location with this ID.
 * @throws AppError `not-found` if it does not exist or the caller may not see it
 */
export async function locationInScope(
  queries: Queries,
  scope: Scope,
  id: string,
): Promise<Location> {
  const row = await selectLocations(queries, scope)
    .where('locations.id', '=', id)
    .executeTakeFirst();
  if (!row) throw locationNotFound();
  return toLocation(row);
}

/** Returns the company ID of a location in the caller's scope. */
export async function companyOfLocation(
  queries: Queries,
  scope: Scope,
  id: string,
): Promise<string> {
  const row = await queries
    .selectFrom('locations')
    .select('company_id')
    .where('id', '=', id)
    .where(within(scope, COLUMNS))
    .executeTakeFirst();
  if (!row) throw locationNotFound();
  return row.company_id;
}

/**
 * Locks the row of a location until the transaction ends, so that no other transaction adds a flag
 * or account to the location.
 */
export async function lockLocation(trx: Trx, scope: Scope, id: string) {
  const row = await trx
    .selectFrom('locations')
    .selectAll()
    .where('id', '=', id)
    .where(within(scope, COLUMNS))
    .$if(locksRows(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw locationNotFound();
  return row;
}
