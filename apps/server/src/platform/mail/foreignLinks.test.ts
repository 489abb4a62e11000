import { describe, expect, test } from 'vitest';
import type { Mail } from '../database/tables/messages.ts';
import { withoutForeignLinks } from './foreignLinks.ts';
import { framedMailer } from './frame.ts';

const OWN = 'https://h.example';

test.each([
  ['Win: http://spam.test/', 'Win: http[:]//spam[.]test/'],
  ['"http://spam.test/a?b=c"', '"http[:]//spam[.]test/a?b=c"'],
  ['WWW.spam.com', 'www[.]spam[.]com'],
  ['now at spam.com, today', 'now at spam[.]com, today'],
  ['spam.anything/path', 'spam[.]anything/path'],
  ['https://h.example@spam.test/', 'https[:]//h[.]example@spam[.]test/'],
  ['https://h.example.spam.test/', 'https[:]//h[.]example[.]spam[.]test/'],
  ['https://spam.test/https://h.example/', 'https[:]//spam[.]test/https[:]//h[.]example/'],
])(
  'a name that contains a link to another site is changed so that mail programs show no link: %s',
  (text, broken) => expect(withoutForeignLinks(text, OWN)).toBe(broken),
);

test.each([
  'https://h.example/confirm-email#a-code',
  'Manage settings: (https://h.example/alerts?a=1&b=2).\nMore',
  'changed to pat@example.com.',
  '(pat@example.com.)]',
  'kim.jones at 7:16 p.m. from 192.0.2.7, 2001:db8::7, U.S. Embassy, St. Mary, 12.5 V',
  'npm run verify-ledger -- --head 1:abc',
])('email text without links to other sites is not changed: %s', (text) =>
  expect(withoutForeignLinks(text, OWN)).toBe(text),
);

describe('an email with names that users have typed', () => {
  const sent: Mail[] = [];
  const mailer = framedMailer(
    { send: async (mail) => void sent.push(mail), close: () => {} },
    { productName: 'Halyard', publicUrl: OWN },
  );
  const NAME = 'Win: http://spam.test/';

  test('contains no link to another site in its subject, text or HTML', async () => {
    const text = `The API token "${NAME}" was created. See ${OWN}/profile.`;
    await mailer.send({ to: 'a@example.test', subject: NAME, text });
    await mailer.send({
      to: 'a@example.test',
      subject: NAME,
      text,
      html: `<p>${NAME} <a href="${OWN}/alerts">${OWN}/alerts</a></p>`,
    });
    for (const { subject, text, html = '' } of sent) {
      expect(subject).toBe('Win: http[:]//spam[.]test/');
      expect(text).not.toContain('//spam.test');
      expect(html).not.toContain('//spam.test');
      expect(html).toContain(`<a href="${OWN}/`);
    }
  });
});
