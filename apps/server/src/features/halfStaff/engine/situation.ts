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

/** What the engine keeps for each pole between two rounds. */
export interface KeptPole {
  flag: HalfStaffFlag;
  /** The hold that nobody has released, even if it has expired. */
  hold: Hold | null;
  memory: PoleMemory;
  /** The problem that users were notified of; null if none. */
  alarm: string | null;
  /** ID of a hold that must not be made again, because it is already stored; null if none. */
  handledId: string | null;
}

/** One pole at one moment: everything that determines what the engine does. */
export interface Situation extends Readonly<KeptPole> {
  record: FlagRecord;
  /**
   * When the pole began to report its position, on the domain clock; null if the server did not see
   * it.
   */
  positionSince: number | null;
  facts: Facts;
  /**
   * Time on the domain clock at which the engine was turned on, in epoch milliseconds; for the
   * ledger.
   */
  onSince: number;
  clock: DomainClock;
  /** Current time on the domain clock, in epoch milliseconds. */
  now: number;
  /**
   * Current time on the wall clock, in epoch milliseconds; decides presence and the age of
   * commands.
   */
  wall: number;
  isOnline: boolean;
  /** When the pole last reported, in epoch milliseconds of the domain clock; null if never. */
  lastHeardAt: number | null;
  /** The pole in the form that the rules use, without any hold. */
  pole: Pole;
}

/** @param kept fields that are not in `KeptPole` are ignored */
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
