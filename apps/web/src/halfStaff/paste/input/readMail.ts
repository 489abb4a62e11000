import { pageText } from './pageText.ts';

/** The content of an email. */
interface ReadMail {
  /**
   * The email's subject, date (in the sender's time zone) and body. If the email has no body, the
   * whole text is empty.
   */
  text: string;
  attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  /** The attachment's file name; empty if it has none. */
  name: string;
  bytes: Uint8Array;
}

/** Returns the text of an email and its attachments. Leaves out pictures in an HTML body. */
export async function readMail(bytes: Uint8Array): Promise<ReadMail> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(bytes);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value.trim();
  const plain = mail.text?.trim();
  const body = plain || (mail.html ? pageText(mail.html) : '');
  const date = header('date');
  const head = [mail.subject && `Subject: ${mail.subject}`, date && `Date: ${date}`];
  return {
    text: body && `${head.filter(Boolean).join('\n')}\n\n${body}`.trim(),
    attachments: mail.attachments
      .filter(({ related }) => !related)
      .map(({ filename, content }) => ({ name: filename ?? '', bytes: bytesOf(content) })),
  };
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
