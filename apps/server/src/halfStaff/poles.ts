import type { Position } from '@halyard/domain';
import {
  type FlagLock,
  type FlagRecord,
  type Hold,
  openCommand,
  POSITION_FIELDS,
  POSITION_SWITCHES,
  POSITIONS,
  type Pole,
  reportedPosition,
  type Scope,
} from '@halyard/domain';
import type { Queries } from '../database/schema.ts';
import { within } from '../database/scope.ts';
import { storedLock } from '../flags/queries.ts';
import { locationPlace } from '../places/locationPlace.ts';
import type { PoleMemory } from './engine/memory.ts';

/** A flag as half-staff sees it: what is stored of it. */
export interface HalfStaffFlag {
  /** `flags.id`. */
  id: string;
  name: string;
  ownerId: string;
  flagId: string;
  company: { id: string; name: string };
  location: { id: string; name: string };
  lock: FlagLock | null;
  /** What its location and company say of it. */
  site: Pick<Pole, 'companyId' | 'locationId' | 'state' | 'place' | 'dailyRule' | 'optedIn'>;
}

const COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };

/**
 * The flags in scope with what half-staff must know of them, by company, location and name.
 * @param ids those alone
 */
export async function findHalfStaffFlags(
  queries: Queries,
  scope: Scope,
  ids?: readonly string[],
): Promise<HalfStaffFlag[]> {
  const rows = await queries
    .selectFrom('flags')
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
      'flags.company_id as companyId',
      'companies.name as company',
      'companies.auto_half_mast as optedIn',
      'flags.location_id as locationId',
      'locations.name as location',
      'locations.state',
      'locations.zip',
      'locations.latitude',
      'locations.longitude',
      'locations.time_zone as timeZone',
      'locations.daily_rule as dailyRule',
    ])
    .where(within(scope, COLUMNS))
    .$if(ids !== undefined, (query) => query.where('flags.id', 'in', ids!))
    .orderBy('companies.name')
    .orderBy('locations.name')
    .orderBy('flags.name')
    .orderBy('flags.id')
    .execute();
  return rows.map(({ id, name, ownerId, flagId, ...row }) => ({
    id,
    name,
    ownerId,
    flagId,
    company: { id: row.companyId, name: row.company },
    location: { id: row.locationId, name: row.location },
    lock: storedLock(row),
    site: {
      companyId: row.companyId,
      locationId: row.locationId,
      state: row.state,
      place: locationPlace(row).place,
      dailyRule: row.dailyRule,
      optedIn: row.optedIn,
    },
  }));
}

/** The pole as the rules see it, of what is stored, what it says and what is remembered. */
export function poleOf(
  flag: HalfStaffFlag,
  record: FlagRecord,
  { hold, before }: { hold: Hold | null } & Pick<PoleMemory, 'before'>,
): Pole {
  return {
    ...flag.site,
    lock: flag.lock ?? record.lock,
    hold,
    before,
    position: headingOf(record),
    isUnderWay: openCommand(record) !== null,
  };
}

/** Where the pole will be: where it was sent while that command is open, else where it is. */
export function headingOf(record: FlagRecord): Position | null {
  return (openCommand(record) ? desiredPosition(record) : null) ?? positionOf(record);
}

/** Where the pole is: by its own word; one that never says where is where it was sent. */
export function positionOf(record: FlagRecord): Position | null {
  if (POSITION_FIELDS.some((field) => record.reported[field] !== undefined))
    return reportedPosition(record);
  return desiredPosition(record);
}

/** Where the pole was sent; null: nowhere. */
export function desiredPosition({ desired, command }: FlagRecord): Position | null {
  const goal = openCommand({ command })?.goal;
  const on = POSITIONS.find((position) => desired[POSITION_SWITCHES[position]] === true);
  return goal ?? on ?? null;
}
