import {
  decodeDocument,
  htmlText,
  localDate,
  type OrderReading,
  readOrders,
} from '@halyard/domain';
import { type Message, msg } from '@halyard/messages';
import type { FetchedDocument } from './fetchDocument.ts';

/** The maximum number of characters of a document to read and store. */
const TEXT_MAX = 1_000_000;

/** The result of reading the document that a source's entry links to. */
export type EntryReading =
  | { text: string; orders: OrderReading[] }
  /** Why the server cannot read the document. A user must open it instead. */
  | { unread: Message };

export interface ReadableEntry {
  title: string;
  /** The URL of the entry's full text. Null if `content` is already the full text. */
  document: string | null;
  /** The time when the source published the entry, in epoch milliseconds; null if unknown. */
  publishedAt: number | null;
  /** The entry's text as it appears in the source's list of entries, as HTML. */
  content: string;
}

/**
 * Reads the half-staff orders in the document that an entry links to, or in the entry itself.
 * Leaves out orders that are over.
 * @param readOn today's date, as in `readOrders`
 * @throws FetchFailed if the document could not be fetched
 */
export async function readEntry(
  { title, document, publishedAt, content }: ReadableEntry,
  readOn: string,
  fetch: (url: string) => Promise<FetchedDocument>,
): Promise<EntryReading> {
  const body = document === null ? pageText(content) : documentText(await fetch(document));
  if (typeof body !== 'string') return body;
  const text = (body.includes(title) ? body : `${title}\n\n${body}`).slice(0, TEXT_MAX);
  const publishedOn = publishedAt === null ? null : localDate(publishedAt);
  const orders = readOrders(text, { readOn, publishedOn });
  return { text, orders: orders.filter(({ past }) => !past) };
}

function documentText({ type, charset, content }: FetchedDocument): string | { unread: Message } {
  if (content.subarray(0, 1024).includes('%PDF-') || type === 'application/pdf')
    return { unread: msg`The document is a PDF. Open the draft to read it.` };
  const text = decodeDocument(content, charset);
  if (text.includes('\0')) return { unread: msg`The document has no readable text.` };
  const isPage = /html/i.test(type) || /^\s*<(!doctype|html)/i.test(text);
  return isPage ? pageText(text) : text;
}

function pageText(html: string): string | { unread: Message } {
  try {
    return htmlText(html);
  } catch {
    return { unread: msg`Couldn’t read the page.` };
  }
}
