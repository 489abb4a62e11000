import type { MoveControl, Position, PositionRequest } from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Json, Time } from './columns.ts';

/**
 * The flags that a master control would move, as they were when the user asked. Deleted when the
 * move is made, whose ID is then the plan's.
 */
export interface MovePlanTable {
  id: string;
  user_id: string;
  control: MoveControl;
  /** The number of all its flags. */
  flags: number;
  /** The `flags.id` of the flags to move, and of those left out because of this. */
  flag_ids: Json<string[]>;
  offline_ids: Json<string[]>;
  locked_ids: Json<string[]>;
  created_at: Time;
}

/** One mass move. Kept for a day. */
export interface MoveTable {
  id: string;
  /** The user or service account that moved the flags. The account may have been deleted. */
  user_id: string;
  control: MoveControl;
  created_at: Time;
  /** The number of flags of a move that is sent in the background; null for other moves. */
  total: number | null;
  /** The flags that are still to be moved or undone, or are just being; null if there are none. */
  pending: Json<PendingMove> | null;
  /** What is done with the pending flags. */
  running: 'move' | 'undo' | null;
  /** The number of pending flags that are done or just being sent. */
  handled: Generated<number>;
  /** The run that sends the move; null if none does. */
  runner: string | null;
  /** When this run last stored its progress. */
  alive_at: Time | null;
  /** When the user or the end of the process stopped the move. */
  cancelled_at: Time | null;
}

/** The `flags.id` of flags to move, and of those left out because they were offline or locked. */
export interface PendingMove {
  flagIds: string[];
  offlineIds: string[];
  lockedIds: string[];
}

/** One flag of a mass move, with what is needed to undo the move. */
export interface MoveFlagTable {
  move_id: string;
  /** The flag's ID in the table `flags`. */
  flag_id: string;
  /** The requested position. Null if the move only switched the lamp. */
  position: Position | null;
  lamp: boolean | null;
  /** The position that the flag was in or moving to before the move. Null if it is unknown. */
  position_before: Position | null;
  lamp_before: boolean;
  /** The newest position request before the move. Null if there was none. */
  request_before: Json<PositionRequest | null>;
  /** The `holds.id` of the hold that the flag had before the move. Null if it had none. */
  hold_before: string | null;
  /** The ID of the command that moved the flag. Null if none was sent. */
  command_id: string | null;
  /** Why no command was sent. Null if one was sent. */
  problem: string | null;
  /** The ID of the command that undoes the move, even if it has not been sent. */
  /** What became of the command of a move sent in the background; null if not known yet. */
  outcome: 'sent' | 'refused' | 'skipped' | 'not-sent' | 'undoing' | null;
  undo_command_id: string;
  undone_at: Time | null;
}
