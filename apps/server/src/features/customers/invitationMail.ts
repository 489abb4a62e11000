import { t } from '@halyard/messages';
import type { Mail } from '../../platform/database/tables/messages.ts';

/** Returns the email that invites the first user of a new company. */
export function invitationMail({
  to,
  company,
  productName,
  link,
}: {
  to: string;
  company: string;
  productName: string;
  link: string;
}): Mail {
  const text = [
    t`${{ company }} invited you to ${{ productName }}, where it monitors and controls its flags.`,
    t`To choose a username and a password, open this link:`,
    link,
    t`The link works once and expires in 7 days.`,
    t`If you weren’t expecting this email, ignore it.`,
  ].join('\n\n');
  return {
    to,
    subject: t`${{ productName }}: set up your account for ${{ company }}`,
    text: `${text}\n`,
  };
}
