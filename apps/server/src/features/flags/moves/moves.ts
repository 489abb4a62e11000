import {
  type ListedMove,
  type MassMove,
  type MoveCreate,
  type MovedFlag,
  type MoveRetry,
  PLAN_LISTED_FLAGS,
  type Scope,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { newId } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import { chargeTry, MOVES_BY_PERSON } from '../../../platform/limits/rateLimits.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { flagNotFound } from '../../fleet/errors.ts';
import { findFlagsById } from '../../fleet/flags.ts';
import { withLiveState } from '../flags.ts';
import { beginMove, beginRun, refuseRunning, retried } from './background.ts';
import { moveNotFound, noLongerListed } from './errors.ts';
import { newRows, send } from './moveRows.ts';
import { takePlan } from './planQueries.ts';
import { type ConfirmedPlan, openPlan, whyNoPlan } from './plans.ts';
import { progressOf } from './progress.ts';
import {
  findMove,
  findMoveFlags,
  findUndoable,
  type MoveRow,
  storeCanceled,
  storeCommands,
  storeMove,
  toMove,
} from './queries.ts';

/**
 * Moves the given flags, or exactly the flags of a mass move plan, with a master control (spec §4).
 * Skips offline and locked flags. Stores what an undo needs before it sends the first command.
 * @param only the flags of the plan to move; the result contains only these flags. Defaults to all
 * flags of the plan.
 * @throws AppError `rate-limited` after too many moves by one user, and the errors of `openPlan`
 */
export async function createMove(
  ctx: Context,
  { control, flagIds, plan: planId }: MoveCreate,
  only?: ReadonlySet<string>,
): Promise<MassMove> {
  const scope = requireScope(ctx, 'flag.switch');
  await chargeTry(ctx.db, `moves:${ctx.actor.id}`, MOVES_BY_PERSON, ctx.clock());
  const whole = planId === undefined ? null : await openPlan(ctx, planId, control);
  const plan = whole && only ? limitedTo(whole, only) : whole;
  const ids = plan
    ? [...plan.flagIds, ...plan.offlineIds, ...plan.lockedIds]
    : [...new Set(flagIds)];
  if (plan && ids.length > PLAN_LISTED_FLAGS) return beginMove(ctx, plan, control);
  const { queries } = ctx.db;
  const flags = await findFlagsById(queries, scope, ids);
  if (flags.length === 0 && !plan) throw flagNotFound();
  const move = {
    id: plan?.id ?? newId(),
    user_id: ctx.actor.id,
    control,
    created_at: ctx.clock(),
  };
  const rows = await newRows(ctx, move, { scope, flags, ids, plan });
  const isOurs = await ctx.db.transaction(async (trx) => {
    if (plan && !(await takePlan(trx, ctx.actor.id, plan.id))) return false;
    await storeMove(trx, move, rows);
    return true;
  });
  // Another call has confirmed the plan in the meantime.
  if (!isOurs) throw await whyNoPlan(ctx, move.id);
  const answer = toMove(move, await send(ctx, flags, rows));
  if (plan) {
    const listed = new Set(rows.map((row) => row.flag_id));
    answer.flags.push(...ids.filter((id) => !listed.has(id)).map(deletedFlag));
  }
  return answer;
}

const limitedTo = (plan: ConfirmedPlan, only: ReadonlySet<string>): ConfirmedPlan => ({
  id: plan.id,
  flagIds: plan.flagIds.filter((id) => only.has(id)),
  offlineIds: new Set(),
  lockedIds: new Set(),
});

/** Returns the problem to report for a flag that was deleted after a mass move was planned. */
const deletedFlag = (flagId: string): MovedFlag => ({
  flagId,
  position: null,
  lamp: null,
  commandId: null,
  problem: noLongerListed(),
  canRetry: false,
});

/** Returns the caller's mass moves that can still be undone, latest first. */
export async function listMoves(ctx: Context): Promise<ListedMove[]> {
  const scope = requireScope(ctx, 'flag.switch');
  const { queries } = ctx.db;
  const moves: ListedMove[] = [];
  for (const move of await findUndoable(queries, ctx.actor.id, ctx.clock()))
    moves.push(await listed(ctx, scope, move));
  return moves;
}

/**
 * Returns one of the caller's own mass moves.
 * @throws AppError `not-found` for another user's move
 */
export async function getMove(ctx: Context, id: string): Promise<ListedMove> {
  const scope = requireScope(ctx, 'flag.switch');
  const move = await findMove(ctx.db.queries, ctx.actor.id, id);
  if (!move) throw moveNotFound();
  return listed(ctx, scope, move);
}

async function listed(ctx: Context, scope: Scope, move: MoveRow): Promise<ListedMove> {
  if (move.total !== null)
    return { ...toMove(move, []), progress: await progressOf(ctx, move), poles: [] };
  const rows = await findMoveFlags(ctx.db.queries, move.id);
  const ids = rows.map((row) => row.flag_id);
  const flags = await findFlagsById(ctx.db.queries, scope, ids);
  return { ...toMove(move, rows), poles: await withLiveState(ctx, flags, ids) };
}

/**
 * Resends the commands of a mass move to the given flags, or to all flags with a problem. An undo
 * still restores the positions from before the original move.
 * @throws AppError `not-found` for another user's move, `conflict` if the move was already undone
 */
export async function retryMove(
  ctx: Context,
  id: string,
  { flagIds }: MoveRetry,
): Promise<MassMove> {
  const scope = requireScope(ctx, 'flag.switch');
  await chargeTry(ctx.db, `moves:${ctx.actor.id}`, MOVES_BY_PERSON, ctx.clock());
  const { queries } = ctx.db;
  const move = await findMove(queries, ctx.actor.id, id);
  if (!move) throw moveNotFound();
  refuseRunning(move);
  const all = await findMoveFlags(queries, id);
  const wanted = flagIds && new Set(flagIds);
  const rows = all.filter((row) => (wanted ? wanted.has(row.flag_id) : row.problem !== null));
  if (rows.some((row) => row.undone_at !== null))
    throw new AppError('conflict', msg`This move was already undone.`);
  const ids = rows.map((row) => row.flag_id);
  if (move.total !== null && ids.length > 0) {
    const pending = { flagIds: ids, offlineIds: [], lockedIds: [] };
    const running = await beginRun(ctx, move, 'move', pending);
    return { ...toMove(running, []), progress: await progressOf(ctx, running) };
  }
  const flags = await findFlagsById(queries, scope, ids);
  const again = retried(ctx, rows, flags);
  await ctx.db.transaction((trx) => storeCommands(trx, again));
  return toMove(move, await send(ctx, flags, again));
}

/**
 * Cancels the unsent commands of one of the caller's own mass moves.
 * @throws AppError `not-found` for another user's move
 */
export async function cancelMove(ctx: Context, id: string): Promise<MassMove> {
  requireScope(ctx, 'flag.switch');
  await ctx.db.transaction(async (trx) => {
    if (await findMove(trx, ctx.actor.id, id)) await storeCanceled(trx, id, ctx.clock());
  });
  const { poles: _, ...move } = await getMove(ctx, id);
  return move;
}
