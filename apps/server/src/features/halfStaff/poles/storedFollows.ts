import { type Follows, followsAt, type LocationFollows } from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';

/** The columns that store which orders and half-staff days a company and a location follow. */
export interface FollowsColumns {
  companyFollows: string | null;
  locationFollows: string | null;
}

/**
 * The maximum number of cached combinations of followed orders and half-staff days. A full cache is
 * emptied.
 */
const MOST_KNOWN = 10_000;
const known = new Map<string, Follows>();

/**
 * Returns which orders and half-staff days the poles of a location follow. Null if they follow
 * everything. Poles with the same column values share one object, even across calls, so that
 * comparing thousands of poles is fast.
 */
export function storedFollows({ companyFollows, locationFollows }: FollowsColumns): Follows | null {
  if (companyFollows === null && locationFollows === null) return null;
  const key = `${companyFollows} ${locationFollows}`;
  let follows = known.get(key);
  if (follows === undefined) {
    const company = companyFollowsIn(companyFollows);
    follows = followsAt(company, locationFollowsIn(locationFollows)) ?? {};
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, follows);
  }
  return follows;
}

export const companyFollowsIn = (text: string | null): Follows | null =>
  text === null ? null : (JSON.parse(text) as Follows);

export const locationFollowsIn = (text: string | null): LocationFollows | null =>
  text === null ? null : (JSON.parse(text) as LocationFollows);

/**
 * Returns which orders and half-staff days the poles of a location follow. Null if they follow
 * everything.
 */
export async function followsOfLocation(queries: Queries, id: string): Promise<Follows | null> {
  const row = await queries
    .selectFrom('locations')
    .innerJoin('companies', 'companies.id', 'locations.company_id')
    .select(['companies.follows as companyFollows', 'locations.follows as locationFollows'])
    .where('locations.id', '=', id)
    .executeTakeFirst();
  return row ? storedFollows(row) : null;
}
