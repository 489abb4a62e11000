import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

/** Milliseconds for each step of talking to the mail server: a person waits for the answer. */
const STEP_MS = 10_000;

/**
 * Mails over SMTP.
 * @param url `smtp://` or `smtps://`, with user and password where the server wants them
 * @param from `Name <address>`
 */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    // A mail is text that we made: nothing in it may make the server fetch files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...mail }) {
      // As an object: an address with a comma or a name in it is still one address.
      await transport.sendMail({ from, to: { name: '', address: to }, ...mail });
    },
    close: () => transport.close(),
  };
}
