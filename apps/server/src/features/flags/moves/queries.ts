import { type MassMove, type MoveControl, UNDO_MS } from '@halyard/domain';
import type { Insertable, Selectable } from 'kysely';
import { inBatches } from '../../../platform/database/batches.ts';
import type { MoveFlagTable, MoveTable } from '../../../platform/database/tables/moves.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';

/** How long a mass move is kept, in milliseconds. */
const KEPT_MS = 24 * 60 * 60_000;

export type MoveRow = Selectable<MoveTable>;
export type MoveFlagRow = Selectable<MoveFlagTable>;

/** Stores a mass move and all its flags. */
export async function storeMove(
  trx: Trx,
  move: MoveRow,
  flags: readonly Insertable<MoveFlagTable>[],
): Promise<void> {
  await trx.insertInto('moves').values(move).execute();
  await inBatches(flags, async (batch) => {
    await trx.insertInto('move_flags').values(batch).execute();
  });
}

/** Returns a mass move of a user. Undefined if the user has no move with this ID. */
export function findMove(queries: Queries, userId: string, id: string) {
  return queries
    .selectFrom('moves')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Returns the mass moves of a user that can still be undone, latest first. */
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

/** Stores the command that each flag of a mass move got, or why it got none. */
export async function storeCommands(trx: Trx, rows: readonly MoveFlagRow[]): Promise<void> {
  await inBatches(rows, async (batch) => {
    for (const { move_id, flag_id, command_id, problem } of batch)
      await trx
        .updateTable('move_flags')
        .set({ command_id, problem })
        .where('move_id', '=', move_id)
        .where('flag_id', '=', flag_id)
        .execute();
  });
}

/**
 * Marks flags of a mass move as undone.
 * @param at epoch milliseconds
 * @returns the IDs of those flags that had not been undone before, for example in another browser
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

/** Marks flags of a mass move as not undone, because the command to undo the move was not sent. */
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

/** Converts a stored mass move to the form that the API returns. */
export const toMove = (
  { id, control, created_at: at }: { id: string; control: MoveControl; created_at: number },
  flags: readonly MoveFlagRow[],
): MassMove => ({
  id,
  control,
  at,
  undoUntil: at + UNDO_MS,
  flags: flags.map(({ flag_id: flagId, position, lamp, command_id: commandId, problem }) => ({
    flagId,
    position,
    lamp,
    commandId,
    problem,
    canRetry: problem !== null,
  })),
});
