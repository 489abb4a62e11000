import { t } from '@halyard/messages';
import type { UserTable } from '../../../platform/database/tables/accounts.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { chargeTry, FORGOT_BY_NAME } from '../../../platform/limits/rateLimits.ts';
import { chargeMails } from '../../../platform/mail/budget.ts';
import { queueMails } from '../../../platform/mail/queue.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { Context } from '../../calls/context.ts';
import { requireFreshSignIn } from '../sessions/freshSignIn.ts';
import { mailConfirmation } from './emailConfirmations.ts';

/**
 * Checks whether callers may change their own email address, which requires a recent sign-in. Every
 * API call that can change it uses this check. The number of changes is limited, because each one
 * emails two addresses.
 * @param after the new address; keeping the current one does not count as a change
 * @throws AppError `forbidden` with `PASSWORD_NEEDED`; `rate-limited` after too many changes
 */
export async function allowOwnEmail(
  ctx: Context,
  settings: MailSettings,
  after: string,
): Promise<void> {
  const account = await ctx.db.queries
    .selectFrom('users')
    .select('email')
    .where('id', '=', ctx.actor.id)
    .executeTakeFirst();
  if (!account || account.email === after) return;
  requireFreshSignIn(ctx);
  await chargeTry(ctx.db, `address:${ctx.actor.id}`, FORGOT_BY_NAME, ctx.clock());
  if (ctx.mailer)
    await chargeMails(ctx.db, settings, 'people', ctx.actor.companyId, 2, ctx.clock());
}

type Account = Pick<UserTable, 'id' | 'username' | 'email' | 'confirmed_email'>;

/**
 * Queues two emails in the transaction that changes the address: a notice to the old address, and a
 * request for confirmation to the new one. Until the new address is confirmed, temporary passwords
 * go to the last confirmed one.
 */
export async function ownEmailChanged(
  trx: Trx,
  ctx: Pick<Context, 'mailer' | 'clock'>,
  settings: MailSettings,
  before: Account,
  after: Account,
): Promise<void> {
  if (before.email === after.email) return;
  await mailConfirmation(trx, ctx, settings, after);
  if (!ctx.mailer) return;
  const { productName } = settings;
  const { username, email } = after;
  const text = [
    t`The email address of the ${{ productName }} account "${{ username }}" was changed to ${{ email }}.`,
    t`If you did not change the address, contact your administrator right away. They can sign you out
everywhere and restore your address. Temporary passwords go to the new address only after it is confirmed.`,
  ].join('\n\n');
  const subject = t`${{ productName }}: your email address was changed`;
  const recipients = new Set([before.email, before.confirmed_email].filter((to) => to !== ''));
  recipients.delete(after.email);
  await queueMails(
    trx,
    [...recipients].map((to) => ({ to, subject, text: `${text}\n` })),
    ctx.clock(),
  );
}
