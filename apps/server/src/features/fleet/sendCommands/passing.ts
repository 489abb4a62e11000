import type { Queries } from '../../../platform/database/tables/schema.ts';

/** Whether this command undid a mass move. It asks for nothing of its own, so it makes no hold. */
export async function isUndoCommand(queries: Queries, commandId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('move_flags')
    .select('move_id')
    .where('undo_command_id', '=', commandId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a command brings a pole back after a test: it makes no hold. */
export async function isRestoreCommand(queries: Queries, commandId: string): Promise<boolean> {
  const found = await queries
    .selectFrom('pole_tests')
    .select('flag_id')
    .where('restore_command_id', '=', commandId)
    .executeTakeFirst();
  return found !== undefined;
}
