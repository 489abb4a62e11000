import {
  currentPosition,
  ENGINE_ACTOR,
  type FlagRecord,
  type Hold,
  type MovedFlag,
  newestPositionRequest,
  openCommand,
  type PositionRequest,
  reportedStates,
  requestedPosition,
  requestKey,
} from '@halyard/domain';
import { t } from '@halyard/messages';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import type { Context } from '../../calls/context.ts';
import { requireScope } from '../../calls/context.ts';
import { type FlagRow, findFlagsById } from '../../fleet/flags.ts';
import { commandMany } from '../../fleet/sendCommands/commandMany.ts';
import { endHold, openHolds, restoreHold } from '../../halfStaff/poles/holds.ts';
import { findHalfStaffFlags } from '../../halfStaff/poles/poles.ts';
import { usernameOf } from '../../identity/queries.ts';
import { nameFor, namesOf } from '../../identity/users/requesters.ts';
import { noLongerListed } from './errors.ts';
import { statesOf, whyNotNow } from './moveRows.ts';
import { type MoveFlagRow, storeNotUndone, storeUndone } from './queries.ts';

/**
 * The maximum difference in ms between the times that two processes record for the same arrival of
 * a pole.
 */
const ARRIVAL_MS = 5000;

/** The data that the undo of a mass move needs to restore one flag. */
interface Plan {
  row: MoveFlagRow;
  flag: FlagRow;
  /**
   * Whether the flag is already back in its previous position or lamp state, so that no command is
   * needed.
   */
  isThere: boolean;
}

/**
 * Undoes a mass move for some of its flags: restores each flag's previous position or lamp state,
 * and its previous hold.
 * @returns the outcome for each flag, except those that another undo restored first
 */
export async function undoRows(
  ctx: Context,
  id: string,
  rows: readonly MoveFlagRow[],
): Promise<MovedFlag[]> {
  const scope = requireScope(ctx, 'flag.switch');
  const { queries } = ctx.db;
  const now = ctx.clock();
  const found = await findFlagsById(queries, scope, idsOf(rows));
  const flags = new Map(found.map((flag) => [flag.id, flag]));
  const holds = await openHolds(queries, idsOf(rows));
  const movers = await namesOf(
    queries,
    rows.map((row) => moverOf(ctx, row, flags.get(row.flag_id))),
  );
  const planned: Plan[] = [];
  const leftOut: MovedFlag[] = [];
  /**
   * The flags that do not need another undo: either this undo restores them, or someone has changed
   * them since the mass move.
   */
  const settled: MoveFlagRow[] = [];
  for (const row of rows) {
    const flag = flags.get(row.flag_id);
    const hold = holds.get(row.flag_id);
    const change = flag ? changeSince({ ctx, row, flag, hold, movers }) : noLongerListed();
    const problem = change ?? (flag ? whyNotNow(flag, ctx.link.record(flag), now) : null);
    if (change !== null) settled.push(row);
    if (problem !== null)
      leftOut.push({ ...answerOf(row, null, problem), canRetry: change === null });
    else if (flag) {
      planned.push({ row, flag, isThere: isThere(ctx.link.record(flag), row) });
      settled.push(row);
    }
  }
  // Another browser may already have undone the move.
  const isOurs = await ctx.db.transaction(async (trx) => {
    const marked = await storeUndone(trx, id, idsOf(settled), now);
    await restoreHolds(
      ctx,
      trx,
      planned.filter(({ row }) => marked.has(row.flag_id)),
      holds,
    );
    return (flagId: string) => marked.has(flagId);
  });
  const plans = planned.filter(({ row }) => isOurs(row.flag_id));
  const answers = leftOut.filter(({ flagId, canRetry }) => canRetry || isOurs(flagId));
  const problems = await commandMany(
    ctx,
    plans
      .filter((plan) => !plan.isThere)
      .map(({ row, flag }) => ({
        flag,
        states: statesOf(before(row)),
        id: row.undo_command_id,
        ...(row.position !== null && { restores: row.request_before }),
      })),
  );
  const failed = plans.flatMap(({ row }) => (problems.has(row.flag_id) ? [row] : []));
  if (failed.length > 0) await ctx.db.transaction((trx) => storeNotUndone(trx, id, idsOf(failed)));
  await ctx.link.flushOutbox();
  for (const { row, isThere } of plans) {
    const problem = problems.get(row.flag_id) ?? null;
    const isSent = problem === null && !isThere;
    answers.push(answerOf(row, isSent ? row.undo_command_id : null, problem));
  }
  return answers;
}

const idsOf = (rows: readonly MoveFlagRow[]) => rows.map((row) => row.flag_id);

/**
 * Returns what the undo of a mass move must restore: the flag's previous position if the move
 * changed the position, and otherwise its previous lamp state.
 */
const before = ({ position, position_before, lamp_before }: MoveFlagRow) =>
  position === null
    ? { position: null, lamp: lamp_before }
    : { position: position_before, lamp: null };

