import { deviceName } from '@halyard/domain';
import type { Trx } from '../../platform/database/tables/schema.ts';
import { queueMails } from '../../platform/mail/queue.ts';
import type { Services } from '../calls/context.ts';

/** A change to an account that is mailed to its owner. */
export type AccountChange =
  | { kind: 'password' }
  | { kind: 'second-factor'; isOn: boolean }
  | { kind: 'token'; name: string }
  | { kind: 'sign-in'; userAgent: string | null; address: string }
  | { kind: 'sign-in-mails-off' };

/** Everything needed to queue a mail. */
export interface MailParts extends Pick<Services, 'clock'> {
  /**
   * Null if no mail can be sent. Only its presence counts, because mails are queued here, not sent:
   * so the admin commands can queue them too.
   */
  mailer: object | null;
}

/**
 * Queues a mail to an account's owner in the transaction of the change. Uses the confirmed email
 * address, because an unconfirmed one may be a thief's. Owners can turn off only the mails about
 * sign-ins.
 */
export async function mailOwner(
  trx: Trx,
  { mailer, clock }: MailParts,
  { productName }: { productName: string },
  userId: string,
  change: AccountChange,
): Promise<void> {
  if (!mailer) return;
  const account = await trx
    .selectFrom('users')
    .select(['username', 'email', 'confirmed_email', 'mails_sign_ins'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!account || (change.kind === 'sign-in' && !account.mails_sign_ins)) return;
  const to = account.confirmed_email || account.email;
  if (to === '') return;
  const { subject, what } = wordsOf(change);
  const text = `${what} for the ${productName} account "${account.username}".

If this was you, there is nothing to do. If not, change your password on your profile and sign out
everywhere, or ask the person who manages accounts to sign the account out everywhere.
`;
  await queueMails(trx, [{ to, subject: `${productName}: ${subject}`, text }], clock());
}

function wordsOf(change: AccountChange): { subject: string; what: string } {
  switch (change.kind) {
    case 'password':
      return { subject: 'your password was changed', what: 'A new password was set' };
    case 'second-factor': {
      const state = change.isOn ? 'on' : 'off';
      const subject = `your second factor was turned ${state}`;
      return { subject, what: `The second factor was turned ${state}` };
    }
    case 'token':
      return { subject: 'new API token', what: `The API token "${change.name}" was created` };
    case 'sign-in': {
      const where = `${deviceName(change.userAgent)}, address ${change.address}`;
      return { subject: 'sign-in from a new device', what: `New device signed in (${where})` };
    }
    case 'sign-in-mails-off':
      return {
        subject: 'mails about sign-ins are off',
        what: 'Mails about sign-ins from new devices were turned off',
      };
  }
}
