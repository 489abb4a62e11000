import type { MoveControl, Position, PositionRequest } from '@halyard/domain';
import type { Json, Time } from './columns.ts';

/** One press on a master control; kept for a day. */
export interface MoveTable {
  id: string;
  /** The user or service account that moved the flags; may be gone. */
  user_id: string;
  control: MoveControl;
  created_at: Time;
}

/** One flag of a mass move, with what Undo needs. */
export interface MoveFlagTable {
  move_id: string;
  /** `flags.id`. */
  flag_id: string;
  /** What was asked of it: a position or the lamp. */
  position: Position | null;
  lamp: boolean | null;
  /** Where it was, or was going; null: not known. */
  position_before: Position | null;
  lamp_before: boolean;
  /** The newest request for a position before the move; null: none. */
  request_before: Json<PositionRequest | null>;
  /** `holds.id` of the hold that was open; null: none. */
  hold_before: string | null;
  /** Null: no command was sent. */
  command_id: string | null;
  /** Why no command was sent; null: one was. */
  problem: string | null;
  /** Id of the command that undoes it, sent or not. */
  undo_command_id: string;
  undone_at: Time | null;
}
