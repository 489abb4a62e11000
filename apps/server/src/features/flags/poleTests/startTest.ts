import {
  currentPosition,
  heading,
  isTesting,
  may,
  newestPositionRequest,
  POSITION_SWITCHES,
  type PoleCheck,
  testPosition,
} from '@halyard/domain';
import { inLanguage } from '@halyard/messages/language';
import { AppError } from '../../../platform/errors.ts';
import { chargeTry, MOVES_BY_PERSON } from '../../../platform/limits/rateLimits.ts';
import { ownerOf } from '../../../realtime/outbox/mirroredChanges.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { type FlagRow, flagInScope, lockFlagRow } from '../../fleet/flags.ts';
import { noteOrigins, noteRefusal } from '../../fleet/sendCommands/commandByCall.ts';
import { commandFlag, serverCommandId } from '../../fleet/sendCommands/commandFlag.ts';
import { usernameOf } from '../../identity/queries.ts';
import { latestRefusalOf } from '../refusedDevices/queries.ts';
import { obstacleTo, testedBy } from './obstacle.ts';
import { findTest, storeTest, toPoleTest, updateTest } from './queries.ts';

/** Returns the results of a pole's setup checks, and its latest test. */
export async function poleCheck(ctx: Context, id: string): Promise<PoleCheck> {
  const flag = await flagInScope(ctx.db.queries, requireScope(ctx, 'flag.switch'), id);
  return checkOf(ctx, flag);
}

async function checkOf(ctx: Context, flag: FlagRow): Promise<PoleCheck> {
  const { queries } = ctx.db;
  const record = ctx.link.record(flag);
  const test = await findTest(queries, flag.id);
  const mayRead = may(ctx.actor, 'refusedDevice.read');
  const obstacle = await obstacleTo(ctx, flag, test);
  // An adopted pole was already in use before it was added to Halyard.
  const isOwn = flag.ownerId === ownerOf(flag.companyId);
  return {
    name: flag.name,
    live: record,
    isNew: record.command === null && test === undefined && isOwn,
    obstacle: obstacle && inLanguage(obstacle),
    refused: mayRead
      ? await latestRefusalOf(
          queries,
          requireScope(ctx, 'refusedDevice.read'),
          flag,
          record.seenAt ?? 0,
        )
      : null,
    test: test ? toPoleTest(test) : null,
  };
}

/**
 * Starts a pole test by moving the pole. First stores what is needed to move the pole back, so that
 * this happens even if this process stops or the user leaves the page.
 * @throws AppError `conflict` if the pole cannot be tested now; `rate-limited` after too many moves
 */
export async function startTest(ctx: Context, id: string): Promise<PoleCheck> {
  const scope = requireScope(ctx, 'flag.switch');
  const flag = await flagInScope(ctx.db.queries, scope, id);
  await chargeTry(ctx.db, `moves:${ctx.actor.id}`, MOVES_BY_PERSON, ctx.clock());
  const username = await usernameOf(ctx);
  const record = ctx.link.record(flag);
  const position = testPosition(currentPosition(record));
  const states = { [POSITION_SWITCHES[position]]: true };
  const [commandId, restoreId] = [serverCommandId(), serverCommandId()];
  const test = {
    flag_id: id,
    user_id: ctx.actor.id,
    username,
    phase: 'moving' as const,
    command_id: commandId,
    restore_command_id: restoreId,
    position,
    position_before: heading(record),
    request_before: JSON.stringify(newestPositionRequest(record)),
    started_at: ctx.clock(),
    restored_at: null,
    took_ms: null,
    problem: null,
    ended_at: null,
  };
  await noteOrigins(ctx, [commandId, restoreId]);
  try {
    const obstacle = await obstacleTo(ctx, flag, await findTest(ctx.db.queries, id));
    if (obstacle !== null) throw new AppError('conflict', obstacle);
    await ctx.db.transaction(async (trx) => {
      // If two users start a test at the same time, one of them waits here and then finds the
      // other's test.
      await lockFlagRow(trx, scope, id);
      const other = await findTest(trx, id);
      if (other && isTesting(other.phase)) throw new AppError('conflict', testedBy(other.username));
      await storeTest(trx, test);
    });
    await commandFlag(ctx, flag, states, { id: commandId, by: ctx.actor.id });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    noteRefusal(ctx, flag, states, error);
    // The command may or may not be stored. The next steps of the test find out, and move the pole
    // back if needed.
    if (error.isFault) throw error;
    const row = { ...test, request_before: null };
    const ended = {
      phase: 'failed' as const,
      problem: inLanguage(error.text),
      ended_at: ctx.clock(),
    };
    await updateTest(ctx.db.queries, row, ended);
    throw error;
  }
  return checkOf(ctx, flag);
}
