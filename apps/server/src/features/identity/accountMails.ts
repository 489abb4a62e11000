import { deviceName } from '@halyard/domain';
import { t } from '@halyard/messages';
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
  const { subject, what } = wordsOf(change, productName, account.username);
  const remedy = t`If this was you, there is nothing to do. If not, change your password on your profile and sign out
everywhere, or ask your administrator to sign you out everywhere.`;
  await queueMails(trx, [{ to, subject, text: `${what}\n\n${remedy}\n` }], clock());
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
        what: t`New device signed in (${{ device }}, address ${{ address }}) for the ${{ productName }} account "${{ username }}".`,
      };
    }
    case 'sign-in-mails-off':
      return {
        subject: t`${{ productName }}: mails about sign-ins are off`,
        what: t`Mails about sign-ins from new devices were turned off for the ${{ productName }} account "${{ username }}".`,
      };
  }
}
