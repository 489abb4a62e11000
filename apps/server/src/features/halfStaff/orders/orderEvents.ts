import type { EventType, LedgerKind, Order } from '@halyard/domain';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { enqueueOwnEvents, subscribersOf } from '../../webhooks/events/events.ts';
import { orderView } from './queries.ts';

/** The event for each ledger kind that has one. */
export const ORDER_EVENTS: Partial<Record<LedgerKind, EventType>> = {
  'order-approved': 'order.approved',
  'order-amended': 'order.amended',
  'order-cancelled': 'order.cancelled',
};

/**
 * Queues a webhook event about an order: for the operator, and for each company that the order
 * reaches, with the company's view of it. A company that an amendment leaves out gets the order as
 * it was, with `applies: false`.
 * @param at when it happened, in epoch milliseconds of the wall clock
 */
export async function enqueueOrderEvent(
  trx: Trx,
  type: EventType,
  { before, after, at }: { before: Order; after: Order; at: number },
): Promise<void> {
  const events = [];
  for (const companyId of await subscribersOf(trx, type)) {
    const scope = companyId === null ? ({ kind: 'all' } as const) : companyScope(companyId);
    const view = await orderView(trx, scope);
    const order = view(after) ?? view(before);
    if (order === null) continue;
    const applies = after.status !== 'cancelled' && view(after) !== null;
    events.push({ companyId, type, at, data: { order, applies } });
  }
  await enqueueOwnEvents(trx, events);
}

const companyScope = (companyId: string) => ({ kind: 'company', companyId }) as const;
