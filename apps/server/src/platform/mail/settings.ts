import { AppError } from '../errors.ts';

/** Settings that the mails use. */
export interface MailSettings {
  productName: string;
  /** The address that people use; null where it is not configured: mails have no links then. */
  publicUrl: string | null;
  /** Mails a day that the people of one company may cause. */
  mailsPerCompany: number;
}

export const noMailServer = () => new AppError('conflict', 'No mail server is configured.');

/**
 * The address that people use, for mails that make no sense without a link. What a request says of it
 * (`Host`) is the caller's own word, and would send other people to the caller's page.
 * @param what the mails, as the subject of a sentence
 * @throws AppError `conflict` with the setting to set
 */
export function requirePublicUrl({ publicUrl }: MailSettings, what: string): string {
  if (publicUrl !== null) return publicUrl;
  throw new AppError(
    'conflict',
    `${what} need the address that people use. Ask the operator to set PUBLIC_URL.`,
  );
}
