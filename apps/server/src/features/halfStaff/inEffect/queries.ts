import type { Pole, Scope } from '@halyard/domain';
import { within } from '../../../platform/database/scope.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { locationPlace } from '../../fleet/locationPlace.ts';

const COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };

/**
 * Returns a pole that is up for each location in scope that has flags and whose company has opted
 * in.
 */
export const findSites = async (queries: Queries, scope: Scope): Promise<Pole[]> =>
  (await findAllSites(queries, scope)).filter(({ follows }) => follows).map(({ pole }) => pole);

/** Returns a pole that is up and would follow orders, for each location in scope that has flags. */
export async function findAllSites(
  queries: Queries,
  scope: Scope,
): Promise<{ pole: Pole; follows: boolean }[]> {
  const rows = await queries
    .selectFrom('locations')
    .innerJoin('companies', 'companies.id', 'locations.company_id')
    .select([
      'locations.id as locationId',
      'locations.company_id as companyId',
      'locations.state',
      'locations.zip',
      'locations.latitude',
      'locations.longitude',
      'locations.time_zone as timeZone',
      'locations.daily_rule as dailyRule',
      'companies.auto_half_mast as follows',
    ])
    .where('locations.id', 'in', (eb) =>
      eb.selectFrom('flags').select('flags.location_id').where(within(scope, COLUMNS)),
    )
    .execute();
  return rows.map(({ locationId, companyId, state, dailyRule, follows, ...row }) => {
    const pole: Pole = {
      locationId,
      companyId,
      state,
      place: locationPlace({ state, ...row }).place,
      dailyRule,
      optedIn: true,
      concernedSince: 0,
      releasedAt: null,
      lock: null,
      hold: null,
      reported: 'up',
      position: 'up',
      request: null,
    };
    return { pole, follows };
  });
}

/** Returns the flags in scope to which orders and days apply at `now` (epoch milliseconds). */
export async function findFlagsUnder(queries: Queries, scope: Scope, now: number) {
  const rows = await queries
    .selectFrom('flags')
    .select([
      'flags.id',
      'flags.owner_id as ownerId',
      'flags.flag_id as flagId',
      'flags.location_id as locationId',
      'flags.locked_at',
    ])
    .where(within(scope, COLUMNS))
    .where('flags.concerned_since', '<=', now)
    .orderBy('flags.id')
    .execute();
  return rows.map(({ locked_at, ...flag }) => ({ ...flag, isLocked: locked_at !== null }));
}
