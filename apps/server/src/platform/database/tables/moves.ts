import type { MoveControl, Position, PositionRequest } from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Json, Time } from './columns.ts';

/**
 * The plan for a mass move. It is created when the user is asked to confirm the move, and contains
 * the flags that the move would affect. If the user confirms, the mass move gets the ID of the
 * plan, and the plan is deleted.
 */
export interface MovePlanTable {
  id: string;
  user_id: string;
  control: MoveControl;
  /** The total number of flags in the plan for the mass move. */
  flags: number;
  /**
   * The `flags.id` of the flags that the mass move would move, and of the flags that it would leave
   * out because they are offline or locked.
   */
  flag_ids: Json<string[]>;
  offline_ids: Json<string[]>;
  locked_ids: Json<string[]>;
  created_at: Time;
}

/** A mass move. It is kept for a day, so that the user can undo it. */
export interface MoveTable {
  id: string;
  /** The user or service account that made the mass move. The account may have been deleted. */
  user_id: string;
  control: MoveControl;
  created_at: Time;
  /**
   * The number of flags in a mass move that is sent in the background. Null for other mass moves.
   */
  total: number | null;
  /**
   * The flags that the background run moves or moves back, including flags that are already done.
   * Null if there is no background run.
   */
  pending: Json<PendingMove> | null;
  /**
   * Whether the background run makes the mass move (`move`) or undoes it (`undo`). Null if there is
   * no background run.
   */
  running: 'move' | 'undo' | null;
  /**
   * How many of the flags in `pending` the background run has handled, including the batch in
   * progress.
   */
  handled: Generated<number>;
  /** The ID of the background run for this mass move. Null if there is no background run. */
  runner: string | null;
  /** The time when the background run of the mass move last stored its progress. */
  alive_at: Time | null;
  /**
   * The time when the mass move was stopped, either by the user, or because the user lost access or
   * the process ended. Null if it was not stopped.
   */
  cancelled_at: Time | null;
}

/**
 * The `flags.id` of the flags that a mass move must still move, and of the flags that it left out
 * because they were offline or locked.
 */
export interface PendingMove {
  flagIds: string[];
  offlineIds: string[];
  lockedIds: string[];
}

/** One flag in a mass move, and the data for undoing the move. */
export interface MoveFlagTable {
  move_id: string;
  /** The flag's ID in the table `flags`. */
  flag_id: string;
  /** The position that the mass move sends the flag to. Null if it only switches the lamp. */
  position: Position | null;
  lamp: boolean | null;
  /**
   * The position of the flag before the mass move, or the position that it was moving to. Null if
   * unknown.
   */
  position_before: Position | null;
  lamp_before: boolean;
  /** The flag's newest position request before the mass move. Null if there was no request. */
  request_before: Json<PositionRequest | null>;
  /** The `holds.id` of the hold that the flag had before the mass move. Null if it had none. */
  hold_before: string | null;
  /** The ID of the mass move's command to the flag. Null if none was sent. */
  command_id: string | null;
  /** Why the mass move sent no command to the flag. Null if one was sent. */
  problem: string | null;
  /**
   * The outcome of the command to the flag, if the mass move was sent in the background; null if it
   * is not known yet.
   */
  outcome: 'sent' | 'refused' | 'skipped' | 'not-sent' | 'undoing' | null;
  /**
   * The ID of the command that undoes the move of this flag. Chosen when the flag is moved, so it
   * is set even if no such command has been sent.
   */
  undo_command_id: string;
  undone_at: Time | null;
}
