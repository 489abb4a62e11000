import type { Mail } from '../database/tables/messages.ts';

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail.
   * @throws the mail server's error
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Whether the mail server has rejected a mail permanently (RFC 5321, 4.2.1). */
export function isRefusedForGood(error: unknown): boolean {
  const code = (error as { responseCode?: unknown }).responseCode;
  // With codes 530 to 538, the mail server rejects this server as a client, which affects all
  // mails.
  return typeof code === 'number' && code >= 500 && (code < 530 || code > 538);
}
