import { t } from '@halyard/messages';
import type { Services } from '../../calls/context.ts';

/** The settings for the emails to new users. */
export interface InviteSettings {
  productName: string;
  publicUrl: string;
}

/**
 * Sends new users an email that explains how to get a temporary password with "Forgot Password?".
 * This way, no email from an import contains a secret or anything that expires. Sends one email at
 * a time, in the background. Logs emails that could not be sent.
 */
export async function invitePeople(
  { mailer, log }: Pick<Services, 'mailer' | 'log'>,
  settings: InviteSettings,
  people: readonly { username: string; email: string }[],
): Promise<void> {
  if (!mailer) return;
  for (const { username, email } of people) {
    try {
      await mailer.send({
        to: email,
        subject: t`${{ productName: settings.productName }}: your account`,
        text: mailText(settings, username),
      });
    } catch (error) {
      log.error({ err: error, username }, 'An invitation could not be sent to the mail server');
    }
  }
}

function mailText({ productName, publicUrl }: InviteSettings, username: string): string {
  const link = `${publicUrl}/forgot-password`;
  const text = [
    t`A ${{ productName }} account was created for you.`,
    t`Username: ${{ username }}`,
    t`To set a password, open ${{ link }} and enter your username. You will get a temporary
password by email. Sign in with it, then choose your own password.`,
  ].join('\n\n');
  return `${text}\n`;
}
