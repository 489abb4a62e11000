import { type MassMove, type MoveControl, UNDO_MS } from '@halyard/domain';
import type { Selectable } from 'kysely';
import { inBatches } from '../../../platform/database/batches.ts';
import type {
  MoveFlagTable,
  MoveTable,
  PendingMove,
} from '../../../platform/database/tables/moves.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';

/** How long a mass move is kept, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000;

export type MoveRow = Selectable<MoveTable>;
export type MoveFlagRow = Selectable<MoveFlagTable>;
/**
 * A new mass move. `total`, the number of flags, is set only if the move is sent in the background.
 */
export type NewMove = Pick<MoveRow, 'id' | 'user_id' | 'control' | 'created_at'> & {
  total?: number;
};
/** A mass move that is being sent or undone in the background. */
export interface RunningMove extends MoveRow {
  pending: PendingMove;
  runner: string;
}

/** Stores a mass move and all its flags. */
export async function storeMove(
  trx: Trx,
  move: NewMove,
  flags: readonly MoveFlagRow[],
): Promise<void> {
  await trx.insertInto('moves').values(move).execute();
  await storeMoveFlags(trx, flags);
}

export async function storeMoveFlags(trx: Trx, flags: readonly MoveFlagRow[]): Promise<void> {
  await inBatches(flags, async (batch) => {
    const values = batch.map((row) => ({
      ...row,
      request_before: JSON.stringify(row.request_before),
    }));
    await trx.insertInto('move_flags').values(values).execute();
  });
}

