import { type Flag, inScope, isLocked, type LockRequest, openCommand } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError, forbidden, notFound } from '../../platform/errors.ts';
import { refuseLocked } from '../../realtime/commands/lockRefusal.ts';
import { companyChanged, flagMirror } from '../../realtime/outbox/mirroredChanges.ts';
import { mirrored, storedLock } from '../../realtime/outbox/mirroredFlags.ts';
import { enqueue } from '../../realtime/outbox/outbox.ts';
import { recordActivity } from '../activity/record.ts';
import { type Context, change, requireScope, scopeFor } from '../calls/context.ts';
import { lockFlagRow, placeOf } from '../fleet/flags.ts';
import { usernameOf } from '../identity/queries.ts';
import { oneFlag } from './flags.ts';

const NOT_IN_FORCE = msg`The lock was saved but isn’t in effect yet: the realtime database hasn’t confirmed it. Stay away from the pole until the console shows it as locked.`;

/**
 * Locks a flag while someone works on its pole. Resolves once the realtime database rejects
 * commands and any pending command has been canceled.
 * @throws AppError `conflict` if the flag is already locked; `not-in-force` if the lock is stored
 * but did not take effect in time (it will take effect as soon as possible)
 */
export async function lockOut(ctx: Context, id: string, { reason }: LockRequest): Promise<Flag> {
  const scope = requireScope(ctx, 'flag.switch');
  const username = await usernameOf(ctx);
  const now = ctx.clock();
  const lock = { reason, by: ctx.actor.id, byName: username, at: now };
  const flag = await change(ctx, async (trx) => {
    const row = await lockFlagRow(trx, scope, id);
    refuseLocked(storedLock(row));
    await trx
      .updateTable('flags')
      .set({ lock_reason: reason, locked_by: lock.by, locked_by_name: username, locked_at: now })
      .where('id', '=', id)
      .execute();
    const flag = { ...mirrored(row), lock };
    await enqueue(trx, { ...flagMirror(flag), ...companyChanged(flag.companyId, now) }, now);
    const detail = { about: reason };
    await recordActivity(trx, ctx, { kind: 'flag.locked', ...placeOf(row), detail });
    return flag;
  });
  const isInForce = await ctx.link.until(
    flag,
    (record) => isLocked(record) && record.lock?.at === now && !openCommand(record),
  );
  if (!isInForce) throw new AppError('not-in-force', NOT_IN_FORCE);
  return oneFlag(ctx, scope, id);
}

/**
 * Releases a flag's lock, without moving the pole.
 * @throws AppError `forbidden` if another user locked the flag and the caller may not release other
 * users' locks
 */
export async function releaseLock(ctx: Context, id: string): Promise<Flag> {
  const scope = requireScope(ctx, 'flag.switch');
  const now = ctx.clock();
  await change(ctx, async (trx) => {
    const row = await lockFlagRow(trx, scope, id);
    const lock = storedLock(row);
    if (!lock) throw notFound(msg`Lock not found`);
    const flag = { ...mirrored(row), lock: null };
    if (lock.by !== ctx.actor.id && !mayReleaseOthers(ctx, flag))
      throw forbidden(
        msg`Only ${{ byName: lock.byName }}, company users and masters can release this lock.`,
      );
    await trx
      .updateTable('flags')
      .set({ lock_reason: null, locked_by: null, locked_by_name: null, locked_at: null })
      .where('id', '=', id)
      .execute();
    await enqueue(trx, { ...flagMirror(flag), ...companyChanged(flag.companyId, now) }, now);
    const detail = { about: `of ${lock.byName}` };
    await recordActivity(trx, ctx, { kind: 'flag.released', ...placeOf(row), detail });
  });
  return oneFlag(ctx, scope, id);
}

function mayReleaseOthers(ctx: Context, flag: { companyId: string }): boolean {
  const scope = scopeFor(ctx, 'flag.releaseOthers');
  return scope !== null && inScope(scope, flag);
}
