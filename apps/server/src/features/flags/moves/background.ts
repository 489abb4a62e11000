import { setTimeout as sleep } from 'node:timers/promises';
import type { MassMove, MoveControl, Scope } from '@halyard/domain';
import { msg, t } from '@halyard/messages';
import type { Database } from '../../../platform/database/database.ts';
import type { PendingMove } from '../../../platform/database/tables/moves.ts';
import { newId } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { type Context, requireScope, type Services } from '../../calls/context.ts';
import { findFlagsById } from '../../fleet/flags.ts';
import { serverCommandId } from '../../fleet/sendCommands/commandFlag.ts';
import { COMMANDS_PER_SECOND } from '../../fleet/sendCommands/commandMany.ts';
import { hasSameRights, hasSameToken } from '../../identity/users/sameRights.ts';
import { noLongerListed, serverStopped } from './errors.ts';
import { newRows, send, whyNotNow } from './moveRows.ts';
import { takePlan } from './planQueries.ts';
import { type ConfirmedPlan, whyNoPlan } from './plans.ts';
import { progressOf } from './progress.ts';
import {
  claimRun,
  endRun,
  findEndedRuns,
  findInFlight,
  findMove,
  findRunningOf,
  findSomeFlags,
  type MoveFlagRow,
  type MoveRow,
  type RunningMove,
  releaseRun,
  storeCanceled,
  storeCommands,
  storeHandled,
  storeMove,
  storeMoveFlags,
  storeNotUndone,
  storeOutcome,
  toMove,
} from './queries.ts';
import { undoRows } from './undoRows.ts';

/**
 * Sends large mass moves in the background. For each batch of flags, stores their rows, sends their
 * commands, and stores the outcomes. If the process stops partway, the next process finds out which
 * commands of the current batch were sent, and marks the remaining commands of the move as not
 * sent.
 */

/** How many flags a mass move handles in one batch. */
const SLICE = 200;
/**
 * If a mass move makes no progress for this long, in ms, the process that sends it is assumed to
 * have stopped.
 */
const STALE_MS = 15_000;
const EVERYWHERE: Scope = { kind: 'all' };

/** The mass moves that one process is sending in the background. */
interface Runs {
  isStopping: boolean;
  readonly all: Set<Promise<void>>;
}

const runsByDatabase = new WeakMap<Database, Runs>();

function runsOf(db: Database): Runs {
  let runs = runsByDatabase.get(db);
  if (!runs) {
    runs = { isStopping: false, all: new Set() };
    runsByDatabase.set(db, runs);
  }
  return runs;
}

/**
 * Rejects changes to a mass move that is still being sent or undone.
 * @throws AppError `conflict`
 */
export function refuseRunning({ pending }: Pick<MoveRow, 'pending'>): void {
  if (pending !== null)
    throw new AppError('conflict', msg`This move is still being sent. Cancel it first.`);
}

/**
 * Creates the mass move for a plan, and sends it in the background.
 * @throws AppError `conflict` if the plan was confirmed before, or if another of the user's mass
 * moves is being sent
 */
export async function beginMove(
  ctx: Context,
  plan: ConfirmedPlan,
  control: MoveControl,
): Promise<MassMove> {
  const pending: PendingMove = {
    flagIds: [...plan.flagIds],
    offlineIds: [...plan.offlineIds],
    lockedIds: [...plan.lockedIds],
  };
  const total = idsOf(pending).length;
  const made = { id: plan.id, user_id: ctx.actor.id, control, created_at: ctx.clock() };
  const isOurs = await ctx.db.transaction(async (trx) => {
    if (await findRunningOf(trx, ctx.actor.id)) throw otherRuns();
    if (!(await takePlan(trx, ctx.actor.id, plan.id))) return false;
    await storeMove(trx, { ...made, total }, []);
    return true;
  });
  if (!isOurs) throw await whyNoPlan(ctx, plan.id);
  const move = (await findMove(ctx.db.queries, ctx.actor.id, plan.id))!;
  const running = await beginRun(ctx, move, 'move', pending);
  return { ...toMove(running, []), progress: await progressOf(ctx, running) };
}

const otherRuns = () =>
  new AppError(
    'conflict',
    msg`Another of your moves is still being sent. Wait for it to finish, or cancel it.`,
  );

/**
 * Sends the pending commands of a mass move, or undoes the move, in the background.
 * @throws AppError `conflict` if this or another of the user's moves is being sent
 */
