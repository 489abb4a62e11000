import type { OwnSession } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { notFound } from '../../../platform/errors.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { accountEntry, lockUser } from '../queries.ts';
import { forgetBrowsers } from '../sessions/knownBrowsers.ts';
import { endSessions, type Sessions } from '../sessions/sessions.ts';
import { recordSignOut } from '../sessions/signInActivity.ts';
import { endAccess } from '../tokens/access.ts';

/** Returns the caller's sessions, most recently used first. */
export async function listSessions(ctx: Context, sessions: Sessions): Promise<OwnSession[]> {
  const rows = await ctx.db.queries
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_used_at'])
    .where('user_id', '=', ctx.actor.id)
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      current: row.id === ctx.session.sid,
      userAgent: row.user_agent,
      address: row.address,
      signedInAt: row.created_at,
      lastUsedAt: Math.max(row.last_used_at, sessions.unwrittenUse(row.id) ?? 0),
    }))
    .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt || b.signedInAt - a.signedInAt);
}

/**
 * Ends one of the caller's sessions.
 * @throws AppError `not-found` if the session belongs to another user or has ended
 */
export async function endSession(ctx: Context, sid: string): Promise<void> {
  const which = { sid, userId: ctx.actor.id };
  const ended = await endOwn(ctx, (trx) => endSessions(trx, which, ctx.clock()));
  if (ended.length === 0) throw notFound(msg`Session not found`);
  ctx.link.sessionsEnded(ended);
}

/** Ends all of the caller's sessions, including this one, and revokes the caller's API tokens. */
export async function endAllSessions(ctx: Context): Promise<void> {
  const ended = await endOwn(ctx, async (trx) => {
    await forgetBrowsers(trx, ctx.actor.id);
    return endAccess(trx, ctx.actor.id, ctx.clock());
  });
  ctx.link.sessionsEnded(ended);
}

function endOwn(ctx: Context, end: (trx: Trx) => Promise<string[]>): Promise<string[]> {
  return change(ctx, async (trx) => {
    const ended = await end(trx);
    const coming = { address: ctx.origin.address, at: ctx.clock() };
    if (ended.length > 0) await recordSignOut(trx, ctx.actor.id, coming);
    return ended;
  });
}

/** Ends all sessions and revokes all API tokens of an account that the caller may update. */
export async function signOutUser(ctx: Context, userId: string): Promise<void> {
  const scope = requireScope(ctx, 'user.update');
  const ended = await change(ctx, async (trx) => {
    const user = await lockUser(trx, scope, userId);
    await recordActivity(trx, ctx, { kind: 'user.signedOut', ...accountEntry(user) });
    await forgetBrowsers(trx, userId);
    return endAccess(trx, userId, ctx.clock());
  });
  ctx.link.sessionsEnded(ended);
}
