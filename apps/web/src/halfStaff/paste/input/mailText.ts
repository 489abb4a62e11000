import { htmlText } from './htmlText.ts';

/** Returns a mail as text: its subject, its date in the sender's time zone, and its body. */
export async function mailText(bytes: Uint8Array): Promise<string> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(bytes);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value.trim();
  const plain = mail.text?.trim();
  const body = plain || (mail.html ? htmlText(mail.html) : '');
  if (!body) return '';
  const date = header('date');
  const head = [mail.subject && `Subject: ${mail.subject}`, date && `Date: ${date}`];
  return `${head.filter(Boolean).join('\n')}\n\n${body}`.trim();
}
