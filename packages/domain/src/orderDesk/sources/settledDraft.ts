import type { Order } from '../../halfStaff/orders/order.ts';
import type { OrderReading } from '../reader/reading.ts';
import {
  COMPARED_FIELDS,
  differingFields,
  type EventTerms,
  isSameEvent,
  termsOfReading,
} from './sameEvent.ts';

/**
 * Returns the terms of a recorded order in the form that is used to compare them with a document's
 * terms.
 */
export const termsOfOrder = ({
  kind,
  authority,
  scope,
  starts,
  ends,
  reason,
}: Order): EventTerms => ({
  kind,
  authority,
  scope,
  starts,
  ends,
  reason,
});

/** A document with the orders found in it. `foundAt` is in epoch milliseconds. */
export interface ReadDocument {
  title: string;
  link: string | null;
  foundAt: number;
  orders: readonly OrderReading[];
}

/**
 * Whether a draft no longer needs a decision, because each of its orders has been recorded: either
 * from the same URL, or with the same terms and dates.
 */
export function isSettledDraft(draft: ReadDocument, orders: readonly Order[]): boolean {
  const { link, orders: found, title, foundAt } = draft;
  const ofLink =
    link === null
      ? []
      : orders.filter(({ sourceUrl, createdAt }) => sourceUrl === link && createdAt >= foundAt);
  if (ofLink.length >= Math.max(found.length, 1)) return true;
  return found.length > 0 && found.every((reading) => isRecorded(reading, title, orders));
}

/**
 * Whether an order with all the terms that were read from the document has been recorded. Ignores
 * canceled orders.
 */
function isRecorded(reading: OrderReading, title: string, orders: readonly Order[]): boolean {
  const terms = termsOfReading(reading, title);
  // A reading with empty fields may refer to a different order.
  if (COMPARED_FIELDS.some((field) => terms[field] === null) || reading.amends !== null)
    return false;
  return orders.some((order) => {
    if (order.status === 'cancelled') return false;
    const recorded = termsOfOrder(order);
    return isSameEvent(terms, recorded) && differingFields(terms, recorded).length === 0;
  });
}
