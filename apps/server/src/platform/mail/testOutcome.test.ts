import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { MailEncryption, MailTestOutcome } from '@halyard/domain';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { newCertificate } from '../../testing/certificates.ts';
import { serverMailer } from './smtp.ts';
import { testOutcomeOf } from './testOutcome.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server. @returns the port of the server */
async function listen(server: Server, close: () => void): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(close);
  return (server.address() as AddressInfo).port;
}

function mailServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ password }, _session, callback) =>
      password === 'right'
        ? callback(null, { user: 'halyard' })
        : callback(Object.assign(new Error('no'), { responseCode: 535 })),
    onData(stream, _session, callback) {
      stream.resume().on('end', callback);
    },
    ...options,
  });
  server.on('error', () => undefined);
  return listen(server.server, () => void server.close());
}

function other(greet: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    greet(socket);
  });
  return listen(server, () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}

async function outcome(
  port: number,
  more: { user?: string; password?: string; encryption?: MailEncryption; host?: string } = {},
): Promise<MailTestOutcome> {
  const { encryption = 'starttls-if-offered', user = null, password = null } = more;
  const server = { host: more.host ?? '127.0.0.1', port, encryption, user };
  const mailer = serverMailer({ server, password }, 'x@example.test', true);
  try {
    await mailer.send({ to: 'a@example.test', subject: 'x', text: 'x' });
    return 'sent';
  } catch (error) {
    return testOutcomeOf(error);
  } finally {
    mailer.close();
  }
}

test('sending a test email reports whether the mail server can be reached and accepts the settings', async () => {
  const port = await mailServer({});
  expect(await outcome(port)).toBe('sent');
  expect(await outcome(port, { user: 'u', password: 'right' })).toBe('sent');
  expect(await outcome(port, { user: 'u', password: 'wrong' })).toBe('login-refused');
  expect(await outcome(port, { encryption: 'starttls' })).toBe('no-starttls');
  expect(await outcome(port, { encryption: 'tls' })).toBe('not-smtp');
  expect(await outcome(1)).toBe('refused');
  expect(await outcome(port, { host: 'no-such-host.invalid' })).toBe('unknown-host');
});

test('sending a test email reports whether the mail server rejected the sender, the recipient or the email itself', async () => {
  const refuse = Object.assign(new Error('no'), { responseCode: 550 });
  const sender = await mailServer({ onMailFrom: (_a, _s, callback) => callback(refuse) });
  const recipient = await mailServer({ onRcptTo: (_a, _s, callback) => callback(refuse) });
  const mail = await mailServer({
    onData: (stream, _s, callback) => stream.resume().on('end', () => callback(refuse)),
  });
  expect(await outcome(sender)).toBe('sender-refused');
  expect(await outcome(recipient)).toBe('recipient-refused');
  expect(await outcome(mail)).toBe('mail-refused');
});

test("sending a test email fails if the mail server's certificate is untrusted, and does not reveal the password to that server", async () => {
  const { cert, key } = await newCertificate();
  const passwords: unknown[] = [];
  const onAuth: SMTPServerOptions['onAuth'] = ({ password }, _session, callback) => {
    passwords.push(password);
    callback(null, { user: 'halyard' });
  };
  const signIn = { user: 'u', password: 'p' };
  const fromStart = await mailServer({ secure: true, cert, key, onAuth });
  expect(await outcome(fromStart, { ...signIn, encryption: 'tls' })).toBe('certificate');
  const later = await mailServer({ disabledCommands: [], cert, key, onAuth });
  expect(await outcome(later, { ...signIn, encryption: 'starttls' })).toBe('certificate');
  expect(passwords).toEqual([]);
});

test('sending a test email reports that the server is not a mail server if it does not speak SMTP', async () => {
  expect(await outcome(await other((socket) => socket.end()))).toBe('not-smtp');
  expect(
    await outcome(await other((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
  ).toBe('not-smtp');
});
