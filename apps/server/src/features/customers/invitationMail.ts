import type { Mail } from '../../platform/database/tables/messages.ts';

/** Returns the mail that invites the first user of a new company. */
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
  return {
    to,
    subject: `${productName}: set up your account for ${company}`,
    text: `${company} is on ${productName}, which shows and moves your flags.

To choose a username and a password, open this link:

${link}

The link creates one account. It works once, within 7 days.

If you weren’t expecting this mail, ignore it.
`,
  };
}
