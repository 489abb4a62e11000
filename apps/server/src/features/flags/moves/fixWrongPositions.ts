import { CORRECT_POSITION, type WrongPositionFix, type WrongPositionFixed } from '@halyard/domain';
import type { Context } from '../../calls/context.ts';
import type { WrongPositionIndex } from '../../halfStaff/poles/wrongPositions/wrongPositionIndex.ts';
import { findCorrectable } from '../../halfStaff/poles/wrongPositions/wrongPositions.ts';
import { createMove } from './moves.ts';
import { openPlan } from './plans.ts';

/**
 * Moves flags to their correct positions: the given flags, or the flags of a mass move plan. Skips
 * flags that are no longer in the wrong position or cannot be corrected. The user can undo this as
 * one mass move.
 * @throws AppError as `createMove` does
 */
export async function fixWrongPositions(
  ctx: Context,
  index: WrongPositionIndex,
  { kind, ids = [], plan: planId }: WrongPositionFix,
): Promise<WrongPositionFixed> {
  const control = CORRECT_POSITION[kind];
  const plan = planId === undefined ? null : await openPlan(ctx, planId, control);
  const wanted = new Set(plan ? plan.flagIds : ids);
  const correctable = await findCorrectable(ctx, index, kind);
  const flagIds = [...wanted].filter((id) => correctable.has(id));
  if (flagIds.length === 0) return { sent: 0, leftOut: wanted.size, move: null };
  const move = plan
    ? await createMove(ctx, { control, plan: plan.id }, new Set(flagIds))
    : await createMove(ctx, { control, flagIds });
  // The commands of a large move are sent in the background.
  const sent = move.progress
    ? flagIds.length
    : move.flags.filter(({ commandId }) => commandId !== null).length;
  return { sent, leftOut: wanted.size - sent, move };
}
