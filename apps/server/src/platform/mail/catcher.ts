import { exactText } from '@halyard/domain';
import type { FastifyInstance } from 'fastify';
import type { Mail } from '../database/tables/messages.ts';
import { newNonce, pagePolicy } from '../http/headers.ts';
import { escapeHtml } from '../http/html.ts';
import type { Mailer } from './mailer.ts';

/** The maximum number of emails that the demo keeps. */
const KEPT = 100;

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; } h1 { font-size: 1.5rem; }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 6px; padding: 0 1rem; margin: 1rem 0; }
h2 { font-size: 1rem; margin-bottom: 0; } p { margin-top: 0; } pre { white-space: pre-wrap; font: inherit; }
`;

interface Caught extends Mail {
  /** The time when the demo's email was sent, in epoch milliseconds. */
  at: number;
}

/** The demo's mailer, which shows all emails at `/dev/mail` instead of sending them. */
export interface MailCatcher extends Mailer {
  /** The demo's emails, newest first. */
  readonly mails: readonly Readonly<Caught>[];
}

export function mailCatcher(clock: () => number): MailCatcher {
  const mails: Caught[] = [];
  return {
    mails,
    async send(mail) {
      mails.unshift({ ...mail, at: clock() });
      mails.length = Math.min(mails.length, KEPT);
    },
    close() {},
  };
}

/** Serves `/dev/mail`, which exists only in the demo. */
export function serveMails(app: FastifyInstance, catcher: MailCatcher): void {
  app.get('/dev/mail', async (request, reply) => {
    const nonce = newNonce();
    return reply
      .header('content-security-policy', pagePolicy(request, nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(mailPage(catcher.mails, nonce));
  });
}

function mailPage(mails: readonly Caught[], nonce: string): string {
  const articles = mails.map(
    ({ at, to, subject, text }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, ${exactText(at)}</p><pre>${escapeHtml(text)}</pre></article>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Emails of the demo</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>Emails of the demo</h1>
${articles.join('\n') || '<p>No emails yet. The demo doesn’t send emails; they appear here instead.</p>'}
</main></body></html>`;
}
