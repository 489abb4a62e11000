import type { Position, ShouldBe, SwitchStates } from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import type { LedgerNote } from '../ledger/append.ts';
import type { ManualHold } from './manual.ts';
import type { Situation } from './situation.ts';

/** An entry for the ledger about the decision's pole. */
export type PoleNote = Omit<LedgerNote, 'flag' | 'company'>;

/** What the engine does in a situation, and why. */
export interface Decision {
  situation: Situation;
  should: ShouldBe;
  /** The position that the pole reports; null: it reports none. */
  position: Position | null;
  /** Whether that is the wrong position; the lamp does not matter. */
  isMisplaced: boolean;
  /** Number of commands sent for what should be in effect now. */
  tries: number;
  memory: PoleMemory;
  notes: PoleNote[];
  /** A new hold, made by a person's command that overrides the engine from now on. */
  newHold: ManualHold | null;
  /** The pole's hold has expired, or a person has moved the pole to where autopilot wants it. */
  endsHold: boolean;
  /** A new value for the flag's `releasedAt`; null: no change. */
  release: { at: number | null } | null;
  /** What to command now; null: nothing. */
  send: Partial<SwitchStates> | null;
  /** The problem to show to users; null: none. */
  alarm: string | null;
  /** Epoch milliseconds on each clock at which to decide again if nothing happens before. */
  lookAt: { domain: number; wall: number };
}