/** Returns a user's mass move by its ID; undefined if the user has no such move. */
export function findMove(queries: Queries, userId: string, id: string) {
  return queries
    .selectFrom('moves')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Returns a user's mass moves that can still be undone, latest first. */
export function findUndoable(queries: Queries, userId: string, now: number) {
  return queries
    .selectFrom('moves')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>', now - UNDO_MS)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('move_flags')
          .select('flag_id')
          .whereRef('move_id', '=', 'moves.id')
          .where('command_id', 'is not', null)
          .where('undone_at', 'is', null),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export function findMoveFlags(queries: Queries, moveId: string) {
  return queries
    .selectFrom('move_flags')
    .selectAll()
    .where('move_id', '=', moveId)
    .orderBy('flag_id')
    .execute();
}

/** Stores the command that a mass move sent to each flag, or why it sent none. */
export async function storeCommands(trx: Trx, rows: readonly MoveFlagRow[]): Promise<void> {
  await inBatches(rows, async (batch) => {
    for (const { move_id, flag_id, command_id, problem, outcome } of batch)
      await trx
        .updateTable('move_flags')
        .set({ command_id, problem, outcome })
        .where('move_id', '=', move_id)
        .where('flag_id', '=', flag_id)
        .execute();
  });
}

/**
 * Returns the user's mass move that is being sent or undone in the background; undefined if there
 * is none.
 */
export function findRunningOf(queries: Queries, userId: string) {
  return queries
    .selectFrom('moves')
    .select('id')
    .where('user_id', '=', userId)
    .where('pending', 'is not', null)
    .executeTakeFirst();
}

/**
 * Returns the unfinished mass moves that have stored no progress since `before` (epoch
 * milliseconds).
 */
export function findEndedRuns(queries: Queries, before: number) {
  return queries
    .selectFrom('moves')
    .select('id')
    .where('pending', 'is not', null)
    .where('alive_at', '<=', before)
    .execute();
}

interface NewRun {
  runner: string;
  at: number;
  /**
   * Whether the new background run sends or undoes the mass move. Undefined if an interrupted run
   * is taken over.
   */
  running?: 'move' | 'undo';
  /**
   * The flags that the new background run handles. Undefined if an interrupted run is taken over.
   */
  pending?: PendingMove;
  /**
   * A time in epoch milliseconds. An interrupted run is taken over only if it has made no progress
   * since then. Undefined for a new run.
   */
  onlyBefore?: number;
}

/**
 * Starts a background run of a mass move, or takes over an interrupted one.
 * @returns the move; undefined if another process has claimed it first
 */
export async function claimRun(
  trx: Trx,
  id: string,
  { runner, at, running, pending, onlyBefore }: NewRun,
): Promise<RunningMove | undefined> {
  const claimed = await trx
    .updateTable('moves')
    .set({ runner, alive_at: at })
    .where('id', '=', id)
    .$if(pending !== undefined, (query) =>
      query
        .set({
          pending: JSON.stringify(pending),
          running: running!,
          handled: 0,
          cancelled_at: null,
        })
        .where('pending', 'is', null),
    )
    .$if(onlyBefore !== undefined, (query) =>
      query
        .set({ cancelled_at: at })
        .where('pending', 'is not', null)
        .where('alive_at', '<=', onlyBefore!),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed as RunningMove | undefined;
}

/** Lets another process immediately take over a background run of a mass move. */
export async function releaseRun(trx: Trx, id: string, runner: string): Promise<void> {
  await trx
    .updateTable('moves')
    .set({ alive_at: 0 })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .execute();
}

export async function endRun(trx: Trx, id: string, runner: string): Promise<void> {
  await trx
    .updateTable('moves')
    .set({ pending: null, running: null, runner: null })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .execute();
}

/** Marks a mass move as canceled. Its background run stops before the next batch of flags. */
export async function storeCanceled(trx: Trx, id: string, at: number): Promise<void> {
  await trx
    .updateTable('moves')
    .set({ cancelled_at: at })
    .where('id', '=', id)
    .where('pending', 'is not', null)
    .execute();
}

interface RunProgress {
  id: string;
  runner: string;
  handled: number;
  at: number;
  /**
   * Whether the process is about to send the batch's commands. If it is, but the move has been
   * canceled, nothing is stored and the commands must not be sent.
   */
  isSending: boolean;
}

/**
 * Records that a background run of a mass move begins a batch of flags.
 * @returns `lost` if another process has taken over the run, `canceled` if no more commands may be
 * sent
 */
export async function storeHandled(
  trx: Trx,
  { id, runner, handled, at, isSending }: RunProgress,
): Promise<'stored' | 'canceled' | 'lost'> {
  const stored = await trx
    .updateTable('moves')
    .set({ handled, alive_at: at })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .$if(isSending, (query) => query.where('cancelled_at', 'is', null))
    .returning('id')
    .executeTakeFirst();
  if (stored) return 'stored';
  const move = await trx
    .selectFrom('moves')
    .select('runner')
    .where('id', '=', id)
    .executeTakeFirst();
  return move?.runner === runner ? 'canceled' : 'lost';
}

/** Returns the rows of the given flags of a mass move. */
export async function findSomeFlags(
  queries: Queries,
  moveId: string,
  flagIds: readonly string[],
): Promise<MoveFlagRow[]> {
  if (flagIds.length === 0) return [];
  return queries
    .selectFrom('move_flags')
    .selectAll()
    .where('move_id', '=', moveId)
    .where('flag_id', 'in', flagIds)
    .execute();
}

/** Returns the flags of a mass move whose commands were being sent when the process ended. */
export function findInFlight(queries: Queries, moveId: string): Promise<MoveFlagRow[]> {
  return queries
    .selectFrom('move_flags')
    .selectAll()
    .where('move_id', '=', moveId)
    .where((eb) =>
      eb.or([
        eb('outcome', '=', 'undoing'),
        eb.and([eb('outcome', 'is', null), eb('command_id', 'is not', null)]),
      ]),
    )
    .execute();
}

export async function storeOutcome(
  trx: Trx,
  moveId: string,
  flagIds: readonly string[],
  outcome: MoveFlagRow['outcome'],
): Promise<void> {
  await inBatches(flagIds, async (batch) => {
    await trx
      .updateTable('move_flags')
      .set({ outcome })
      .where('move_id', '=', moveId)
      .where('flag_id', 'in', batch)
      .execute();
  });
}

/**
 * Marks flags of a mass move as undone.
 * @param at epoch milliseconds
 * @returns the IDs of the flags that this call has marked. Leaves out flags that were already
 * marked, for example by an undo in another browser.
 */
export async function storeUndone(
  trx: Trx,
  moveId: string,
  flagIds: readonly string[],
  at: number,
): Promise<Set<string>> {
  const marked = new Set<string>();
  await inBatches(flagIds, async (batch) => {
    const rows = await trx
      .updateTable('move_flags')
      .set({ undone_at: at })
      .where('move_id', '=', moveId)
      .where('flag_id', 'in', batch)
      .where('undone_at', 'is', null)
      .returning('flag_id')
      .execute();
    for (const row of rows) marked.add(row.flag_id);
  });
  return marked;
}

/** Marks flags of a mass move as not undone, because their undo commands were not sent. */
export async function storeNotUndone(
  trx: Trx,
  moveId: string,
  flagIds: readonly string[],
): Promise<void> {
  await inBatches(flagIds, async (batch) => {
    await trx
      .updateTable('move_flags')
      .set({ undone_at: null })
      .where('move_id', '=', moveId)
      .where('flag_id', 'in', batch)
      .execute();
  });
}

/** Deletes mass moves that can no longer be undone. Runs once a minute. */
export async function sweepMoves(queries: Queries, now: number): Promise<void> {
  await queries
    .deleteFrom('moves')
    .where('created_at', '<', now - KEPT_MS)
    .execute();
}

/** Converts a stored mass move to the API's format. */
export const toMove = (
  { id, control, created_at: at }: { id: string; control: MoveControl; created_at: number },
  flags: readonly MoveFlagRow[],
): MassMove => ({
  id,
  control,
  at,
  undoUntil: at + UNDO_MS,
  progress: null,
  flags: flags.map(({ flag_id: flagId, position, lamp, command_id: commandId, problem }) => ({
    flagId,
    position,
    lamp,
    commandId,
    problem,
    canRetry: problem !== null,
  })),
});
