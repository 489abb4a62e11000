import { CORRECT_POSITION, type WrongPositionFix, type WrongPositionFixed } from '@halyard/domain';
import type { Context } from '../../calls/context.ts';
import { findCorrectable } from '../../halfStaff/poles/wrongPositions/wrongPositions.ts';
import { createMove } from './moves.ts';

/**
 * Moves the given flags to their correct position, as a mass move by the actor. Skips flags that
 * are no longer in the wrong position or cannot be corrected. The move is stored, so that the user
 * can undo it.
 * @throws AppError as `createMove` does
 */
export async function fixWrongPositions(
  ctx: Context,
  fix: WrongPositionFix,
): Promise<WrongPositionFixed> {
  const wanted = new Set(fix.ids);
  const flagIds = await findCorrectable(ctx, fix);
  if (flagIds.length === 0) return { sent: 0, leftOut: wanted.size, move: null };
  const move = await createMove(ctx, { control: CORRECT_POSITION[fix.kind], flagIds });
  const sent = move.flags.filter(({ commandId }) => commandId !== null).length;
  return { sent, leftOut: wanted.size - sent, move };
}
