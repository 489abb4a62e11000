import type { Facts, FlagRecord, Hold, Pole } from '@halyard/domain';
import type { DomainClock } from '../../../platform/clock.ts';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import type { HalfStaffFlag } from '../poles/poles.ts';

/** All that the engine knows of one pole. */
export interface Situation {
  flag: HalfStaffFlag;
  record: FlagRecord;
  /** The one that nobody released, expired or not. */
  hold: Hold | null;
  memory: PoleMemory;
  /** When the pole began to report its position, by the domain clock, where that was seen; else null. */
  positionSince: number | null;
  /** Id of a hold that is not made any more, as the stored ones say; null: none. */
  handledId: string | null;
  /** What people have been told is wrong; null: nothing. */
  alarm: string | null;
  facts: Facts;
  /** Epoch milliseconds of the domain clock at which the engine was switched on; only the ledger asks. */
  onSince: number;
  clock: DomainClock;
}

/** The same at one moment. */
export interface Seen extends Situation {
  /** Epoch milliseconds of the domain clock. */
  now: number;
  /** Epoch milliseconds of the wall clock, by which presence and commands go. */
  wall: number;
  isOnline: boolean;
  /** Epoch milliseconds of the domain clock; null: never. */
  lastHeardAt: number | null;
  /** The pole as the rules see it, without any hold. */
  pole: Pole;
}
