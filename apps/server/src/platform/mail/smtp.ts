import type { MailServer } from '@halyard/domain';
import { createTransport, type Transporter } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { readSmtpUrl } from './smtpUrl.ts';

/**
 * The time limit in ms for each step of sending an email. It is short because a user may be waiting
 * for the result.
 */
const STEP_MS = 10_000;

const COMMON = {
  connectionTimeout: STEP_MS,
  greetingTimeout: STEP_MS,
  socketTimeout: STEP_MS,
  // Nothing in an email may make the server read files or URLs. Emails contain only text.
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

/**
 * Returns a mailer that uses SMTP.
 * @param url `smtp://` or `smtps://`, with user and password if the server requires them. With
 * `?tls=required`, nothing is sent over `smtp://` before STARTTLS, not even the password.
 * @param from `Name <address>`
 */
export function smtpMailer(url: string, from: string): Mailer {
  const { address, requireTLS } = readSmtpUrl(url);
  return mailerOver(createTransport({ url: address, requireTLS, pool: true, ...COMMON }), from);
}

/**
 * A mail server, and the password for it. The password is null if the server requires no sign-in.
 */
export interface MailAccount {
  server: MailServer;
  password: string | null;
}

/**
 * Returns a mailer that sends emails through a mail server.
 * @param isOnce whether to close the connection after one email
 */
export function serverMailer(account: MailAccount, from: string, isOnce = false): Mailer {
  const options = { ...transportOptions(account), ...COMMON };
  return mailerOver(
    isOnce ? createTransport(options) : createTransport({ ...options, pool: true }),
    from,
  );
}

function transportOptions({ server, password }: MailAccount) {
  const { host, port, encryption, user } = server;
  return {
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
  };
}

const mailerOver = (transport: Transporter, from: string): Mailer => ({
  async send({ to, ...mail }) {
    // Pass the address as an object, so that an address with a comma or a name stays a single
    // address.
    await transport.sendMail({ from, to: { name: '', address: to }, ...mail });
  },
  close: () => transport.close(),
});
