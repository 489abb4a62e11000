import type { Queries } from '../../../platform/database/tables/schema.ts';

/**
 * Whether a command was sent to undo a mass move. Such a command creates no hold, because it only
 * restores the position from before the move.
 */
export async function isUndoCommand(queries: Queries, commandId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('move_flags')
    .select('move_id')
    .where('undo_command_id', '=', commandId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a command moves a pole back after a pole test. Such a command creates no hold. */
export async function isRestoreCommand(queries: Queries, commandId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('pole_tests')
    .select('flag_id')
    .where('restore_command_id', '=', commandId)
    .executeTakeFirst();
  return found !== undefined;
}
