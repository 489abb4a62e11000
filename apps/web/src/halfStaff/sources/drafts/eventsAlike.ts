import {
  type EventTerms,
  isSameEvent,
  type Order,
  type SourceDraft,
  termsOfOrder,
  termsOfReading,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { withDialog } from '@/lib/page/dialogParam.ts';
import { HALF_STAFF_PATH, ORDER_DIALOG } from '../../data/halfStaffQueries.ts';
import { DRAFT_DIALOG } from '../sourceQueries.ts';

/** A draft or a recorded order about the same event as the draft under review. */
export interface Alike {
  id: string;
  /** The name of the draft's source, or "Recorded order" for an order. */
  name: string;
  href: string;
  terms: EventTerms;
}

/** Maximum number of other drafts and orders to compare. */
const SHOWN = 4;

/** Returns the other drafts and the recorded orders that are about the same event. */
export function eventsAlike(
  draft: Pick<SourceDraft, 'id'>,
  terms: EventTerms,
  drafts: readonly SourceDraft[],
  orders: readonly Order[],
): Alike[] {
  const recorded = orders
    .filter(({ status }) => status !== 'cancelled')
    .map((order) => ({
      id: order.id,
      name: order.status === 'draft' ? t`Recorded draft` : t`Recorded order`,
      href: withDialog(HALF_STAFF_PATH, `${ORDER_DIALOG}:${order.id}`),
      terms: termsOfOrder(order),
    }));
  const proposed = drafts
    .filter(({ id }) => id !== draft.id)
    .flatMap(({ id, sourceName, title, orders: readings }) =>
      readings.map((reading, at) => ({
        id: `${id} ${at}`,
        name: sourceName,
        href: withDialog(HALF_STAFF_PATH, `${DRAFT_DIALOG}:${id}`),
        terms: termsOfReading(reading, title),
      })),
    );
  return [...recorded, ...proposed]
    .filter((other) => isSameEvent(terms, other.terms))
    .slice(0, SHOWN);
}