export async function beginRun(
  ctx: Context,
  move: MoveRow,
  running: 'move' | 'undo',
  pending: PendingMove,
): Promise<MoveRow> {
  const run = { runner: newId(), running, pending, at: ctx.clock() };
  const claimed = await ctx.db.transaction(async (trx) => {
    if (await findRunningOf(trx, ctx.actor.id)) throw otherRuns();
    return claimRun(trx, move.id, run);
  });
  if (!claimed) throw otherRuns();
  start(ctx, ctx, claimed);
  return claimed;
}

/**
 * Ends the mass moves that a stopped process left unfinished, and marks their remaining commands as
 * not sent.
 */
export async function settleEndedRuns(services: Services): Promise<void> {
  const now = services.clock();
  for (const { id } of await findEndedRuns(services.db.queries, now - STALE_MS)) {
    const move = await services.db.transaction((trx) =>
      claimRun(trx, id, { runner: newId(), at: now, onlyBefore: now - STALE_MS }),
    );
    if (!move) continue;
    await settleInFlight(services, move);
    await track(services, run(services, null, move));
  }
}

/**
 * Returns the job that ends a mass move if the process that was sending it has stopped. Stopping
 * the job also stops the moves that this process is sending.
 */
export const movesJob = (services: Services): Job => ({
  name: 'moves',
  where: 'each',
  everyMs: 5000,
  begin: () => ({
    round: () => settleEndedRuns(services),
    async stop() {
      const runs = runsOf(services.db);
      runs.isStopping = true;
      await Promise.all(runs.all);
    },
  }),
});

/** Resolves when this process is not sending any mass moves. */
export async function whenSent({ db }: Pick<Services, 'db'>): Promise<void> {
  await Promise.all(runsOf(db).all);
}

function start(services: Services, ctx: Context, move: RunningMove): void {
  track(services, run(services, ctx, move)).catch((error: unknown) =>
    services.log.warn({ err: error }, 'A mass move could not be sent'),
  );
}

function track({ db }: Services, run: Promise<void>): Promise<void> {
  const { all } = runsOf(db);
  const ended = run.catch(() => undefined).finally(() => all.delete(ended));
  all.add(ended);
  return run;
}

const idsOf = ({ flagIds, offlineIds, lockedIds }: PendingMove) => [
  ...flagIds,
  ...offlineIds,
  ...lockedIds,
];

/**
 * Sends the pending commands of a mass move in batches.
 * @param ctx the caller's context; null after a restart of the server, which marks all remaining
 * commands as not sent
 */
async function run(services: Services, ctx: Context | null, move: RunningMove): Promise<void> {
  const { db } = services;
  const ids = idsOf(move.pending);
  let sender = ctx;
  let why = ctx ? undefined : serverStopped();
  for (let start = move.handled; start < ids.length; start += SLICE) {
    if (ctx && runsOf(db).isStopping) {
      await db.transaction((trx) => releaseRun(trx, move.id, move.runner));
      return;
    }
    const begun = performance.now();
    const slice = ids.slice(start, start + SLICE);
    const handled = start + slice.length;
    if (sender && !(await maySend(sender))) {
      await db.transaction((trx) => storeCanceled(trx, move.id, services.clock()));
      sender = null;
      why = t`Not sent: your access has changed`;
    }
    let result = await step(services, sender, move, { slice, handled, why });
    if (result === 'canceled') {
      sender = null;
      why = t`Not sent: canceled`;
      result = await step(services, sender, move, { slice, handled, why });
    }
    if (result !== 'stored') return;
    const pause = (slice.length / COMMANDS_PER_SECOND) * 1000 - (performance.now() - begun);
    if (sender && pause > 0) await sleep(pause);
  }
  await db.transaction((trx) => endRun(trx, move.id, move.runner));
}

/**
 * Whether the user who made a mass move may still send commands: the account exists, is not
 * suspended and has the same role and scope, and any API token used is valid. Signing out does not
 * stop the move, because users may close the console while it runs.
 */
async function maySend(ctx: Context): Promise<boolean> {
  const { queries } = ctx.db;
  return (await hasSameRights(queries, ctx.actor)) && hasSameToken(queries, ctx);
}

interface Slice {
  slice: readonly string[];
  /** How many of the mass move's pending flags are done after this batch. */
  handled: number;
  /**
   * The reason why no commands are sent to the flags of this batch. Undefined if commands are sent.
   */
  why: string | undefined;
}

