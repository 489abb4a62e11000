import { t } from '@halyard/messages';
import { htmlText } from '../../document/htmlText.ts';
import { type ListedEntry, linkOf, timeOf, titleOf } from '../entries/entry.ts';
import { termsIn } from '../entries/termsIn.ts';
import { type DeliveredDocument, deliveredDocument } from './deliveredDocument.ts';
import { documentOfEvent } from './halyardEvent.ts';

/** A document that another system delivered to an order source. */
export interface Delivery {
  /** The delivery's ID, which is the same for each attempt to deliver the document. */
  id: string;
  /** The media type of the delivered document: one of `DELIVERY_MEDIA`. */
  type: string;
  content: string;
}

/**
 * Thrown if a webhook delivery contains no document. The error message is returned to the sender.
 */
export class UnreadableDelivery extends Error {
  override readonly name = 'UnreadableDelivery';
}

/**
 * Converts a delivered document to a list entry. If the document is delivered again with the same
 * orders, the entry has the same key. Returns null for an event from another Halyard installation
 * that is not about an order.
 * @param sourceName used as the title if the document has none
 * @throws UnreadableDelivery
 */
export function deliveredEntry(delivery: Delivery, sourceName: string): ListedEntry | null {
  const document = documentOf(delivery);
  if (document === null) return null;
  const { id, title, text, html, publishedAt } = document;
  const link = linkOf(document.link ?? '', 'about:blank');
  const content = html || (text ? `<pre>${escaped(text)}</pre>` : '');
  if (content === '' && link === null)
    throw new UnreadableDelivery(t`The document must have text, HTML or a valid link.`);
  return {
    key: `delivered ${id || link || delivery.id} ${termsOf(content)}`,
    title: titleOf(title || sourceName),
    link,
    document: content === '' ? link : null,
    publishedAt: typeof publishedAt === 'number' ? publishedAt : timeOf(publishedAt ?? ''),
    content,
    wording: null,
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

const NOT_A_DOCUMENT = t`The body must be a JSON object.`;

function json(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new UnreadableDelivery(NOT_A_DOCUMENT, { cause: error });
  }
}

/**
 * Returns the terms of the orders in a document's content as one string. Returns an empty string
 * instead of throwing if the content cannot be parsed, because a user can still read the document.
 */
function termsOf(content: string): string {
  try {
    return termsIn(htmlText(content));
  } catch {
    return '';
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
