import type { Pole, Scope } from '@halyard/domain';
import { within } from '../../../platform/database/scope.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { locationPlace } from '../../fleet/locationPlace.ts';
import { storedFollows } from '../poles/storedFollows.ts';

const COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };

/** The poles at a location that fly the same type of flag. */
export interface PolesAt {
  /**
   * A pole that represents all of these poles. Its flag is up, and its company counts as following
   * orders.
   */
  pole: Pole;
  /** Whether the company follows orders. */
  optedIn: boolean;
}

/**
 * Returns one pole for each location and type of flag. Includes only poles that the actor may see
 * and whose company follows orders.
 */
export const findSites = async (queries: Queries, scope: Scope): Promise<Pole[]> =>
  (await findAllSites(queries, scope)).filter(({ optedIn }) => optedIn).map(({ pole }) => pole);

/**
 * Returns one pole for each location and type of flag. Includes only poles that the actor may see.
 */
export async function findAllSites(queries: Queries, scope: Scope): Promise<PolesAt[]> {
  const rows = await queries
    .selectFrom((eb) =>
      eb
        .selectFrom('flags')
        .select(['flags.location_id', 'flags.flies'])
        .distinct()
        .where(within(scope, COLUMNS))
        .as('sites'),
    )
    .innerJoin('locations', 'locations.id', 'sites.location_id')
    .innerJoin('companies', 'companies.id', 'locations.company_id')
    .select([
      'sites.flies',
      'locations.id as locationId',
      'locations.company_id as companyId',
      'locations.state',
      'locations.zip',
      'locations.latitude',
      'locations.longitude',
      'locations.time_zone as timeZone',
      'locations.daily_rule as dailyRule',
      'companies.auto_half_mast as optedIn',
      'companies.follows as companyFollows',
      'locations.follows as locationFollows',
    ])
    .execute();
  return rows.map(({ locationId, companyId, flies, state, dailyRule, optedIn, ...row }) => {
    const pole: Pole = {
      locationId,
      companyId,
      state,
      place: locationPlace({ state, ...row }).place,
      dailyRule,
      optedIn: true,
      flies,
      follows: storedFollows(row),
      concernedSince: 0,
      releasedAt: null,
      lock: null,
      hold: null,
      reported: 'up',
      position: 'up',
      request: null,
    };
    return { pole, optedIn };
  });
}

/**
 * Returns the flags that the actor may see and that orders or days apply to at `now` (epoch
 * milliseconds).
 */
export async function findFlagsUnder(queries: Queries, scope: Scope, now: number) {
  const rows = await queries
    .selectFrom('flags')
    .select([
      'flags.id',
      'flags.owner_id as ownerId',
      'flags.flag_id as flagId',
      'flags.location_id as locationId',
      'flags.flies',
      'flags.locked_at',
    ])
    .where(within(scope, COLUMNS))
    .where('flags.concerned_since', '<=', now)
    .orderBy('flags.id')
    .execute();
  return rows.map(({ locked_at, ...flag }) => ({ ...flag, isLocked: locked_at !== null }));
}
