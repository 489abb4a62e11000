import {
  type FlagRecord,
  type Hold,
  isOnline,
  lastSeenAt,
  type OrdersAndDays,
  type Pole,
} from '@halyard/domain';
import type { DomainClock } from '../../../platform/clock.ts';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import { type HalfStaffFlag, poleOf } from '../poles/poles.ts';

/** The data that the engine keeps in memory about each pole. */
export interface KeptPole {
  flag: HalfStaffFlag;
  /**
   * The pole's current hold, even if it has expired. Null if there is none or a user has released
   * it.
   */
  hold: Hold | null;
  memory: PoleMemory;
  /** The problem with the pole that Halyard shows to users. Null if there is none. */
  alarm: string | null;
  /**
   * The ID of a hold that is already stored, so that the engine does not create it a second time.
   * Null if there is no such hold.
   */
  handledId: string | null;
}

/** A pole at a given time, with all data that the engine needs to decide what to do. */
export interface Situation extends Readonly<KeptPole> {
  record: FlagRecord;
  /**
   * The time when the pole first reported its current position, by the half-staff engine's clock.
   * Null if the server was not running at that time.
   */
  positionSince: number | null;
  facts: OrdersAndDays;
  /**
   * The time when the engine was turned on, according to the half-staff engine's clock, in epoch
   * milliseconds. Used for the ledger.
   */
  onSince: number;
  clock: DomainClock;
  /** The current time on the half-staff engine's clock, in epoch milliseconds. */
  now: number;
  /**
   * The current real time in epoch milliseconds. It determines which poles are online and how old
   * commands are.
   */
  wall: number;
  isOnline: boolean;
  /**
   * The time when the pole last reported, according to the half-staff engine's clock, in epoch
   * milliseconds. Null if it never has.
   */
  lastHeardAt: number | null;
  /** The pole without its hold, as input for the half-staff rules. */
  pole: Pole;
}

/** Combines a pole's stored and live data into the input for the engine's decision. */
export function situationOf(
  { flag, hold, memory, alarm, handledId }: KeptPole,
  given: Pick<Situation, 'record' | 'positionSince' | 'facts' | 'onSince' | 'clock' | 'wall'>,
): Situation {
  const { record, clock, wall } = given;
  const heard = lastSeenAt(record, wall);
  return {
    ...given,
    ...{ flag, hold, memory, alarm, handledId },
    now: clock.at(wall),
    isOnline: isOnline(record, wall),
    lastHeardAt: heard === null ? null : clock.at(heard),
    pole: poleOf(flag, record, { hold: null, clock }),
  };
}
