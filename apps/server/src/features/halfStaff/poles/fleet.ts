import {
  type FlagRecord,
  type Hold,
  inScope,
  isOnline,
  type ListedPole,
  type Pole,
  type PoleRef,
  type Scope,
} from '@halyard/domain';
import type { DomainClock } from '../../../platform/clock.ts';
import { Pauses } from '../../../platform/limits/pauses.ts';
import type { Services } from '../../calls/context.ts';
import type { IndexedPole, PoleIndex } from './poleIndex.ts';
import { type HalfStaffFlag, poleOf } from './poles.ts';

/** A pole with all the current data that the engine needs. */
export interface FleetPole {
  flag: HalfStaffFlag;
  ref: PoleRef;
  record: FlagRecord;
  /**
   * The pole's latest hold, which may have expired. Null if there is none or a user has released
   * it.
   */
  hold: Hold | null;
  pole: Pole;
}

type Needed = Pick<Services, 'link' | 'domainClock'>;

/**
 * Calls `visit` for each flag in scope with its stored data, in no particular order. Includes every
 * database change that was committed before the call. Pauses regularly to let the server handle
 * other requests.
 * @param visit must take far less than a millisecond
 */
export async function eachIndexed(
  index: PoleIndex,
  scope: Scope,
  visit: (pole: IndexedPole) => void,
): Promise<void> {
  await index.current();
  const pauses = new Pauses();
  for (const indexed of index.values()) {
    if (pauses.areDue) await pauses.take();
    if (inScope(scope, indexed.flag.site)) visit(indexed);
  }
}

/**
 * Calls `visit` for each flag in scope, in no particular order, with all the current data that the
 * engine needs. Pauses regularly to let the server handle other requests.
 */
export const eachPole = (
  { link, domainClock }: Needed,
  index: PoleIndex,
  scope: Scope,
  visit: (pole: FleetPole) => void,
): Promise<void> =>
  eachIndexed(index, scope, (indexed) =>
    visit(fleetPoleOf(indexed, link.record(indexed.flag), domainClock)),
  );

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
 * Returns the data about a pole that the overview and the preview of an order need to count poles.
 * @param wall the real current time in epoch milliseconds
 */
export const listedPole = ({ pole, ref, record }: FleetPole, wall: number): ListedPole => ({
  pole,
  ref,
  isOnline: isOnline(record, wall),
});

/** Whether Halyard moves the pole automatically while autopilot is on. */
export const isMoved = ({ optedIn, dailyRule }: Pole): boolean => optedIn || dailyRule !== 'none';

/** Returns the names that identify a pole in lists and emails. */
export function refOf({ id, name, company, location }: HalfStaffFlag): PoleRef {
  return { id, name, location: location.name, company: company.name, companyId: company.id };
}
