import type { SwitchStates } from '@halyard/domain';
import { askedFor } from '../activity/commands/askedFor.ts';
import { recordActivity } from '../activity/record.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { commandFlag, serverCommandId } from './commandFlag.ts';
import type { FlagRow } from './queries.ts';

/**
 * Commands a flag as a caller asks. From where it came is noted before, for the activity log, which
 * tells of it when its outcome is known; a refusal it tells at once.
 * @throws AppError as `commandFlag`
 */
export async function commandByCall(
  ctx: Context,
  flag: FlagRow,
  states: Partial<SwitchStates>,
): Promise<void> {
  const { channel, address } = ctx.origin;
  const id = serverCommandId();
  await ctx.db.queries
    .insertInto('command_origins')
    .values({ id, actor_id: ctx.actor.id, channel, address, created_at: ctx.clock() })
    .execute();
  try {
    await commandFlag(ctx, flag, states, { id, by: ctx.actor.id });
  } catch (error) {
    if (error instanceof AppError) await recordRefusal(ctx, flag, states, error);
    throw error;
  }
}

async function recordRefusal(
  ctx: Context,
  flag: FlagRow,
  states: Partial<SwitchStates>,
  error: AppError,
): Promise<void> {
  const cause = error.isFault ? 'the realtime database could not be written' : error.message;
  await ctx.db.transaction((trx) =>
    recordActivity(trx, ctx, {
      kind: 'flag.command',
      outcome: 'refused',
      companyId: flag.companyId,
      locationId: flag.locationId,
      flagId: flag.id,
      subject: flag.name,
      detail: { ...askedFor(states), cause },
    }),
  );
}