function answerOf(row: MoveFlagRow, commandId: string | null, problem: string | null): MovedFlag {
  return { flagId: row.flag_id, ...before(row), commandId, problem, canRetry: problem !== null };
}

interface Considered {
  ctx: Context;
  row: MoveFlagRow;
  flag: FlagRow;
  hold: Hold | undefined;
  movers: Awaited<ReturnType<typeof namesOf>>;
}

/**
 * Returns why undoing a mass move must not restore the flag, for example because another user has
 * moved or held it since. Null if the flag may be restored.
 */
function changeSince({ ctx, row, flag, hold, movers }: Considered): string | null {
  const record = ctx.link.record(flag);
  if (row.position === null)
    return isElsewhere(record, row) ? t`Lamp switched after this move` : null;
  if (row.position_before === null) return t`Position before this move unknown`;
  const mover = moverOf(ctx, row, flag);
  if (mover === ENGINE_ACTOR) return t`Moved by autopilot after this move`;
  if (mover !== null) {
    const name = nameFor(movers, mover, flag.companyId);
    return name === undefined
      ? t`Moved by someone after this move`
      : t`Moved by ${{ name }} after this move`;
  }
  if (isElsewhere(record, row) || hasReturned(record, ctx.link.positionSince(flag)))
    return t`Moved by hand after this move`;
  const isOthersHold = hold && hold.id !== row.hold_before && hold.commandId !== row.command_id;
  return isOthersHold ? t`Put on hold by ${{ name: hold.by }} after this move` : null;
}

/**
 * Returns the ID of the user or engine that requested a position after the mass move. Null if there
 * was no such request.
 */
function moverOf(ctx: Context, row: MoveFlagRow, flag: FlagRow | undefined): string | null {
  const request = flag && newestPositionRequest(ctx.link.record(flag));
  if (!request || request.id === row.command_id) return null;
  return isRequestBefore(request, row) ? null : request.by;
}

/**
 * Whether the position request is the one from before the mass move. Comparing IDs is not enough,
 * because clients choose the IDs.
 */
function isRequestBefore(
  request: PositionRequest | null,
  { request_before }: MoveFlagRow,
): boolean {
  if (!request || !request_before) return request === request_before;
  return requestKey(request) === requestKey(request_before);
}

/**
 * Whether the flag no longer has the requested position or lamp state. For a position, the pole
 * must have confirmed its latest command and then left the position that was requested. For the
 * lamp, it is enough that a different lamp state is now requested.
 */
function isElsewhere(record: FlagRecord, row: MoveFlagRow): boolean {
  if (row.lamp !== null) return (record.desired.lamp ?? false) !== row.lamp;
  const { command } = record;
  if (openCommand(record) || command?.outcome !== 'confirmed') return false;
  return currentPosition(record) !== requestedPosition(record);
}

/**
 * Whether someone moved the flag by hand and then back again after the pole confirmed the mass
 * move.
 * @param positionSince when the pole reached its reported position, in epoch milliseconds; null if
 * unknown, for example after a server restart
 */
function hasReturned({ command }: FlagRecord, positionSince: number | null): boolean {
  if (positionSince === null || command?.outcome !== 'confirmed') return false;
  return positionSince > (command.closedAt ?? positionSince) + ARRIVAL_MS;
}

/**
 * Whether the flag is already back in its previous position or lamp state, and no newer request
 * would change that.
 */
function isThere(record: FlagRecord, row: MoveFlagRow): boolean {
  const { position, lamp } = before(row);
  if (lamp !== null)
    return (record.desired.lamp ?? false) === lamp && reportedStates(record).lamp === lamp;
  return (
    isRequestBefore(newestPositionRequest(record), row) &&
    openCommand(record) === null &&
    currentPosition(record) === position
  );
}

/** Ends the holds that the mass move created, and restores the holds that the move ended. */
async function restoreHolds(
  ctx: Context,
  trx: Trx,
  plans: readonly Plan[],
  holds: ReadonlyMap<string, Hold>,
): Promise<void> {
  const changed = plans.filter(
    ({ row }) => (holds.get(row.flag_id)?.id ?? null) !== row.hold_before,
  );
  if (changed.length === 0) return;
  const ids = changed.map(({ row }) => row.flag_id);
  const found = await findHalfStaffFlags(trx, requireScope(ctx, 'flag.switch'), ids);
  const flags = new Map(found.map((flag) => [flag.id, flag]));
  const username = await usernameOf(ctx);
  const at = { now: ctx.domainClock.now(), wall: ctx.clock() };
  for (const { row } of changed) {
    const flag = flags.get(row.flag_id);
    if (!flag) continue;
    if (holds.has(row.flag_id)) await endHold(trx, flag, username, at);
    if (row.hold_before !== null) await restoreHold(trx, flag, row.hold_before, at);
  }
}
