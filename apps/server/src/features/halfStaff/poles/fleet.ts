import {
  type FlagRecord,
  type Hold,
  isOnline,
  type Pole,
  type PoleRef,
  type Scope,
  type SeenPole,
} from '@halyard/domain';
import type { Services } from '../../calls/context.ts';
import { openHolds } from './holds.ts';
import { findHalfStaffFlags, type HalfStaffFlag, poleOf } from './poles.ts';

/** One of many poles, with everything that half-staff knows about it now. */
export interface FleetPole {
  flag: HalfStaffFlag;
  ref: PoleRef;
  record: FlagRecord;
  /** The open hold, which nobody has released, expired or not. */
  hold: Hold | null;
  pole: Pole;
}

/** Returns the poles in scope, by company, location and name. */
export async function findFleet(
  { db, link, domainClock: clock }: Pick<Services, 'db' | 'link' | 'domainClock'>,
  scope: Scope,
): Promise<FleetPole[]> {
  const flags = await findHalfStaffFlags(db.queries, scope);
  const holds = await openHolds(db.queries);
  return flags.map((flag) => {
    const record = link.record(flag);
    const hold = holds.get(flag.id) ?? null;
    const pole = poleOf(flag, record, { hold, clock });
    return { flag, ref: refOf(flag), record, hold, pole };
  });
}

/**
 * Converts the fleet for counting the effects of an order.
 * @param wall epoch milliseconds of the wall clock
 */
export const seenPoles = (fleet: readonly FleetPole[], wall: number): SeenPole[] =>
  fleet.map(({ pole, ref, record }) => ({ pole, ref, isOnline: isOnline(record, wall) }));

/** Whether Halyard moves the pole by itself when the engine is on. */
export const isMoved = ({ optedIn, dailyRule }: Pole): boolean => optedIn || dailyRule !== 'none';

function refOf({ id, name, company, location }: HalfStaffFlag): PoleRef {
  return { id, name, location: location.name, company: company.name, companyId: company.id };
}
