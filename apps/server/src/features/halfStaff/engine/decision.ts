import type { Position, ShouldBe, SwitchStates } from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import type { LedgerNote } from '../ledger/append.ts';
import type { ManualHold } from './manual.ts';
import type { Situation } from './situation.ts';

/** A ledger entry for the pole that a decision is about. */
export type PoleNote = Omit<LedgerNote, 'flag' | 'company'>;

/** What the engine does about a pole, and why. */
export interface Decision {
  situation: Situation;
  should: ShouldBe;
  /** The position that the pole reports; null if it reports none. */
  position: Position | null;
  /** Whether the reported position is wrong; the lamp is ignored. */
  isMisplaced: boolean;
  /** Number of commands already sent for the position that should be in effect now. */
  tries: number;
  memory: PoleMemory;
  notes: PoleNote[];
  /**
   * A new hold, created by a user's command, that overrides the engine from now on; null if there
   * is none.
   */
  newHold: ManualHold | null;
  /**
   * Whether the hold ends because it has expired, or because a user moved the pole to where
   * autopilot would have it.
   */
  endsHold: boolean;
  /** A new value for the flag's `releasedAt`; null to leave it unchanged. */
  release: { at: number | null } | null;
  /** The command to send now; null if none. */
  send: Partial<SwitchStates> | null;
  /** The problem to show to users; null if there is none. */
  alarm: string | null;
  /** When to decide again if nothing happens before, in epoch milliseconds for each clock. */
  lookAt: { domain: number; wall: number };
}
