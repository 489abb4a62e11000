import { z } from 'zod';
import { POSITIONS } from '../flags/live/position.ts';
import { MOVE_CONTROLS, MOVE_MAX_FLAGS } from '../flags/massMove.ts';

/** Bytes: room for that many ids. */
export const MAX_MOVE_BODY_BYTES = 1024 * 1024;

const flagIds = z.array(z.string().min(1).max(200)).min(1).max(MOVE_MAX_FLAGS);

export const moveCreate = z.object({ control: z.enum(MOVE_CONTROLS), flagIds });
export type MoveCreate = z.infer<typeof moveCreate>;

/** Which flags of a mass move get their command again. */
export const moveRetry = z.object({ flagIds });
export type MoveRetry = z.infer<typeof moveRetry>;

/** One flag of a mass move or of its undo. */
export const movedFlag = z.object({
  flagId: z.string(),
  /** What was asked of it; null: the position, or the lamp, was not asked for. */
  position: z.enum(POSITIONS).nullable(),
  lamp: z.boolean().nullable(),
  /** Id of the command that was sent; null: none was. */
  commandId: z.string().nullable(),
  /** Why no command was sent; null: one was, or none was needed. */
  problem: z.string().nullable(),
  /** Whether another try can help. */
  canRetry: z.boolean(),
});
export type MovedFlag = z.infer<typeof movedFlag>;

/** One press on a master control, for one or many flags. */
export const massMove = z.object({
  id: z.string(),
  control: z.enum(MOVE_CONTROLS),
  /** Epoch milliseconds. */
  at: z.number(),
  /** Epoch milliseconds until which it can be undone. */
  undoUntil: z.number(),
  flags: z.array(movedFlag),
});
export type MassMove = z.infer<typeof massMove>;

export const moveUndone = z.object({ flags: z.array(movedFlag) });
export type MoveUndone = z.infer<typeof moveUndone>;
