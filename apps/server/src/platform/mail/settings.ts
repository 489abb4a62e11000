import { type Message, msg } from '@halyard/messages';
import { AppError } from '../errors.ts';

/** The settings that mails use. */
export interface MailSettings {
  productName: string;
  /** The URL that users open. If null, none is configured, and mails contain no links. */
  publicUrl: string | null;
  /** The maximum number of mails a day that one company's users may cause. */
  mailsPerCompany: number;
}

export const noMailServer = () => new AppError('conflict', msg`No mail server is configured.`);

/**
 * Returns the URL that users open, for mails that make no sense without a link. The request's
 * `Host` cannot be used: the caller controls it and could send other users to a hostile page.
 * @param refusal says which mails need the address, and names the setting
 * @throws AppError `conflict` with the refusal
 */
export function requirePublicUrl({ publicUrl }: MailSettings, refusal: Message): string {
  if (publicUrl !== null) return publicUrl;
  throw new AppError('conflict', refusal);
}
