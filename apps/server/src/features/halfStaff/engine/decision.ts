import type { Position, ShouldBe, SwitchStates } from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import type { LedgerNote } from '../ledger/append.ts';
import type { ManualHold } from './manual.ts';
import type { Situation } from './situation.ts';

/** A ledger entry about the pole of a decision. */
export type PoleNote = Omit<LedgerNote, 'flag' | 'company'>;

/** What the engine does in a situation, and why. */
export interface Decision {
  situation: Situation;
  should: ShouldBe;
  /** The position that the pole reports; null if it reports none. */
  position: Position | null;
  /** Whether that is the wrong position; the lamp does not matter. */
  isMisplaced: boolean;
  /** Number of commands sent for the position that should be in effect now. */
  tries: number;
  memory: PoleMemory;
  notes: PoleNote[];
  /** A new hold, made by a user's command that overrides the engine from now on. */
  newHold: ManualHold | null;
  /**
   * Whether the hold ends, because it has expired or a user moved the pole to where autopilot wants
   * it.
   */
  endsHold: boolean;
  /** A new value for the flag's `releasedAt`; null to leave it unchanged. */
  release: { at: number | null } | null;
  /** What to command now; null if nothing. */
  send: Partial<SwitchStates> | null;
  /** The problem to show to users; null if none. */
  alarm: string | null;
  /** When to decide again if nothing happens before, in epoch milliseconds on each clock. */
  lookAt: { domain: number; wall: number };
}
