import {
  type Facts,
  type FlagRecord,
  type Hold,
  isOnline,
  lastSeenAt,
  type Pole,
} from '@halyard/domain';
import type { DomainClock } from '../../../platform/clock.ts';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import { type HalfStaffFlag, poleOf } from '../poles/poles.ts';

/** What the engine keeps about each pole between rounds. */
export interface KeptPole {
  flag: HalfStaffFlag;
  /** The hold that no user has released, even if it has expired; null if none. */
  hold: Hold | null;
  memory: PoleMemory;
  /** The problem that users were notified of; null if none. */
  alarm: string | null;
  /** ID of a hold that must not be created again, because it is already stored; null if none. */
  handledId: string | null;
}

/** One pole at a given time: everything that determines what the engine does. */
export interface Situation extends Readonly<KeptPole> {
  record: FlagRecord;
  /**
   * When the pole began to report its current position, by the half-staff clock; null if the server
   * did not see that.
   */
  positionSince: number | null;
  facts: Facts;
  /**
   * When the engine was turned on, in epoch milliseconds of the half-staff clock; used for the
   * ledger.
   */
  onSince: number;
  clock: DomainClock;
  /** Current time in epoch milliseconds of the half-staff clock. */
  now: number;
  /**
   * Current time in epoch milliseconds of the wall clock. Determines who is online and how old
   * commands are.
   */
  wall: number;
  isOnline: boolean;
  /** When the pole last reported, in epoch milliseconds of the half-staff clock; null if never. */
  lastHeardAt: number | null;
  /** The pole in the form that the rules use, without its hold. */
  pole: Pole;
}

/** @param kept may have more fields than `KeptPole`; they are ignored */
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
