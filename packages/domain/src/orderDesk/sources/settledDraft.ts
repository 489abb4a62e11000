import type { Order } from '../../halfStaff/orders/order.ts';
import type { OrderReading } from '../reader/reading.ts';
import {
  COMPARED_FIELDS,
  differingFields,
  type EventTerms,
  isSameEvent,
  termsOfReading,
} from './sameEvent.ts';

/** The terms of an order, to be compared with a reading. */
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
 * Whether a draft needs no decision any more: each order found in it is recorded, either from the
 * same address or with the same terms. An order that states other dates than the recorded one still
 * needs a decision.
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

/** Whether an order with everything that the reading states is recorded, and not canceled. */
function isRecorded(reading: OrderReading, title: string, orders: readonly Order[]): boolean {
  const terms = termsOfReading(reading, title);
  // A reading that leaves fields empty may mean something else.
  if (COMPARED_FIELDS.some((field) => terms[field] === null) || reading.amends !== null)
    return false;
  return orders.some((order) => {
    if (order.status === 'cancelled') return false;
    const recorded = termsOfOrder(order);
    return isSameEvent(terms, recorded) && differingFields(terms, recorded).length === 0;
  });
}
