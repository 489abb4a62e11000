import { type Message, msg } from '@halyard/messages';
import { AppError } from '../errors.ts';

/** The settings that are used to write and send emails. */
export interface MailSettings {
  productName: string;
  /**
   * The URL under which users open the console. Null if it is not set; emails then contain no
   * links.
   */
  publicUrl: string | null;
  /** The maximum number of emails per day that actions of one company's users can trigger. */
  mailsPerCompany: number;
}

export const noMailServer = () =>
  new AppError('conflict', msg`No mail server is configured. A master can add one in Settings.`);

/**
 * Returns the URL of the console, for links in emails. The request's `Host` header cannot be used,
 * because an attacker can choose it.
 * @param refusal the error message if the URL is not set
 * @throws AppError `conflict` with that message
 */
export function requirePublicUrl({ publicUrl }: MailSettings, refusal: Message): string {
  if (publicUrl !== null) return publicUrl;
  throw new AppError('conflict', refusal);
}
