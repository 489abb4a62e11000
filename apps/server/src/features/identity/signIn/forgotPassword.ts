import { FORGOT_PASSWORD_FAILED, type ForgotPassword } from '@halyard/domain';
import { msg, t } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { uniqueKey } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import { addressKey } from '../../../platform/limits/addressKeys.ts';
import {
  chargeAddress,
  chargeTry,
  FORGOT_BY_ADDRESS,
  FORGOT_BY_NAME,
} from '../../../platform/limits/rateLimits.ts';
import { chargeMails, returnMails } from '../../../platform/mail/budget.ts';
import { type MailSettings, requirePublicUrl } from '../../../platform/mail/settings.ts';
import { recordActivityOf } from '../../activity/record.ts';
import type { Services } from '../../calls/context.ts';
import { strangerAt, withHasher } from '../passwords/passwords.ts';
import { makeTemporaryPassword } from '../passwords/temporaryPassword.ts';
import { someone } from '../sessions/signInActivity.ts';

/**
 * Emails a temporary password to an account's confirmed email address (decisions, "Passwords"). A
 * `not-found` error does not reveal its cause.
 * @throws AppError `not-found` if the user does not exist or is suspended, if there is no confirmed
 * address or no mail server, or if the mail server rejected the email; `conflict` without
 * PUBLIC_URL; `rate-limited`, `busy`
 */
export async function forgotPassword(
  { db, mailer, clock, log }: Services,
  settings: MailSettings,
  input: ForgotPassword,
  from: string,
): Promise<void> {
  if (!mailer) throw failed();
  const publicUrl = requirePublicUrl(
    settings,
    msg`Password emails need Halyard’s public URL. Ask the operator to set PUBLIC_URL.`,
  );
  const { account, password } = await withHasher(strangerAt(from), async (hasher) => {
    const usernameKey = uniqueKey(input.username);
    const byName = `forgot:${usernameKey}|${addressKey(from)}`;
    await chargeAddress(db, 'forgot', from, FORGOT_BY_ADDRESS, clock());
    await chargeTry(db, byName, FORGOT_BY_NAME, clock());
    const account = await db.queries
      .selectFrom('users')
      .select(['id', 'confirmed_email as email', 'username', 'company_id'])
      .where('username_key', '=', usernameKey)
      .where('suspended_at', 'is', null)
      .executeTakeFirst();
    if (!account?.email) throw failed();
    await chargeMails(db, settings, 'password', account.company_id, 1, clock());
    const hash = (text: string) => hasher.hash(text);
    return { account, password: await makeTemporaryPassword(db, account.id, clock(), hash) };
  });
  const { productName } = settings;
  try {
    await mailer.send({
      to: account.email,
      subject: t`${{ productName }}: your temporary password`,
      text: mailText({ productName, publicUrl, username: account.username, password }),
    });
  } catch (error) {
    await returnMails(db, 'password', account.company_id, 1);
    log.error({ err: error }, 'An email could not be sent to the mail server');
    throw failed();
  }
  const companyId = account.company_id;
  const entry = { kind: 'password.mailed', companyId, subject: account.username } as const;
  await db.transaction((trx) => recordActivityOf(trx, someone(companyId, from), clock(), entry));
}

const failed = () => new AppError('not-found', messageOf(FORGOT_PASSWORD_FAILED));

interface About {
  productName: string;
  publicUrl: string;
  username: string;
  password: string;
}

function mailText({ productName, publicUrl, username, password }: About): string {
  const link = `${publicUrl}/auth`;
  const text = [
    t`Someone requested a new password for the ${{ productName }} account "${{ username }}".`,
    t`Temporary password: ${{ password }}`,
    t`Sign in with it at ${{ link }} within one hour; you will then choose a new password.
Your old password keeps working until then.`,
    t`If you didn’t request a new password, you can ignore this email.`,
  ].join('\n\n');
  return `${text}\n`;
}
