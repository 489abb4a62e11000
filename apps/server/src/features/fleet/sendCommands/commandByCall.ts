import type { SwitchStates } from '@halyard/domain';
import { AppError } from '../../../platform/errors.ts';
import { askedFor } from '../../activity/commandLog/askedFor.ts';
import type { Context } from '../../calls/context.ts';
import type { FlagRow } from '../flags.ts';
import { commandFlag, serverCommandId } from './commandFlag.ts';

/**
 * Sends a command to a flag for an API call. First stores the channel and IP address of the call,
 * because the activity log needs them later, when the outcome is known. If the command is refused,
 * counts it for the activity log.
 * @throws AppError as `commandFlag` does
 */
export async function commandByCall(
  ctx: Context,
  flag: FlagRow,
  states: Partial<SwitchStates>,
): Promise<void> {
  const id = serverCommandId();
  await noteOrigins(ctx, [id]);
  try {
    await commandFlag(ctx, flag, states, { id, by: ctx.actor.id });
  } catch (error) {
    if (error instanceof AppError) noteRefusal(ctx, flag, states, error);
    throw error;
  }
}

/**
 * Stores the origin of commands (their channel and IP address), so that the activity log can
 * include it later.
 * @param ids the command IDs
 */
export async function noteOrigins(ctx: Context, ids: readonly string[]): Promise<void> {
  const { channel, address } = ctx.origin;
  await ctx.db.queries
    .insertInto('command_origins')
    .values(
      ids.map((id) => ({ id, actor_id: ctx.actor.id, channel, address, created_at: ctx.clock() })),
    )
    .execute();
}

/** Counts a refused command for the activity log. */
export function noteRefusal(
  ctx: Context,
  { ownerId, flagId }: FlagRow,
  states: Partial<SwitchStates>,
  error: AppError,
): void {
  const cause = error.isFault ? 'the realtime database could not be written' : error.message;
  ctx.refusals?.note(
    { by: ctx.actor.id, ...ctx.origin },
    { kind: 'flag.command', pole: { ownerId, flagId }, detail: { ...askedFor(states), cause } },
  );
}
