import type { MoveControl, Position, PositionRequest } from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Json, Time } from './columns.ts';

/**
 * A plan: the flags that a master control would move, as found when the confirmation was shown. It
 * is deleted when the move is made. The move gets the plan's ID.
 */
export interface MovePlanTable {
  id: string;
  user_id: string;
  control: MoveControl;
  /** The total number of flags in the plan. */
  flags: number;
  /**
   * The `flags.id` of the flags to move, and of those left out because they were offline or locked.
   */
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
  /**
   * The flags that must still be moved or undone, including those in progress; null if there are
   * none.
   */
  pending: Json<PendingMove> | null;
  /** Whether the pending flags are being moved, or their moves undone. Null if neither. */
  running: 'move' | 'undo' | null;
  /** How many of the pending flags have been handled, including those in progress. */
  handled: Generated<number>;
  /** The run that is sending the move; null if there is none. */
  runner: string | null;
  /** When this run last stored its progress. */
  alive_at: Time | null;
  /**
   * When the move was stopped, by the user or because the process ended. Null if it was not
   * stopped.
   */
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
  /** The outcome of the command, if the move was sent in the background; null if not known yet. */
  outcome: 'sent' | 'refused' | 'skipped' | 'not-sent' | 'undoing' | null;
  undo_command_id: string;
  undone_at: Time | null;
}
