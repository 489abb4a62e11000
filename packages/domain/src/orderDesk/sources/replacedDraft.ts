import type { OrderReading } from '../reader/reading.ts';
import {
  COMPARED_FIELDS,
  differingFields,
  type EventTerms,
  isSameEvent,
  termsOfReading,
} from './sameEvent.ts';
import type { ReadDocument } from './settledDraft.ts';

/**
 * A document that was read, and the time when its source published it, in epoch milliseconds; null
 * if unknown.
 */
export interface DatedDocument extends ReadDocument {
  publishedAt: number | null;
}

/**
 * Whether a newer document from the same source replaces an earlier document's draft, so that users
 * only need to decide on the newer one. True if the newer document repeats every order of the
 * earlier one with the same kind and scope. The dates may differ.
 */
export function replacesDraft(newer: DatedDocument, earlier: DatedDocument): boolean {
  if (!isLater(newer, earlier) || earlier.orders.length === 0) return false;
  const corrected = newer.orders.filter(({ amends }) => amends?.value !== 'cancels');
  return earlier.orders.every((order) => {
    if (order.amends !== null) return false;
    const before = termsOfReading(order, earlier.title);
    return corrected.some((reading) => corrects(reading, newer.title, before));
  });
}

function corrects(reading: OrderReading, title: string, before: EventTerms): boolean {
  const terms = termsOfReading(reading, title);
  if (COMPARED_FIELDS.some((field) => before[field] !== null && terms[field] === null))
    return false;
  const differing = differingFields(terms, before);
  return isSameEvent(terms, before) && !differing.includes('kind') && !differing.includes('scope');
}

/**
 * Whether a document is later than another, by publication date. If a date is missing or the dates
 * are equal, compares the times when the documents were found.
 */
function isLater(newer: DatedDocument, earlier: DatedDocument): boolean {
  if (newer.publishedAt !== null && earlier.publishedAt !== null)
    return (
      newer.publishedAt > earlier.publishedAt ||
      (newer.publishedAt === earlier.publishedAt && newer.foundAt > earlier.foundAt)
    );
  return newer.foundAt > earlier.foundAt;
}
