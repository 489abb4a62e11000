import {
  type FlagRecord,
  type Hold,
  isOnline,
  type ListedPole,
  type Pole,
  type PoleRef,
  type Scope,
} from '@halyard/domain';
import type { DomainClock } from '../../../platform/clock.ts';
import type { Services } from '../../calls/context.ts';
import { openHolds } from './holds.ts';
import type { IndexedPole } from './poleIndex.ts';
import { findHalfStaffFlags, type HalfStaffFlag, poleOf } from './poles.ts';

/** A pole with all the current data that the engine needs. */
export interface FleetPole {
  flag: HalfStaffFlag;
  ref: PoleRef;
  record: FlagRecord;
  /**
   * The pole's current hold. It may have expired, but no user has released it. Null if there is
   * none.
   */
  hold: Hold | null;
  pole: Pole;
}

/** Returns the poles that the actor may see, sorted by company, location and name. */
export async function findFleet(
  { db, link, domainClock: clock }: Pick<Services, 'db' | 'link' | 'domainClock'>,
  scope: Scope,
): Promise<FleetPole[]> {
  const flags = await findHalfStaffFlags(db.queries, scope);
  const holds = await openHolds(db.queries);
  return flags.map((flag) =>
    fleetPoleOf({ flag, hold: holds.get(flag.id) ?? null }, link.record(flag), clock),
  );
}

/** Returns a pole with all the current data that the engine needs. */
export const fleetPoleOf = (
  { flag, hold }: IndexedPole,
  record: FlagRecord,
  clock: DomainClock,
): FleetPole => ({
  ...{ flag, hold, record },
  ref: refOf(flag),
  pole: poleOf(flag, record, { hold, clock }),
});

/**
 * Converts poles to the form that is needed to count the effects of an order.
 * @param wall the real current time in epoch milliseconds
 */
export const listedPoles = (fleet: readonly FleetPole[], wall: number): ListedPole[] =>
  fleet.map(({ pole, ref, record }) => ({ pole, ref, isOnline: isOnline(record, wall) }));

/** Whether Halyard moves the pole automatically while autopilot is on. */
export const isMoved = ({ optedIn, dailyRule }: Pole): boolean => optedIn || dailyRule !== 'none';

function refOf({ id, name, company, location }: HalfStaffFlag): PoleRef {
  return { id, name, location: location.name, company: company.name, companyId: company.id };
}
