import {
  type FlagRecord,
  heading,
  isOnline,
  type ListedMove,
  type MassMove,
  type MoveControl,
  type MoveCreate,
  type MovedFlag,
  type MoveRetry,
  newestPositionRequest,
  POSITION_SWITCHES,
  type Position,
  reportedStates,
  type Scope,
  type SwitchStates,
  viewFlag,
} from '@halyard/domain';
import { msg, t } from '@halyard/messages';
import { inLanguage } from '@halyard/messages/language';
import { newId } from '../../../platform/database/text.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { chargeTry, MOVES_BY_PERSON } from '../../../platform/limits/rateLimits.ts';
import { lockedText } from '../../../realtime/commands/lockRefusal.ts';
import type { Context } from '../../calls/context.ts';
import { requireScope } from '../../calls/context.ts';
import { type FlagRow, findFlagsById } from '../../fleet/flags.ts';
import { serverCommandId } from '../../fleet/sendCommands/commandFlag.ts';
import { commandMany } from '../../fleet/sendCommands/commandMany.ts';
import { openHolds } from '../../halfStaff/poles/holds.ts';
import { withLiveState } from '../flags.ts';
import { takePlan } from './planQueries.ts';
import { type ConfirmedPlan, openPlan, whyNoPlan } from './plans.ts';
import {
  findMove,
  findMoveFlags,
  findUndoable,
  type MoveFlagRow,
  storeCommands,
  storeMove,
  toMove,
} from './queries.ts';

/** The change that a mass move requests for one flag: either a position or a lamp state. */
export type Asked = { position: Position; lamp: null } | { position: null; lamp: boolean };

const EVERYWHERE: Scope = { kind: 'all' };

/**
 * Moves many flags at once (spec §4, Master controls), except offline and locked ones: the given
 * flags, or exactly those of a plan. Before it sends the first command, it stores what an undo
 * needs.
 * @throws AppError `rate-limited` after too many moves by one user, and as `openPlan` does
 */
export async function createMove(
  ctx: Context,
  { control, flagIds, plan: planId }: MoveCreate,
): Promise<MassMove> {
  const scope = requireScope(ctx, 'flag.switch');
  await chargeTry(ctx.db, `moves:${ctx.actor.id}`, MOVES_BY_PERSON, ctx.clock());
  const plan = planId === undefined ? null : await openPlan(ctx, planId, control);
  const ids = plan
    ? [...plan.flagIds, ...plan.offlineIds, ...plan.lockedIds]
    : [...new Set(flagIds)];
  const { queries } = ctx.db;
  const flags = await findFlagsById(queries, scope, ids);
  if (flags.length === 0 && !plan) throw notFound(msg`Flag not found`);
  const inScope = new Set(flags.map(({ id }) => id));
  // Flags that have left the caller's scope since the plan was made.
  const gone = plan ? await findFlagsById(queries, EVERYWHERE, [...difference(ids, inScope)]) : [];
  const holds = await openHolds(queries);
  const now = ctx.clock();
  const move = { id: plan?.id ?? newId(), user_id: ctx.actor.id, control, created_at: now };
  const rows = [...flags, ...gone].map((flag): MoveFlagRow => {
    const record = ctx.link.record(flag);
    const problem = inScope.has(flag.id)
      ? (whyNotNow(flag, record, now) ?? whyNotPlanned(flag.id, plan))
      : t`No longer in your list`;
    return {
      move_id: move.id,
      flag_id: flag.id,
      ...askedOf(control, record, now),
      position_before: heading(record),
      lamp_before: reportedStates(record).lamp,
      request_before: newestPositionRequest(record),
      hold_before: holds.get(flag.id)?.id ?? null,
      command_id: problem === null ? serverCommandId() : null,
      problem,
      undo_command_id: serverCommandId(),
      undone_at: null,
    };
  });
  const isOurs = await ctx.db.transaction(async (trx) => {
    if (plan && !(await takePlan(trx, ctx.actor.id, plan.id))) return false;
    await storeMove(
      trx,
      move,
      rows.map((row) => ({ ...row, request_before: JSON.stringify(row.request_before) })),
    );
    return true;
  });
  // Another call has confirmed the plan in the meantime.
  if (!isOurs) throw await whyNoPlan(ctx, move.id);
  const answer = toMove(move, await send(ctx, flags, rows));
  if (plan) {
    const listed = new Set(rows.map((row) => row.flag_id));
    answer.flags.push(...[...difference(ids, listed)].map(deletedFlag));
  }
  return answer;
}

