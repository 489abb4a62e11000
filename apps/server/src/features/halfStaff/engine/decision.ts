import type { Position, ShouldBe, SwitchStates } from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import type { LedgerNote } from '../ledger/append.ts';
import type { ManualHold } from './manual.ts';
import type { Situation } from './situation.ts';

/** An entry for the ledger about the decision's pole. */
export type PoleNote = Omit<LedgerNote, 'flag' | 'company'>;

/** What follows from a situation. */
export interface Decision {
  situation: Situation;
  should: ShouldBe;
  /** Where the pole reports its flag to be; null: it reports no position. */
  position: Position | null;
  /** Whether that is the wrong position; the lamp does not matter. */
  isMisplaced: boolean;
  /** Commands given for what should be in effect now. */
  tries: number;
  memory: PoleMemory;
  notes: PoleNote[];
  /** A person's command that from now on stands against the engine. */
  newHold: ManualHold | null;
  /** The pole's hold has expired, or a person has moved the pole to where autopilot wants it. */
  endsHold: boolean;
  /** A new value for the flag's `releasedAt`; null: it stays as it is. */
  release: { at: number | null } | null;
  /** What to command now; null: nothing. */
  send: Partial<SwitchStates> | null;
  /** What is wrong, for people; null: nothing. */
  alarm: string | null;
  /** Epoch milliseconds of either clock at which to decide again, if nothing happens before. */
  lookAt: { domain: number; wall: number };
}
