import type { Mail } from '../database/tables/messages.ts';

/** Hands mails over for delivery. */
export interface Mailer {
  /**
   * Resolves once the mail server has accepted the mail.
   * @throws the mail server's error
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Whether the mail server permanently refused this mail (RFC 5321, 4.2.1). */
export function isRefusedForGood(error: unknown): boolean {
  const code = (error as { responseCode?: unknown }).responseCode;
  // 530 to 538: it refuses us as a client, which concerns every mail.
  return typeof code === 'number' && code >= 500 && (code < 530 || code > 538);
}