function* difference(ids: Iterable<string>, others: ReadonlySet<string>): Iterable<string> {
  for (const id of ids) if (!others.has(id)) yield id;
}

/** Why a plan leaves out a flag that could be moved now; null if the plan moves it. */
function whyNotPlanned(flagId: string, plan: ConfirmedPlan | null): string | null {
  if (plan?.offlineIds.has(flagId)) return t`Was offline; can be retried now`;
  return plan?.lockedIds.has(flagId) ? t`Was locked; can be retried now` : null;
}

/** The answer for a flag that was deleted after the plan was made. */
const deletedFlag = (flagId: string): MovedFlag => ({
  flagId,
  position: null,
  lamp: null,
  commandId: null,
  problem: t`No longer in your list`,
  canRetry: false,
});

/** Returns the caller's mass moves that can still be undone, latest first. */
export async function listMoves(ctx: Context): Promise<ListedMove[]> {
  const scope = requireScope(ctx, 'flag.switch');
  const { queries } = ctx.db;
  const moves: ListedMove[] = [];
  for (const move of await findUndoable(queries, ctx.actor.id, ctx.clock())) {
    const rows = await findMoveFlags(queries, move.id);
    const ids = rows.map((row) => row.flag_id);
    const flags = await findFlagsById(queries, scope, ids);
    moves.push({ ...toMove(move, rows), poles: await withLiveState(ctx, flags, ids) });
  }
  return moves;
}

/**
 * Sends the commands of a mass move again to some of its flags. An undo still restores the
 * positions from before the move.
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
  if (!move) throw notFound(msg`Move not found`);
  const wanted = new Set(flagIds);
  const all = await findMoveFlags(queries, id);
  const rows = all.filter((row) => wanted.has(row.flag_id));
  if (rows.some((row) => row.undone_at !== null))
    throw new AppError('conflict', msg`This move has been undone.`);
  const flags = await findFlagsById(
    queries,
    scope,
    rows.map((row) => row.flag_id),
  );
  const now = ctx.clock();
  const known = new Map(flags.map((flag) => [flag.id, flag]));
  const again = rows.map((row): MoveFlagRow => {
    const flag = known.get(row.flag_id);
    const problem = flag ? whyNotNow(flag, ctx.link.record(flag), now) : t`No longer in your list`;
    return { ...row, problem, command_id: problem === null ? serverCommandId() : row.command_id };
  });
  await ctx.db.transaction((trx) => storeCommands(trx, again));
  return toMove(move, await send(ctx, flags, again));
}

/** Returns why a flag cannot get a command now. Null if it can get one. */
export function whyNotNow(flag: FlagRow, record: FlagRecord, now: number): string | null {
  const lock = flag.lock ?? record.lock;
  if (lock) return inLanguage(lockedText(lock));
  return isOnline(record, now) ? null : t`Offline`;
}

function askedOf(control: MoveControl, record: FlagRecord, now: number): Asked {
  switch (control) {
    case 'toggle-lamps': {
      const lamp = viewFlag(record, now).switches.find(({ field }) => field === 'lamp');
      return { position: null, lamp: !lamp?.state };
    }
    case 'lamps-on':
    case 'lamps-off':
      return { position: null, lamp: control === 'lamps-on' };
    default:
      return { position: control, lamp: null };
  }
}

/** Returns the switches that move a flag to a position or set its lamp. */
export const statesOf = ({
  position,
  lamp,
}: Pick<MoveFlagRow, 'position' | 'lamp'>): Partial<SwitchStates> => ({
  ...(position !== null && { [POSITION_SWITCHES[position]]: true }),
  ...(lamp !== null && { lamp }),
});

/** Sends the commands of a mass move, and stores which of them were rejected. */
async function send(
  ctx: Context,
  flags: readonly FlagRow[],
  rows: readonly MoveFlagRow[],
): Promise<MoveFlagRow[]> {
  const known = new Map(flags.map((flag) => [flag.id, flag]));
  const commands = rows.flatMap((row) => {
    const flag = known.get(row.flag_id);
    if (!flag || row.problem !== null || row.command_id === null) return [];
    return [{ flag, states: statesOf(row), id: row.command_id }];
  });
  const problems = await commandMany(ctx, commands);
  const sent = rows.map((row) => {
    const problem = problems.get(row.flag_id);
    return problem === undefined ? row : { ...row, problem, command_id: null };
  });
  const refused = sent.filter(({ flag_id: id }) => problems.has(id));
  if (refused.length > 0) await ctx.db.transaction((trx) => storeCommands(trx, refused));
  return sent;
}
