import type { Position, ShouldBe, SwitchStates } from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';
import type { LedgerNote } from '../ledger/append.ts';
import type { ManualHold } from './manual.ts';
import type { Situation } from './situation.ts';

/** The content of a ledger entry about one pole. */
export type PoleNote = Omit<LedgerNote, 'flag' | 'company'>;

/** The engine's decision about a pole, with its reasons. */
export interface Decision {
  situation: Situation;
  should: ShouldBe;
  /** The position that the pole reports. Null if it reports none. */
  position: Position | null;
  /** Whether the reported position is wrong. The lamp does not matter. */
  isMisplaced: boolean;
  /**
   * How many commands the engine has already sent to move the pole to its current planned position.
   */
  tries: number;
  memory: PoleMemory;
  notes: PoleNote[];
  /**
   * The new hold that a user's command creates, which overrides the engine from now on. Null if
   * there is none.
   */
  newHold: ManualHold | null;
  /**
   * Whether the hold ends, because it has expired or because a user has moved the pole to the
   * position that autopilot requires anyway.
   */
  endsHold: boolean;
  /**
   * A change to `releasedAt`, the time when half-staff ended for the flag. Null to leave it
   * unchanged.
   */
  release: { at: number | null } | null;
  /** The command to send to the pole now; null if there is none. */
  send: Partial<SwitchStates> | null;
  /** The problem with the pole, as shown to users. Null if there is none. */
  alarm: string | null;
  /**
   * When to check the pole again at the latest, in epoch milliseconds: `domain` by the half-staff
   * engine's clock, `wall` in real time.
   */
  lookAt: { domain: number; wall: number };
}
