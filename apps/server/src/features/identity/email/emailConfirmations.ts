import { msg, t } from '@halyard/messages';
import type { Database } from '../../../platform/database/database.ts';
import type { UserTable } from '../../../platform/database/tables/accounts.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newSecret } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  chargeAddress,
  chargeTry,
  FORGOT_BY_NAME,
  REGISTER_BY_ADDRESS,
  refundAddress,
} from '../../../platform/limits/rateLimits.ts';
import { chargeMails } from '../../../platform/mail/budget.ts';
import { queueMails } from '../../../platform/mail/queue.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { recordActivityOf } from '../../activity/record.ts';
import { type Context, change, type Services } from '../../calls/context.ts';
import { accountEntry } from '../queries.ts';

/** How long an emailed confirmation link works, in ms. */
const CONFIRMATION_MS = 24 * 60 * 60_000;

const canMail = ({ mailer }: Pick<Services, 'mailer'>, settings: MailSettings) =>
  mailer !== null && settings.publicUrl !== null;

/**
 * Emails a link that confirms an account's current email address, within the caller's transaction.
 * The link replaces any earlier one. Sends nothing if the address is already confirmed, or if there
 * is no mail server or `PUBLIC_URL`.
 */
export async function mailConfirmation(
  trx: Trx,
  ctx: Pick<Services, 'mailer' | 'clock'>,
  settings: MailSettings,
  account: Pick<UserTable, 'id' | 'username' | 'email' | 'confirmed_email'>,
): Promise<void> {
  await dropConfirmations(trx, account.id);
  const { productName, publicUrl } = settings;
  if (!canMail(ctx, settings) || account.email === account.confirmed_email) return;
  const code = newSecret();
  const now = ctx.clock();
  const { id: user_id, email } = account;
  const row = { id: hashSecret(code), user_id, email, expires_at: now + CONFIRMATION_MS };
  await trx.insertInto('email_confirmations').values(row).execute();
  const text = [
    t`Please confirm the email address of your ${{ productName }} account "${{ username: account.username }}".`,
    `${publicUrl}/confirm-email#${code}`,
    t`The link works for 24 hours. The address cannot be used for temporary passwords or single sign-on
until you confirm it.`,
    t`If this is not your account, ignore this email.`,
  ].join('\n\n');
  const subject = t`${{ productName }}: confirm your email address`;
  await queueMails(trx, [{ to: email, subject, text: `${text}\n` }], now);
}

/**
 * Invalidates all of an account's confirmation links, even those in emails that have not arrived
 * yet.
 */
export async function dropConfirmations(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('email_confirmations').where('user_id', '=', userId).execute();
}

/**
 * Emails a new confirmation link to the caller.
 * @throws AppError `conflict` if the address is already confirmed or no link can be emailed;
 * `rate-limited`
 */
export async function sendConfirmation(ctx: Context, settings: MailSettings): Promise<void> {
  const userId = ctx.actor.id;
  if (!canMail(ctx, settings))
    throw new AppError(
      'conflict',
      msg`This server cannot send emails with links. Ask your administrator to enter your email address for you.`,
    );
  await chargeTry(ctx.db, `confirmation:${userId}`, FORGOT_BY_NAME, ctx.clock());
  await chargeMails(ctx.db, settings, 'people', ctx.actor.companyId, 1, ctx.clock());
  await ctx.db.transaction(async (trx) => {
    const account = await trx
      .selectFrom('users')
      .select(['id', 'username', 'email', 'confirmed_email'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    if (account.email === account.confirmed_email)
      throw new AppError('conflict', msg`Your email address is already confirmed.`);
    await mailConfirmation(trx, ctx, settings, account);
  });
}

/**
 * Confirms an email address with the code from the emailed link. Anyone who has the link can do
 * this, because having it proves that they can read the email.
 * @throws AppError `forbidden` for a code that is invalid or has expired; `rate-limited`
 */
export async function confirmEmail(
  services: Services,
  code: string,
  address: string,
): Promise<{ email: string; username: string }> {
  const { db, clock } = services;
  await chargeAddress(db, 'confirm-email', address, REGISTER_BY_ADDRESS, clock());
  const confirmed = await change(services, async (trx) => {
    const link = await trx
      .deleteFrom('email_confirmations')
      .where('id', '=', hashSecret(code))
      .where('expires_at', '>', clock())
      .returning(['user_id', 'email'])
      .executeTakeFirst();
    if (!link) throw expired();
    const account = await trx
      .updateTable('users')
      .set({ confirmed_email: link.email })
      .where('id', '=', link.user_id)
      // If the address has changed since the email was sent, the new address has another link.
      .where('email', '=', link.email)
      .returning(['id', 'username', 'company_id', 'email'])
      .executeTakeFirst();
    if (!account) throw expired();
    const { id, username: name, company_id: companyId } = account;
    const actor = { kind: 'person', id, name, companyId } as const;
    await recordActivityOf(trx, { actor, channel: 'console', address }, clock(), {
      kind: 'email.confirmed',
      ...accountEntry(account),
    });
    return { email: account.email, username: name };
  });
  await refundAddress(db, 'confirm-email', address);
  return confirmed;
}

const expired = () =>
  new AppError(
    'forbidden',
    msg`This link was already used, was replaced by a newer one, or is more than 24 hours old. Request a new one on your profile page.`,
  );

/** Removes expired confirmation links. Runs once a minute. */
export async function sweepConfirmations(db: Database, now: number): Promise<void> {
  await db.queries.deleteFrom('email_confirmations').where('expires_at', '<=', now).execute();
}
