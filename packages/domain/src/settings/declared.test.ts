import { describe, expect, test } from 'vitest';
import { isSameMailServer, type MailServer, mailServer, SYSTEM_SETTINGS } from './declared.ts';

const SERVER: MailServer = {
  host: 'smtp.example.com',
  port: 587,
  encryption: 'starttls',
  user: 'flags',
};

describe('a mail server in the settings', () => {
  test.each(['smtp.example.com', 'localhost', 'mail_relay', '10.0.0.25', '::1', 'fd00::25', 'x'])(
    'can have the host %s',
    (host) => {
      expect(mailServer.safeParse({ ...SERVER, host }).success).toBe(true);
    },
  );

  test.each([
    ...['', ' ', 'smtp example', 'smtp://example.com', 'example.com:587', 'user@example.com'],
    ...['a/b', '[::1]', '-a', 'a-', 'a\r\nQUIT', `${'a'.repeat(254)}`, ':'.repeat(100_000)],
  ])('cannot have the host %j', (host) => {
    expect(mailServer.safeParse({ ...SERVER, host }).success).toBe(false);
  });

  test('is treated as a different server after its host, port, encryption or user changes', () => {
    expect(isSameMailServer(SERVER, { ...SERVER, host: 'SMTP.example.com' })).toBe(true);
    const others: Partial<MailServer>[] = [
      { host: 'smtp.example.org' },
      { port: 465 },
      { encryption: 'starttls-if-offered' },
      { user: 'Flags' },
      { user: null },
    ];
    for (const other of others)
      expect([other, isSameMailServer(SERVER, { ...SERVER, ...other })]).toEqual([other, false]);
  });
});

test("each setting's default passes the check for user input", () => {
  for (const setting of Object.values(SYSTEM_SETTINGS))
    if (setting.default !== null)
      expect([setting.name, setting.typed.safeParse(setting.default).success]).toEqual([
        setting.name,
        true,
      ]);
});
