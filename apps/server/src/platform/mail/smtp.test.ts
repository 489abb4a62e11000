import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { smtpMailer } from './smtp.ts';

const servers: SMTPServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/**
 * Starts a mail server without STARTTLS. It records each password that it receives in plain text.
 */
async function startPlainServer() {
  const passwords: unknown[] = [];
  const mails: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ password }, _session, callback) {
      passwords.push(password);
      callback(null, { user: 'halyard' });
    },
    onData(stream, session, callback) {
      stream.resume();
      stream.on('end', () => {
        mails.push(...session.envelope.rcptTo.map(({ address }) => address));
        callback();
      });
    },
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://halyard:secret@127.0.0.1:${port}`, passwords, mails };
}

const MAIL = { to: 'a@example.test', subject: 'x', text: 'x' };

test('with tls=required, nothing is sent to a mail server without STARTTLS, not even the password', async () => {
  const { url, passwords, mails } = await startPlainServer();
  const strict = smtpMailer(`${url}?tls=required`, 'x@example.test');
  await expect(strict.send(MAIL)).rejects.toMatchObject({ code: 'ETLS' });
  strict.close();
  expect([passwords, mails]).toEqual([[], []]);
  const lenient = smtpMailer(url, 'x@example.test');
  await lenient.send(MAIL);
  lenient.close();
  expect([passwords, mails]).toEqual([['secret'], ['a@example.test']]);
});

test('starting the server fails with a one-sentence error if tls has a value other than "required"', () => {
  const read = (query: string) =>
    readConfig({ SMTP_URL: `smtp://mail.example${query}`, MAIL_FROM: 'a@b.c' }, { demo: false });
  expect(read('?tls=required').given.smtpUrl).toBe('smtp://mail.example?tls=required');
  for (const query of ['?tls=optional', '?tls=', '?tls=required&tls=no'])
    expect(() => read(query)).toThrow(
      'SMTP_URL may have ?tls=required at its end, but no other tls value.',
    );
});
