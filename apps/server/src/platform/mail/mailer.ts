import type { Mail } from '../database/tables/messages.ts';

/** Hands mails over for delivery. */
export interface Mailer {
  /** Resolves once the mail server has taken it. @throws whatever the mail server said */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Whether the mail server answered that it will never take this mail (RFC 5321, 4.2.1). */
export function isRefusedForGood(error: unknown): boolean {
  const code = (error as { responseCode?: unknown }).responseCode;
  // 530 to 538: it does not take us, which concerns every mail.
  return typeof code === 'number' && code >= 500 && (code < 530 || code > 538);
}
