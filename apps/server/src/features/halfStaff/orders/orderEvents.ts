import type { EventType, LedgerKind, Order } from '@halyard/domain';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { enqueueOwnEvents, subscribersOf } from '../../webhooks/events/events.ts';
import { orderView } from './queries.ts';

/**
 * Maps kinds of ledger entries to the webhook events that they cause. Other kinds cause no event.
 */
export const ORDER_EVENTS: Partial<Record<LedgerKind, EventType>> = {
  'order-approved': 'order.approved',
  'order-amended': 'order.amended',
  'order-cancelled': 'order.cancelled',
};

/**
 * Queues a webhook event about an order for the operator and for each company in the order's scope.
 * Each event shows the order as its recipient may see it. A company that an amendment removes from
 * the scope gets the previous version, with `applies: false`.
 * @param at the real time when it happened, in epoch milliseconds
 * @param companyIds limits the event to these companies and the operator
 */
export async function enqueueOrderEvent(
  trx: Trx,
  type: EventType,
  {
    before,
    after,
    at,
    companyIds,
  }: { before: Order; after: Order; at: number; companyIds?: readonly string[] },
): Promise<void> {
  const events = [];
  const waiting = await waitingCompanies(trx, after);
  for (const companyId of await subscribersOf(trx, type)) {
    if (companyIds && companyId !== null && !companyIds.includes(companyId)) continue;
    const scope = companyId === null ? ({ kind: 'all' } as const) : companyScope(companyId);
    const view = await orderView(trx, scope);
    const order = view(after) ?? view(before);
    if (order === null) continue;
    const applies = after.status !== 'cancelled' && view(after) !== null;
    const waits = companyId === null ? waiting.length > 0 : waiting.includes(companyId);
    events.push({ companyId, type, at, data: { order, applies, waits: applies && waits } });
  }
  await enqueueOwnEvents(trx, events);
}

/**
 * Returns the IDs of the companies that must still give their second approval of the order's
 * version.
 */
async function waitingCompanies(trx: Trx, { id, version }: Order): Promise<string[]> {
  const rows = await trx
    .selectFrom('order_approvals')
    .select('company_id')
    .where('order_id', '=', id)
    .where('version', '=', version)
    .where('at', 'is', null)
    .execute();
  return rows.map(({ company_id }) => company_id);
}

const companyScope = (companyId: string) => ({ kind: 'company', companyId }) as const;
