import type { Token, TokenCreate } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newId } from '../../../platform/database/text.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { accessMirror, accessOf } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change } from '../../calls/context.ts';
import { mailOwner } from '../accountMails.ts';
import { usernameOf } from '../queries.ts';
import { requireFreshSignIn } from '../sessions/freshSignIn.ts';
import { endTokens, expiryOf, newTokenSecret } from './tokens.ts';

/** The maximum number of API tokens per user. */
const MAX_TOKENS = 50;

const select = (queries: Queries, userId: string) =>
  queries
    .selectFrom('tokens')
    .select([
      'id',
      'name',
      'scope',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId);

/** Returns the caller's API tokens. */
export function listTokens(ctx: Context): Promise<Token[]> {
  return select(ctx.db.queries, ctx.actor.id).orderBy('created_at').orderBy('id').execute();
}

/**
 * Creates an API token that lets programs act as the caller. Only the response contains its secret.
 * @throws AppError `conflict` if the caller has too many tokens; `forbidden` without a recent
 * sign-in
 */
export async function createToken(
  ctx: Context,
  settings: { productName: string },
  input: TokenCreate,
): Promise<Token> {
  requireFreshSignIn(ctx);
  const userId = ctx.actor.id;
  const username = await usernameOf(ctx);
  const id = newId();
  const secret = newTokenSecret();
  const now = ctx.clock();
  const made = await change(ctx, async (trx) => {
    const { count } = await trx
      .selectFrom('tokens')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= MAX_TOKENS)
      throw new AppError(
        'conflict',
        msg`You already have ${{ max: MAX_TOKENS }} tokens. Revoke one first.`,
      );
    await trx
      .insertInto('tokens')
      .values({
        id,
        name: input.name,
        secret_hash: hashSecret(secret),
        scope: input.scope,
        expires_at: expiryOf(input.expiresInDays, now),
        user_id: userId,
        all_companies: false,
        created_by: username,
        created_by_id: userId,
        created_at: now,
      })
      .execute();
    await enqueue(trx, accessMirror([id], accessOf(ctx.actor.mayMovePoles)), now);
    await mailOwner(trx, ctx, settings, userId, { kind: 'token', name: input.name });
    const { companyId } = ctx.actor;
    await recordActivity(trx, ctx, { kind: 'token.created', companyId, subject: input.name });
    return select(trx, userId).where('id', '=', id).executeTakeFirstOrThrow();
  });
  return { ...made, secret };
}

/**
 * Revokes an API token, and immediately ends the connections that use it.
 * @throws AppError `not-found` for another user's token
 */
export async function revokeToken(ctx: Context, id: string): Promise<void> {
  const userId = ctx.actor.id;
  const ended = await change(ctx, async (trx) => {
    const found = await select(trx, userId).where('id', '=', id).executeTakeFirst();
    if (!found) throw notFound(msg`Token not found`);
    const { companyId } = ctx.actor;
    await recordActivity(trx, ctx, { kind: 'token.revoked', companyId, subject: found.name });
    return endTokens(trx, { id, userId }, ctx.clock());
  });
  ctx.link.sessionsEnded(ended);
}
