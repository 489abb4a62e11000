import { type Message, msg } from '@halyard/messages';
import { AppError } from '../errors.ts';

/** The settings that are used to write and send mails. */
export interface MailSettings {
  productName: string;
  /**
   * The URL under which users open the console. Null if it is not set; mails then contain no links.
   */
  publicUrl: string | null;
  /** The maximum number of mails per day that the users of one company can cause. */
  mailsPerCompany: number;
}

export const noMailServer = () => new AppError('conflict', msg`No mail server is configured.`);

/**
 * Returns the URL under which users open the console, for mails that need a link. The request's
 * `Host` cannot be used, because the caller controls it and could send other users to a malicious
 * page.
 * @param refusal the error message, which says which mails need the URL and names the setting
 * @throws AppError `conflict` with the refusal
 */
export function requirePublicUrl({ publicUrl }: MailSettings, refusal: Message): string {
  if (publicUrl !== null) return publicUrl;
  throw new AppError('conflict', refusal);
}
