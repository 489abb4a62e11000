import type { Mail } from '../database/tables/messages.ts';

/** Passes mails on for delivery. */
export interface Mailer {
  /**
   * Resolves once the mail server has accepted the mail.
   * @throws the mail server's error
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Whether the mail server permanently rejected this mail (RFC 5321, 4.2.1). */
export function isRefusedForGood(error: unknown): boolean {
  const code = (error as { responseCode?: unknown }).responseCode;
  // Codes 530 to 538 reject this server as a client, which affects all mails.
  return typeof code === 'number' && code >= 500 && (code < 530 || code > 538);
}
