import { type Message, msg } from '@halyard/messages';
import { AppError } from '../errors.ts';

/** Settings that mails use. */
export interface MailSettings {
  productName: string;
  /** The address that users open; null if it is not configured, and mails then contain no links. */
  publicUrl: string | null;
  /** The number of mails a day that the users of one company may cause. */
  mailsPerCompany: number;
}

export const noMailServer = () => new AppError('conflict', msg`No mail server is configured.`);

/**
 * Returns the address that users open, for mails that make no sense without a link. The request's
 * `Host` cannot be used: the caller controls it and could send other users to a hostile page.
 * @param refusal says which mails need the address, and names the setting
 * @throws AppError `conflict` with the refusal
 */
export function requirePublicUrl({ publicUrl }: MailSettings, refusal: Message): string {
  if (publicUrl !== null) return publicUrl;
  throw new AppError('conflict', refusal);
}
