import type { Services } from '../calls/context.ts';
import type { ImportedPerson } from './kinds/kind.ts';

/** Where a person's mail says to go. */
export interface InviteSettings {
  productName: string;
  publicUrl: string;
}

/**
 * Mails new people how to get their first password: by “Forgot Password?”, which mails each a temporary
 * one when they ask. So no mail of an import holds a secret, and none expires. One after the other,
 * beside whatever else the server does; what could not be handed over is logged.
 */
export async function invitePeople(
  { mailer, log }: Pick<Services, 'mailer' | 'log'>,
  settings: InviteSettings,
  people: readonly ImportedPerson[],
): Promise<void> {
  if (!mailer) return;
  for (const { username, email } of people) {
    try {
      await mailer.send({
        to: email,
        subject: `${settings.productName}: your account`,
        text: letter(settings, username),
      });
    } catch (error) {
      log.error(
        { err: error, username },
        'An invitation could not be handed over to the mail server',
      );
    }
  }
}

function letter({ productName, publicUrl }: InviteSettings, username: string): string {
  return `You have a ${productName} account.

Username: ${username}

To choose a password, open ${publicUrl}/forgot-password and type this username: you get a temporary
password by mail, sign in with it and choose your own.
`;
}
