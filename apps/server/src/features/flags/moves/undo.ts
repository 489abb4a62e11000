import { type MoveUndone, UNDO_MS } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError } from '../../../platform/errors.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { beginRun, refuseRunning } from './background.ts';
import { moveNotFound } from './errors.ts';
import { progressOf } from './progress.ts';
import { findMove, findMoveFlags } from './queries.ts';
import { undoRows } from './undoRows.ts';

/**
 * Undoes one of the caller's own mass moves. Restores each flag's previous hold, and its previous
 * position or lamp state. Skips flags that a user or autopilot has moved or held since. Also skips
 * offline and locked flags, which another undo can restore later. An undo creates no holds. A move
 * that was sent in the background is also undone in the background.
 * @throws AppError `not-found` for another user's move, `conflict` if it is too late or the move is
 * still being sent
 */
export async function undoMove(ctx: Context, id: string): Promise<MoveUndone> {
  requireScope(ctx, 'flag.switch');
  const { queries } = ctx.db;
  const move = await findMove(queries, ctx.actor.id, id);
  if (!move) throw moveNotFound();
  if (ctx.clock() >= move.created_at + UNDO_MS)
    throw new AppError('conflict', msg`A move can be undone only within 15 minutes.`);
  refuseRunning(move);
  const rows = (await findMoveFlags(queries, id)).filter(
    ({ command_id, undone_at }) => command_id !== null && undone_at === null,
  );
  if (move.total === null) return { flags: await undoRows(ctx, id, rows), progress: null };
  const running = await beginRun(ctx, move, 'undo', {
    flagIds: rows.map((row) => row.flag_id),
    offlineIds: [],
    lockedIds: [],
  });
  return { flags: [], progress: await progressOf(ctx, running) };
}
