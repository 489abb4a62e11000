import { decodeDocument, type LinkedDocument, numberText } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { call, NetworkError } from '@/lib/api/api.ts';
import { pageText } from './pageText.ts';
import { UnreadableError } from './unreadable.ts';

/** The text that a user pasted or dropped. */
export interface PastedText {
  text: string;
  /** The pasted link; null for text or a file. */
  sourceUrl: string | null;
}

export const FILE_TYPES =
  '.eml,.pdf,.txt,.html,.htm,message/rfc822,application/pdf,text/plain,text/html';
const MEGABYTE = 1024 * 1024;
const FILE_MAX_MB = 10;
export const TEXT_MAX = 1_000_000;
/** Maximum number of attached PDFs that are read. */
const ATTACHMENTS_MAX = 5;

/**
 * Reads typed or pasted input: text, or one link, which the server fetches.
 * @throws UnreadableError, ApiError or NetworkError, each with a message for the user
 */
export async function readTyped(input: string): Promise<PastedText> {
  const link = linkIn(input);
  if (link === null) return { text: checked(input), sourceUrl: null };
  return {
    text: await linkedText(await call('readOrderLink', { body: { url: link } })),
    sourceUrl: link,
  };
}

/**
 * Returns the http(s) link if the input is only a link; null for any other text, even if it
 * contains links.
 */
export function linkIn(input: string): string | null {
  const trimmed = input.trim();
  return /^https?:\/\/\S+$/i.test(trimmed) && URL.canParse(trimmed) ? trimmed : null;
}

/**
 * Reads a dropped or chosen file. The file is not sent anywhere.
 * @throws UnreadableError with a message for the user
 */
export async function readFile(file: File): Promise<PastedText> {
  if (file.size > FILE_MAX_MB * MEGABYTE)
    throw new UnreadableError(
      t`The file is larger than ${{ max: FILE_MAX_MB }} MB. Paste only the order’s text.`,
    );
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = await documentText(bytes, { name: file.name, type: file.type, charset: null });
  return { text, sourceUrl: null };
}

function linkedText({ address, type, charset, content }: LinkedDocument): Promise<string> {
  const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
  return documentText(bytes, { name: new URL(address).pathname, type, charset });
}

interface Kind {
  /** The name of the file, or the path of the URL. */
  name: string;
  /** The file's media type; empty if unknown. */
  type: string;
  charset: string | null;
}

async function documentText(bytes: Uint8Array, { name, type, charset }: Kind): Promise<string> {
  if (isPdf(bytes)) {
    const { pdfText } = await code(import('./pdfText.ts'));
    return checked(await pdfText(bytes));
  }
  if (type === 'message/rfc822' || /\.eml$/i.test(name)) {
    return checked(await mailText(bytes));
  }
  const text = decodeDocument(bytes, charset);
  if (text.includes('\0'))
    throw new UnreadableError(
      t`This file type isn’t supported. Choose an email (.eml), PDF, text or HTML file, or paste the text.`,
    );
  const isPage =
    /html/i.test(type) || /\.x?html?$/i.test(name) || /^\s*<(!doctype|html)/i.test(text);
  return checked(isPage ? pageText(text) : text);
}

/**
 * Returns the text of an email and of its attached PDFs. An unreadable PDF is replaced by a note
 * with its file name.
 * @throws UnreadableError if the email contains nothing but one unreadable PDF
 */
async function mailText(bytes: Uint8Array): Promise<string> {
  const { readMail } = await code(import('./readMail.ts'));
  const { text, attachments } = await readMail(bytes);
  const pdfs = attachments.filter((attachment) => isPdf(attachment.bytes));
  if (pdfs.length === 0) return text;
  const { pdfText } = await code(import('./pdfText.ts'));
  const parts = text === '' ? [] : [text];
  for (const { name, bytes: pdf } of pdfs.slice(0, ATTACHMENTS_MAX)) {
    try {
      parts.push(await pdfText(pdf));
    } catch (error) {
      if (!(error instanceof UnreadableError) || (text === '' && pdfs.length === 1)) throw error;
      parts.push(t`The attachment “${{ name }}” was not read. ${{ problem: error.message }}`);
    }
  }
  return parts.join('\n\n');
}

/** Returns whether the bytes are a PDF file. Other bytes may precede its signature. */
function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024)).includes('%PDF-');
}

function checked(text: string): string {
  if (text.trim() === '')
    throw new UnreadableError(t`No text found. Copy the order’s text and paste it here.`);
  if (text.length > TEXT_MAX)
    throw new UnreadableError(
      t`The text is longer than ${{ max: numberText(TEXT_MAX) }} characters. Paste only the order.`,
    );
  return text.replaceAll('\r\n', '\n');
}

/**
 * Waits for the code that reads this kind of file. The browser fetches such code on first use.
 * @throws NetworkError if the fetch fails
 */
async function code<Code>(loading: Promise<Code>): Promise<Code> {
  try {
    return await loading;
  } catch (error) {
    throw new NetworkError(error);
  }
}
