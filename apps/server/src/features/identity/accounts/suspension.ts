import type { Scope, User } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { AppError, forbidden } from '../../../platform/errors.ts';
import { companyChanged } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { dropTemporaryPassword } from '../passwords/temporaryPassword.ts';
import { accountEntry, lockMasters, lockUser, userInScope } from '../queries.ts';
import { onlineUserIds } from '../sessions/onlineUsers.ts';
import { endSessions, type Sessions } from '../sessions/sessions.ts';

/**
 * Suspends another user's account. If it is already suspended, the suspension date does not change.
 */
export async function suspendUser(ctx: Context, sessions: Sessions, id: string): Promise<User> {
  const scope = requireScope(ctx, 'user.update');
  if (id === ctx.actor.id) throw forbidden(msg`You cannot suspend yourself.`);
  const ended = await change(ctx, async (trx) => {
    const ended = await suspendAccount(trx, scope, id, ctx.clock());
    const user = await lockUser(trx, scope, id);
    await recordActivity(trx, ctx, { kind: 'user.suspended', ...accountEntry(user) });
    return ended;
  });
  ctx.link.sessionsEnded(ended);
  // The API tokens of the account also stop working until it is restored.
  ctx.link.accountChanged(id);
  return userInScope(ctx.db.queries, scope, await onlineUserIds(ctx, sessions), id);
}

/** Lets the user of a suspended account sign in again. Sessions that were ended stay ended. */
export async function restoreUser(ctx: Context, sessions: Sessions, id: string): Promise<User> {
  const scope = requireScope(ctx, 'user.update');
  await change(ctx, async (trx) => {
    await restoreAccount(trx, scope, id, ctx.clock());
    const user = await lockUser(trx, scope, id);
    await recordActivity(trx, ctx, { kind: 'user.restored', ...accountEntry(user) });
  });
  return userInScope(ctx.db.queries, scope, await onlineUserIds(ctx, sessions), id);
}

/**
 * Suspends an account within the caller's transaction. After the commit, requests from the account
 * are treated as unauthenticated, and its user cannot sign in. Its live connections end within
 * seconds, or immediately if the caller calls `link.sessionsEnded`.
 * @param scope the scope that must contain the account; `{ kind: 'all' }` for an operator on the
 * server
 * @returns the public IDs of the sessions that ended
 * @throws AppError `not-found` outside the scope, `conflict` for the only master who can sign in
 */
export async function suspendAccount(
  trx: Trx,
  scope: Scope,
  id: string,
  now: number,
): Promise<string[]> {
  const isLastMaster = await lockMasters(trx);
  const user = await lockUser(trx, scope, id);
  if (isLastMaster(id)) throw new AppError('conflict', msg`The last master cannot be suspended.`);
  await trx
    .updateTable('users')
    .set({ suspended_at: now })
    .where('id', '=', id)
    .where('suspended_at', 'is', null)
    .execute();
  await dropTemporaryPassword(trx, id);
  await enqueue(trx, companyChanged(user.company_id, now), now);
  return endSessions(trx, { userId: id }, now);
}

/**
 * Undoes `suspendAccount`. Does nothing if the account is not suspended.
 * @throws AppError `not-found`
 */
export async function restoreAccount(
  trx: Trx,
  scope: Scope,
  id: string,
  now: number,
): Promise<void> {
  const user = await lockUser(trx, scope, id);
  await trx.updateTable('users').set({ suspended_at: null }).where('id', '=', id).execute();
  await enqueue(trx, companyChanged(user.company_id, now), now);
}
