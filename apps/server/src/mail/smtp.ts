import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

/** Milliseconds for each step of talking to the mail server: a person waits for the answer. */
const STEP_MS = 10_000;

/**
 * Mails over SMTP.
 * @param url `smtp://` or `smtps://`, with user and password where the server wants them; with
 *   `?tls=required` nothing is sent over `smtp://` before STARTTLS, the password neither
 * @param from `Name <address>`
 */
export function smtpMailer(url: string, from: string): Mailer {
  const { address, requireTLS } = readSmtpUrl(url);
  const transport = createTransport({
    url: address,
    requireTLS,
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

/** The address without our own parameter, which the library does not know. */
function readSmtpUrl(url: string): { address: string; requireTLS: boolean } {
  const address = new URL(url);
  const requireTLS = address.searchParams.get('tls') === 'required';
  address.searchParams.delete('tls');
  return { address: address.href, requireTLS };
}
