import { deviceName } from '@halyard/domain';
import { t } from '@halyard/messages';
import type { UserTable } from '../../platform/database/tables/accounts.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import { exceeded, takeMails, takeMailTo } from '../../platform/mail/budget.ts';
import { queueMails } from '../../platform/mail/queue.ts';
import type { MailSettings } from '../../platform/mail/settings.ts';
import type { Services } from '../calls/context.ts';

/** A change to an account that the account's owner must be notified of. */
export type AccountChange =
  | { kind: 'password' }
  | { kind: 'second-factor'; isOn: boolean }
  | { kind: 'token'; name: string }
  | { kind: 'sign-in'; userAgent: string | null; address: string }
  | { kind: 'sign-in-mails-off' };

/** The services used to queue an email about a change to an account. */
export interface MailParts extends Pick<Services, 'clock'> {
  /**
   * The mailer. Null if emails cannot be sent. This code only queues emails and never calls the
   * mailer, so the admin commands can use it too.
   */
  mailer: object | null;
  /** The user who changes the account. Not set for an email about the owner's own sign-in. */
  actor?: { id: string };
}

/**
 * The product name, and the daily limit for emails about changes to accounts. Admin commands set no
 * limit.
 */
export type NoticeSettings = Pick<MailSettings, 'productName'> &
  Partial<Pick<MailSettings, 'mailsPerCompany'>>;

/**
 * How old an account must be, in ms, before emails to it can use its company's reserve. The reserve
 * is a separate limit for emails that are sent after the company's daily limit is reached.
 */
const OLD_MS = 24 * 60 * 60_000;

/**
 * Queues an email to an account's owner about a change to the account, in the same transaction.
 * Uses the confirmed email address, because an unconfirmed one may be an attacker's. Each address
 * gets only a few such emails per day. Owners can turn off only the emails about sign-ins.
 * @throws AppError `rate-limited` if another user changes the account after the company's daily
 * limit and its reserve are used up
 */
export async function mailOwner(
  trx: Trx,
  { mailer, clock, actor }: MailParts,
  settings: NoticeSettings,
  userId: string,
  change: AccountChange,
): Promise<void> {
  if (!mailer) return;
  const account = await trx
    .selectFrom('users')
    .select(['username', 'email', 'confirmed_email', 'mails_sign_ins', 'company_id', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!account || (change.kind === 'sign-in' && !account.mails_sign_ins)) return;
  const to = account.confirmed_email || account.email;
  if (to === '') return;
  const now = clock();
  const room = await takeMailTo(trx, to, change.kind, now);
  if (room === 'none') return;
  if (!(await takeFromCompany(trx, settings, account, now))) {
    const isOwn = actor === undefined || actor.id === userId;
    if (!isOwn) throw await exceeded(trx, 'reserve', account.company_id, 1, now);
    return;
  }
  const { subject, what } = wordsOf(change, settings.productName, account.username);
  const remedy = t`If this was you, you don’t need to do anything. If not, change your password on your profile and sign out
everywhere, or ask your administrator to sign you out everywhere.`;
  const last =
    room === 'last'
      ? [t`You won’t get any more emails like this today. See the activity log for later changes.`]
      : [];
  await queueMails(trx, [{ to, subject, text: `${[what, remedy, ...last].join('\n\n')}\n` }], now);
}

/**
 * Counts an email against the daily email limit of the account's company. Once the limit is
 * reached, uses the company's reserve. Emails about new accounts cannot use it, because an attacker
 * could create accounts to exhaust it.
 */
async function takeFromCompany(
  trx: Trx,
  { mailsPerCompany }: NoticeSettings,
  { company_id, created_at }: Pick<UserTable, 'company_id' | 'created_at'>,
  now: number,
): Promise<boolean> {
  if (mailsPerCompany === undefined) return true;
  if (await takeMails(trx, { mailsPerCompany }, 'people', company_id, 1, now)) return true;
  if (now - created_at < OLD_MS) return false;
  return takeMails(trx, { mailsPerCompany }, 'reserve', company_id, 1, now);
}

function wordsOf(
  change: AccountChange,
  productName: string,
  username: string,
): { subject: string; what: string } {
  switch (change.kind) {
    case 'password':
      return {
        subject: t`${{ productName }}: your password was changed`,
        what: t`A new password was set for the ${{ productName }} account "${{ username }}".`,
      };
    case 'second-factor':
      return change.isOn
        ? {
            subject: t`${{ productName }}: two-factor authentication was turned on`,
            what: t`Two-factor authentication was turned on for the ${{ productName }} account "${{ username }}".`,
          }
        : {
            subject: t`${{ productName }}: two-factor authentication was turned off`,
            what: t`Two-factor authentication was turned off for the ${{ productName }} account "${{ username }}".`,
          };
    case 'token':
      return {
        subject: t`${{ productName }}: new API token`,
        what: t`The API token "${{ name: change.name }}" was created for the ${{ productName }} account "${{ username }}".`,
      };
    case 'sign-in': {
      const { address } = change;
      const device = deviceName(change.userAgent);
      return {
        subject: t`${{ productName }}: sign-in from a new device`,
        what: t`A new device signed in to the ${{ productName }} account "${{ username }}": ${{ device }}, IP address ${{ address }}.`,
      };
    }
    case 'sign-in-mails-off':
      return {
        subject: t`${{ productName }}: emails about sign-ins are off`,
        what: t`Emails about sign-ins from new devices were turned off for the ${{ productName }} account "${{ username }}".`,
      };
  }
}
