import type { SignInLink } from '@halyard/domain';
import { t } from '@halyard/messages';
import { recordActivity } from '../../activity/record.ts';
import type { Context } from '../../calls/context.ts';
import { accountEntry } from '../queries.ts';
import { linkNotFound } from './errors.ts';
import type { ProviderSettings } from './providers.ts';

/**
 * Returns the caller's links to sign-in providers, oldest first. A user can sign in to the account
 * with each of them.
 */
export async function listSignInLinks(
  ctx: Context,
  { systemProvider }: ProviderSettings,
): Promise<SignInLink[]> {
  const rows = await ctx.db.queries
    .selectFrom('identities')
    .leftJoin('companies', 'companies.id', 'identities.provider')
    .select([
      'identities.id',
      'identities.issuer',
      'identities.created_at as since',
      'companies.name as company',
    ])
    .where('identities.user_id', '=', ctx.actor.id)
    .orderBy('identities.created_at')
    .orderBy('identities.id')
    .execute();
  return rows.map(({ company, ...link }) => ({
    ...link,
    label: company ?? systemProvider?.label ?? t`single sign-on`,
  }));
}

/**
 * Removes one of the caller's links to a sign-in provider. The next sign-in through that provider
 * finds the account by its confirmed email address again.
 * @throws AppError `not-found` for another user's link
 */
export async function removeSignInLink(ctx: Context, id: string): Promise<void> {
  const userId = ctx.actor.id;
  await ctx.db.transaction(async (trx) => {
    const removed = await trx
      .deleteFrom('identities')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('issuer')
      .executeTakeFirst();
    if (!removed) throw linkNotFound();
    const account = await trx
      .selectFrom('users')
      .select(['username', 'company_id'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const detail = { about: removed.issuer };
    await recordActivity(trx, ctx, { kind: 'link.removed', ...accountEntry(account), detail });
  });
}
