import { z } from 'zod';
import { POSITIONS } from '../flags/live/position.ts';
import { MOVE_CONTROLS, MOVE_MAX_FLAGS } from '../flags/massMove.ts';

/** Maximum size of a request body, in bytes: enough for `MOVE_MAX_FLAGS` IDs. */
export const MAX_MOVE_BODY_BYTES = 1024 * 1024;

const flagIds = z.array(z.string().min(1).max(200)).min(1).max(MOVE_MAX_FLAGS);

export const moveCreate = z.object({ control: z.enum(MOVE_CONTROLS), flagIds });
export type MoveCreate = z.infer<typeof moveCreate>;

/** The flags of a mass move to which the command is sent again. */
export const moveRetry = z.object({ flagIds });
export type MoveRetry = z.infer<typeof moveRetry>;

/** One flag of a mass move or of its undo. */
export const movedFlag = z.object({
  flagId: z.string(),
  /** The requested position and lamp state; null if the move did not request one. */
  position: z.enum(POSITIONS).nullable(),
  lamp: z.boolean().nullable(),
  /** ID of the command that was sent; null if there is none. */
  commandId: z.string().nullable(),
  /** Why no command was sent; null if one was sent or none was necessary. */
  problem: z.string().nullable(),
  /** Whether a retry can succeed. */
  canRetry: z.boolean(),
});
export type MovedFlag = z.infer<typeof movedFlag>;

/** One use of a master control, which moves one or more flags. */
export const massMove = z.object({
  id: z.string(),
  control: z.enum(MOVE_CONTROLS),
  /** Time in epoch milliseconds. */
  at: z.number(),
  /** When the move can no longer be undone, in epoch milliseconds. */
  undoUntil: z.number(),
  flags: z.array(movedFlag),
});
export type MassMove = z.infer<typeof massMove>;

export const moveUndone = z.object({ flags: z.array(movedFlag) });
export type MoveUndone = z.infer<typeof moveUndone>;