/**
 * The result of storing one batch of a mass move. `lost`: another process has taken over the move.
 */
type StepResult = 'stored' | 'canceled' | 'lost';

async function step(
  services: Services,
  ctx: Context | null,
  move: RunningMove,
  { slice, handled, why }: Slice,
): Promise<StepResult> {
  const { db, clock } = services;
  const progress = {
    id: move.id,
    runner: move.runner,
    handled,
    at: clock(),
    isSending: ctx !== null,
  };
  const known = await findSomeFlags(db.queries, move.id, slice);
  if (move.running === 'undo') {
    const result = await db.transaction(async (trx) => {
      const stored = await storeHandled(trx, progress);
      if (stored === 'stored' && ctx) await storeOutcome(trx, move.id, slice, 'undoing');
      return stored;
    });
    if (result !== 'stored' || !ctx) return result;
    const answers = await undoRows(
      ctx,
      move.id,
      known.filter((row) => row.undone_at === null),
    );
    const problems = new Map(answers.map(({ flagId, problem }) => [flagId, problem]));
    await db.transaction((trx) =>
      storeCommands(
        trx,
        known.map((row) => ({
          ...row,
          problem: problems.get(row.flag_id) ?? null,
          outcome: 'sent',
        })),
      ),
    );
    return result;
  }
  const plan = {
    offlineIds: new Set(move.pending.offlineIds),
    lockedIds: new Set(move.pending.lockedIds),
  };
  const scope = ctx ? requireScope(ctx, 'flag.switch') : EVERYWHERE;
  const knownIds = new Set(known.map((row) => row.flag_id));
  const ids = slice.filter((id) => !knownIds.has(id));
  const flags = await findFlagsById(db.queries, scope, slice);
  const fresh = await newRows(services, move, {
    ...{ scope, ids, plan },
    flags: flags.filter(({ id }) => !knownIds.has(id)),
    ...(why !== undefined && { stopped: why }),
  });
  const again = ctx ? retried(services, known, flags) : [];
  const result = await db.transaction(async (trx) => {
    const stored = await storeHandled(trx, progress);
    if (stored !== 'stored') return stored;
    await storeMoveFlags(trx, fresh);
    await storeCommands(trx, again);
    return stored;
  });
  if (result === 'stored' && ctx) await send(ctx, flags, [...fresh, ...again]);
  return result;
}

/**
 * Returns the flag rows for a retry of a mass move. Each row has a new command ID, or the reason
 * why the flag cannot get a command now.
 */
export function retried(
  { link, clock }: Pick<Services, 'link' | 'clock'>,
  rows: readonly MoveFlagRow[],
  flags: Awaited<ReturnType<typeof findFlagsById>>,
): MoveFlagRow[] {
  const known = new Map(flags.map((flag) => [flag.id, flag]));
  return rows.map((row): MoveFlagRow => {
    const flag = known.get(row.flag_id);
    const problem = flag ? whyNotNow(flag, link.record(flag), clock()) : noLongerListed();
    if (problem !== null) return { ...row, problem };
    return { ...row, problem, command_id: serverCommandId(), outcome: null };
  });
}

/**
 * Finds out which commands of the current batch were sent before the process stopped, by looking
 * for them in the realtime database.
 */
async function settleInFlight({ db, link }: Services, move: RunningMove): Promise<void> {
  const rows = await findInFlight(db.queries, move.id);
  const flags = await findFlagsById(
    db.queries,
    EVERYWHERE,
    rows.map((row) => row.flag_id),
  );
  const records = new Map(flags.map((flag) => [flag.id, link.record(flag)]));
  const problem = serverStopped();
  const isSent = (row: MoveFlagRow) => {
    const id = row.outcome === 'undoing' ? row.undo_command_id : row.command_id;
    return records.get(row.flag_id)?.command?.id === id;
  };
  const notSent = rows.filter((row) => !isSent(row));
  const undos = notSent.filter(({ outcome }) => outcome === 'undoing');
  await db.transaction(async (trx) => {
    await storeCommands(
      trx,
      rows.map((row): MoveFlagRow => {
        if (isSent(row)) return { ...row, outcome: 'sent' };
        if (row.outcome === 'undoing') return { ...row, problem, outcome: 'sent' };
        return { ...row, command_id: null, problem, outcome: 'not-sent' };
      }),
    );
    await storeNotUndone(
      trx,
      move.id,
      undos.map((row) => row.flag_id),
    );
  });
}
