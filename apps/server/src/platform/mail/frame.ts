import { languageTag } from '@halyard/messages/language';
import type { Mail } from '../database/tables/messages.ts';
import { escapeHtml } from '../http/html.ts';
import { withoutForeignLinks } from './foreignLinks.ts';
import type { Mailer } from './mailer.ts';
import type { MailSettings } from './settings.ts';

const NAVY = '#1d2f5e';
const RED = '#a5282f';
const WHITE = '#f7f6f3';
const POLE = '#c4c9d3';
const GOLD = '#d9ab4f';
/** The height of one flag stripe in the email's logo, in pixels. */
const STRIPE = 3;

/**
 * Returns an email in HTML with the console's logo, a flag on its pole. The logo consists of table
 * cells, because mail programs do not show SVG or load images.
 * @param body HTML
 */
export function mailFrame(productName: string, title: string, body: string): string {
  return `<!doctype html><html lang="${languageTag()}"><body style="font:15px/1.5 system-ui,sans-serif;margin:0;padding:16px">
<div style="max-width:40rem;margin:0 auto">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:separate;background:${NAVY};border-radius:6px"><tr>
<td style="padding:12px 0 0 16px;width:40px;vertical-align:bottom">${FLAG}</td>
<td style="padding:12px 16px;color:#ffffff;font-weight:600">${escapeHtml(productName)}</td>
</tr></table>
<h1 style="font-size:20px;line-height:1.3;margin:24px 0 16px">${escapeHtml(title)}</h1>
${body}
</div>
</body></html>`;
}

/**
 * Wraps a mailer so that all of its emails have the same layout. Text-only emails also get an HTML
 * version. URLs of other sites are made unclickable, because a name that a user has typed could
 * contain one.
 */
export function framedMailer(
  mailer: Mailer,
  { productName, publicUrl }: Pick<MailSettings, 'productName' | 'publicUrl'>,
): Mailer {
  return {
    send({ subject, text, html, ...rest }) {
      const safe = {
        subject: withoutForeignLinks(subject, publicUrl),
        text: withoutForeignLinks(text, publicUrl),
      };
      return mailer.send({
        ...rest,
        ...safe,
        html: html === undefined ? htmlOf(safe, productName) : safeHtml(html, publicUrl),
      });
    },
    close: () => mailer.close(),
  };
}

/**
 * Rewrites links to other sites in the text of an HTML email, so that mail programs do not make
 * them clickable. Leaves the tags unchanged, because all links in them are ours.
 */
const safeHtml = (html: string, publicUrl: string | null): string =>
  html
    .split(/(<[^>]*>)/)
    .map((part, i) => (i % 2 === 0 ? withoutForeignLinks(part, publicUrl) : part))
    .join('');

function htmlOf({ subject, text }: Pick<Mail, 'subject' | 'text'>, productName: string): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  const body = paragraphs.map((each) => `<p>${withLinks(each)}</p>`).join('\n');
  return mailFrame(productName, subject, body);
}

/** Converts text to HTML. URLs become links, and line breaks are kept. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/\S*[\w/#=-])/)
    .map((part, i) => {
      const escaped = escapeHtml(part);
      return i % 2 === 0 ? escaped.replaceAll('\n', '<br>') : `<a href="${escaped}">${escaped}</a>`;
    })
    .join('');
}

const cell = (color: string, width: number, height: number, more = ''): string =>
  `<td${more} style="background:${color};width:${width}px;height:${height}px;font-size:0;line-height:0"></td>`;

const FLAG = `<table role="presentation" cellpadding="0" cellspacing="0" style="border-collapse:collapse">
<tr>${cell(GOLD, 3, 3)}<td colspan="2"></td></tr>
${Array.from({ length: 7 }, (_, row) => {
  const color = row % 2 === 0 ? RED : WHITE;
  const canton = row === 0 ? cell('#2c4a94', 14, 4 * STRIPE, ' rowspan="4"') : '';
  return `<tr>${cell(POLE, 3, STRIPE)}${canton}${row < 4 ? cell(color, 18, STRIPE) : cell(color, 32, STRIPE, ' colspan="2"')}</tr>`;
}).join('\n')}
<tr>${cell(POLE, 3, 16)}<td colspan="2"></td></tr>
</table>`;
