import { expect, test } from 'vitest';
import type { Mail } from '../database/tables/messages.ts';
import { framedMailer, mailFrame } from './frame.ts';

async function sent(mail: Mail): Promise<Mail> {
  const mails: Mail[] = [];
  const mailer = framedMailer(
    { send: async (each) => void mails.push(each), close: () => {} },
    { productName: 'Flags of <Ohio>', publicUrl: 'https://flags.example.test' },
  );
  await mailer.send(mail);
  return mails[0]!;
}

test('the mail layout adds an HTML version with links, and does not change the text', async () => {
  const text =
    'Hello "Ann" <b>\nsecond line\n\nSign in at https://flags.example.test/auth?a=1&b=2.\n';
  const { html, ...rest } = await sent({ to: 'a@example.test', subject: 'A & B', text });
  expect(rest).toEqual({ to: 'a@example.test', subject: 'A & B', text });
  expect(html).toContain('<p>Hello &quot;Ann&quot; &lt;b&gt;<br>second line</p>');
  expect(html).toContain(
    '<a href="https://flags.example.test/auth?a=1&amp;b=2">https://flags.example.test/auth?a=1&amp;b=2</a>.</p>',
  );
  expect(html).toContain('Flags of &lt;Ohio&gt;');
  expect(html).toContain(
    '<h1 style="font-size:20px;line-height:1.3;margin:24px 0 16px">A &amp; B</h1>',
  );
});

test('the mail layout does not change an email that already has HTML', async () => {
  const mail = { to: 'a@example.test', subject: 's', text: 't', html: '<p>own</p>' };
  expect(await sent(mail)).toEqual(mail);
});

test('the mail layout loads no images and contains no scripts', () => {
  const html = mailFrame('Halyard', 'Title', '<p>x</p>');
  expect(html).not.toMatch(/<(img|link|script|svg|style)\b|url\(|https?:/);
});
