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
  /** The hold that nobody has released, expired or not. */
  hold: Hold | null;
  memory: PoleMemory;
  /** The problem that users have been notified of; null: none. */
  alarm: string | null;
  /** Id of a hold that must not be made again, because the stored holds include it; null: none. */
  handledId: string | null;
}

/** One pole at one moment: everything that decides what the engine does. */
export interface Situation extends Readonly<KeptPole> {
  record: FlagRecord;
  /**
   * When the pole began to report its position, by the domain clock; null if the server did not see
   * it.
   */
  positionSince: number | null;
  facts: Facts;
  /** Epoch milliseconds of the domain clock at which the engine was switched on; for the ledger. */
  onSince: number;
  clock: DomainClock;
  /** Epoch milliseconds of the domain clock. */
  now: number;
  /** Epoch milliseconds of the wall clock, which decides presence and the age of commands. */
  wall: number;
  isOnline: boolean;
  /** Epoch milliseconds of the domain clock; null: the pole was never heard from. */
  lastHeardAt: number | null;
  /** The pole as the rules see it, without any hold. */
  pole: Pole;
}

/** @param kept fields other than those of `KeptPole` are ignored */
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
