import {
  type FlagRecord,
  heading,
  isOnline,
  type MoveControl,
  newestPositionRequest,
  POSITION_SWITCHES,
  type Position,
  reportedStates,
  type Scope,
  type SwitchStates,
  viewFlag,
} from '@halyard/domain';
import { t } from '@halyard/messages';
import { inLanguage } from '@halyard/messages/language';
import { lockedText } from '../../../realtime/commands/lockRefusal.ts';
import type { Context, Services } from '../../calls/context.ts';
import { type FlagRow, findFlagsById } from '../../fleet/flags.ts';
import { serverCommandId } from '../../fleet/sendCommands/commandFlag.ts';
import { commandMany } from '../../fleet/sendCommands/commandMany.ts';
import { openHolds } from '../../halfStaff/poles/holds.ts';
import { noLongerListed } from './errors.ts';
import type { ConfirmedPlan } from './plans.ts';
import { type MoveFlagRow, type MoveRow, storeCommands, storeOutcome } from './queries.ts';

/** The change that a mass move requests for one flag: either a position or a lamp state. */
export type Asked = { position: Position; lamp: null } | { position: null; lamp: boolean };

const EVERYWHERE: Scope = { kind: 'all' };

interface RowParts {
  scope: Scope;
  /** The requested flags that are in the caller's scope. */
  flags: readonly FlagRow[];
  /** The IDs of all requested flags, including those out of scope. */
  ids: readonly string[];
  /** The mass move plan that the user confirmed; null if there is none. */
  plan: Pick<ConfirmedPlan, 'offlineIds' | 'lockedIds'> | null;
  /** The reason why no flag may get a command. Undefined if flags may get one. */
  stopped?: string;
}

/**
 * Returns the rows for a mass move's flags. Each row contains what an undo needs, and the ID of the
 * command to send or the reason why no command is sent. Deleted flags get no row.
 */
export async function newRows(
  { db, link, clock }: Services,
  move: Pick<MoveRow, 'id' | 'control'>,
  { flags, ids, plan, stopped }: RowParts,
): Promise<MoveFlagRow[]> {
  const now = clock();
  const inScope = new Set(flags.map(({ id }) => id));
  // These flags have left the caller's scope since the plan was made.
  const missing = ids.filter((id) => !inScope.has(id));
  const gone = plan ? await findFlagsById(db.queries, EVERYWHERE, missing) : [];
  const known = [...flags, ...gone];
  const holds = await openHolds(
    db.queries,
    known.map(({ id }) => id),
  );
  return known.map((flag): MoveFlagRow => {
    const record = link.record(flag);
    const why = inScope.has(flag.id)
      ? (whyNotNow(flag, record, now) ?? whyNotPlanned(flag.id, plan))
      : noLongerListed();
    const problem = stopped ?? why;
    return {
      move_id: move.id,
      flag_id: flag.id,
      ...askedOf(move.control, record, now),
      position_before: heading(record),
      lamp_before: reportedStates(record).lamp,
      request_before: newestPositionRequest(record),
      hold_before: holds.get(flag.id)?.id ?? null,
      command_id: problem === null ? serverCommandId() : null,
      problem,
      outcome: stopped !== undefined ? 'not-sent' : why !== null ? 'skipped' : null,
      undo_command_id: serverCommandId(),
      undone_at: null,
    };
  });
}

/**
 * Returns why a flag that can be moved now was not in the plan for the mass move: it was offline or
 * locked at that time. Null if it was in the plan.
 */
function whyNotPlanned(flagId: string, plan: RowParts['plan']): string | null {
  if (plan?.offlineIds.has(flagId)) return t`Was offline; ready to retry`;
  return plan?.lockedIds.has(flagId) ? t`Was locked; ready to retry` : null;
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
export async function send(
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
  const judged = rows.map((row): MoveFlagRow => {
    if (row.problem !== null) return row;
    const problem = problems.get(row.flag_id);
    return problem === undefined
      ? { ...row, outcome: 'sent' }
      : { ...row, problem, command_id: null, outcome: 'refused' };
  });
  const refused = judged.filter(({ flag_id: id }) => problems.has(id));
  const sentIds = judged.flatMap((row) => (row.outcome === 'sent' ? row.flag_id : []));
  const moveId = rows[0]?.move_id;
  await ctx.db.transaction(async (trx) => {
    if (moveId !== undefined) await storeOutcome(trx, moveId, sentIds, 'sent');
    await storeCommands(trx, refused);
  });
  return judged;
}
