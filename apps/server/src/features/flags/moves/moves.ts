import {
  type FlagRecord,
  heading,
  isOnline,
  type MassMove,
  type MoveControl,
  type MoveCreate,
  type MoveRetry,
  newestPositionRequest,
  POSITION_SWITCHES,
  type Position,
  reportedStates,
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
import { type FlagRow, findFlags } from '../../fleet/flags.ts';
import { serverCommandId } from '../../fleet/sendCommands/commandFlag.ts';
import { commandMany } from '../../fleet/sendCommands/commandMany.ts';
import { openHolds } from '../../halfStaff/poles/holds.ts';
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

/**
 * Moves many flags at once, except those that are offline or locked (spec §4, Master controls).
 * Before sending the first command, it stores what an undo needs.
 * @throws AppError `rate-limited` after too many moves by one user
 */
export async function createMove(
  ctx: Context,
  { control, flagIds }: MoveCreate,
): Promise<MassMove> {
  const scope = requireScope(ctx, 'flag.switch');
  await chargeTry(ctx.db, `moves:${ctx.actor.id}`, MOVES_BY_PERSON, ctx.clock());
  const wanted = new Set(flagIds);
  const flags = (await findFlags(ctx.db.queries, scope)).filter(({ id }) => wanted.has(id));
  if (flags.length === 0) throw notFound(msg`Flag not found`);
  const holds = await openHolds(ctx.db.queries);
  const now = ctx.clock();
  const move = { id: newId(), user_id: ctx.actor.id, control, created_at: now };
  const rows = flags.map((flag): MoveFlagRow => {
    const record = ctx.link.record(flag);
    const problem = whyNotNow(flag, record, now);
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
  await ctx.db.transaction((trx) =>
    storeMove(
      trx,
      move,
      rows.map((row) => ({ ...row, request_before: JSON.stringify(row.request_before) })),
    ),
  );
  return toMove(move, await send(ctx, flags, rows));
}

/** Returns the caller's mass moves that can still be undone, latest first. */
export async function listMoves(ctx: Context): Promise<MassMove[]> {
  requireScope(ctx, 'flag.switch');
  const { queries } = ctx.db;
  const moves = await findUndoable(queries, ctx.actor.id, ctx.clock());
  return Promise.all(
    moves.map(async (move) => toMove(move, await findMoveFlags(queries, move.id))),
  );
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
  const flags = (await findFlags(queries, scope)).filter((flag) => wanted.has(flag.id));
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
