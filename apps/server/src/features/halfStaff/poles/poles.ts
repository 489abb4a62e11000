import {
  currentPosition,
  ENGINE_ACTOR,
  type FlagLock,
  type FlagRecord,
  type Hold,
  heading,
  newestPositionRequest,
  type Pole,
  requestedPosition,
  type Scope,
} from '@halyard/domain';
import type { DomainClock } from '../../../platform/clock.ts';
import { within } from '../../../platform/database/scope.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { storedLock } from '../../../realtime/outbox/mirroredFlags.ts';
import { locationPlace } from '../../fleet/locationPlace.ts';
import { storedFollows } from './storedFollows.ts';

/** The part of a flag's stored data that the half-staff rules need. */
export interface HalfStaffFlag {
  /** The flag's ID in the table `flags`. */
  id: string;
  name: string;
  ownerId: string;
  flagId: string;
  company: { id: string; name: string };
  location: { id: string; name: string };
  lock: FlagLock | null;
  /**
   * Whether the server simulates the pole. Autopilot moves simulated poles, but the ledger ignores
   * them.
   */
  isSimulated: boolean;
  /** The pole's settings that come from its location and company. */
  site: Pick<
    Pole,
    | 'companyId'
    | 'locationId'
    | 'state'
    | 'place'
    | 'dailyRule'
    | 'optedIn'
    | 'flies'
    | 'follows'
    | 'concernedSince'
    | 'releasedAt'
  >;
}

const COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };

/**
 * Returns the flags that the actor may see, sorted by company, location and name. Includes the data
 * that the half-staff rules need.
 * @param ids limits the query to flags with these values of `flags.id`
 */
export async function findHalfStaffFlags(
  queries: Queries,
  scope: Scope,
  ids?: readonly string[],
): Promise<HalfStaffFlag[]> {
  const rows = await selectFlags(queries)
    .where(within(scope, COLUMNS))
    .$if(ids !== undefined, (query) => query.where('flags.id', 'in', ids!))
    .orderBy('companies.name')
    .orderBy('locations.name')
    .orderBy('flags.name')
    .orderBy('flags.id')
    .execute();
  return rows.map(toHalfStaffFlag);
}

/**
 * Returns at most `limit` flags, from all companies, whose IDs come after the given ID, sorted by
 * ID.
 */
export async function halfStaffFlagsAfter(
  queries: Queries,
  after: string,
  limit: number,
): Promise<HalfStaffFlag[]> {
  // Without the subquery, PostgreSQL joins all flags for each part until it has statistics about a
  // newly filled table.
  const part = queries
    .selectFrom('flags')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  const rows = await selectFlags(queries, part).orderBy('flags.id').execute();
  return rows.map(toHalfStaffFlag);
}

/**
 * Selects flags, with the data about their location and company that the half-staff rules need.
 * @param flags a query for the flags; all flags if omitted
 */
const selectFlags = (queries: Queries, flags = queries.selectFrom('flags').selectAll()) =>
  queries
    .selectFrom(flags.as('flags'))
    .innerJoin('companies', 'companies.id', 'flags.company_id')
    .innerJoin('locations', 'locations.id', 'flags.location_id')
    .select([
      'flags.id',
      'flags.name',
      'flags.owner_id as ownerId',
      'flags.flag_id as flagId',
      'flags.lock_reason',
      'flags.locked_by',
      'flags.locked_by_name',
      'flags.locked_at',
      'flags.simulated as isSimulated',
      'flags.company_id as companyId',
      'companies.name as company',
      'flags.flies',
      'companies.auto_half_mast as optedIn',
      'companies.follows as companyFollows',
      'locations.follows as locationFollows',
      'flags.location_id as locationId',
      'locations.name as location',
      'locations.state',
      'locations.zip',
      'locations.latitude',
      'locations.longitude',
      'locations.time_zone as timeZone',
      'locations.daily_rule as dailyRule',
      'flags.concerned_since as concernedSince',
      'flags.released_at as releasedAt',
    ]);

type FlagRow = Awaited<ReturnType<ReturnType<typeof selectFlags>['execute']>>[number];

const toHalfStaffFlag = ({ id, name, ownerId, flagId, ...row }: FlagRow): HalfStaffFlag => ({
  id,
  name,
  ownerId,
  flagId,
  company: { id: row.companyId, name: row.company },
  location: { id: row.locationId, name: row.location },
  lock: storedLock(row),
  isSimulated: row.isSimulated,
  site: {
    companyId: row.companyId,
    locationId: row.locationId,
    state: row.state,
    place: locationPlace(row).place,
    dailyRule: row.dailyRule,
    optedIn: row.optedIn,
    flies: row.flies,
    follows: storedFollows(row),
    concernedSince: row.concernedSince,
    releasedAt: row.releasedAt,
  },
});

/**
 * Converts a pole's stored data, its reports and its last command to the input for the half-staff
 * rules.
 */
export function poleOf(
  flag: HalfStaffFlag,
  record: FlagRecord,
  { hold, clock }: { hold: Hold | null; clock: DomainClock },
): Pole {
  return {
    ...flag.site,
    lock: flag.lock ?? record.lock,
    hold,
    reported: currentPosition(record),
    position: heading(record),
    request: requestOf(record, clock),
  };
}

function requestOf(record: FlagRecord, clock: DomainClock): Pole['request'] {
  const request = newestPositionRequest(record);
  if (!request) return null;
  return {
    byPerson: request.by !== ENGINE_ACTOR,
    to: requestedPosition(record),
    at: clock.at(request.at),
    isConfirmed: record.command?.outcome === 'confirmed',
  };
}
