import { t } from '@halyard/messages';
import { htmlText } from '../../document/htmlText.ts';
import { type Entry, linkOf, timeOf, titleOf } from '../entries/entry.ts';
import { termsIn } from '../entries/termsIn.ts';
import { type DeliveredDocument, deliveredDocument } from './deliveredDocument.ts';
import { documentOfEvent } from './halyardEvent.ts';

/** A document that another system delivered to a source. */
export interface Delivery {
  /** What identifies the delivery, the same for each attempt. */
  id: string;
  /** The media type: one of `DELIVERY_MEDIA`. */
  type: string;
  content: string;
}

/** Thrown if a delivery has no document. The message is for the sender. */
export class UnreadableDelivery extends Error {
  override readonly name = 'UnreadableDelivery';
}

/**
 * Returns the entry of a delivery; null if it is an event of another Halyard that is not about an
 * order. Its key is its ID or link with the orders in it, so that a repeated delivery makes no
 * second draft, and a corrected one does.
 * @param sourceName the title of a document without one
 * @throws UnreadableDelivery
 */
export function deliveredEntry(delivery: Delivery, sourceName: string): Entry | null {
  const document = documentOf(delivery);
  if (document === null) return null;
  const { id, title, text, html, publishedAt } = document;
  const link = linkOf(document.link ?? '', 'about:blank');
  const content = html || (text ? `<pre>${escaped(text)}</pre>` : '');
  if (content === '' && link === null)
    throw new UnreadableDelivery(t`The document has no text, no html and no link.`);
  return {
    key: `delivered ${id || link || delivery.id} ${termsOf(content)}`,
    title: titleOf(title || sourceName),
    link,
    document: content === '' ? link : null,
    publishedAt: typeof publishedAt === 'number' ? publishedAt : timeOf(publishedAt ?? ''),
    content,
  };
}

function documentOf({ type, content }: Delivery): DeliveredDocument | null {
  if (type === 'text/html') return { html: content };
  if (type === 'text/plain') return { text: content };
  const parsed = json(content);
  const event = documentOfEvent(parsed);
  if (event !== undefined) return event;
  const { data, error } = deliveredDocument.safeParse(parsed);
  if (data) return data;
  const { path = [], message = '' } = error.issues[0] ?? {};
  throw new UnreadableDelivery(path.length > 0 ? `${path.join('.')}: ${message}` : NOT_A_DOCUMENT);
}

const NOT_A_DOCUMENT = t`The body is not a JSON object.`;

function json(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new UnreadableDelivery(NOT_A_DOCUMENT, { cause: error });
  }
}

/** Returns the terms in the content; empty if it cannot be read, so that a person reads it. */
function termsOf(content: string): string {
  try {
    return termsIn(htmlText(content));
  } catch {
    return '';
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
