import { addDays, type Facts, type Order } from '@halyard/domain';
import type { Queries } from '../database/schema.ts';
import { toOrder } from './orders/queries.ts';

/**
 * Days after its end for which an order is still looked at: so long a pole may be away and yet be put
 * back where it was before.
 */
const KEPT_DAYS = 366;

/**
 * What poles follow: the orders that were approved, cancelled ones too, and the days that were
 * confirmed. Orders that are long over are left out.
 * @param now epoch milliseconds by the domain clock
 */
export async function findFacts(queries: Queries, now: number): Promise<Facts> {
  const orders = await queries
    .selectFrom('half_staff_orders')
    .selectAll()
    .where('approved_at', 'is not', null)
    .orderBy('id')
    .execute();
  const confirmedDays = await queries
    .selectFrom('confirmed_days')
    .select(['name', 'year', 'date'])
    .orderBy('date')
    .orderBy('name')
    .execute();
  const since = addDays(new Date(now).toISOString().slice(0, 10), -KEPT_DAYS);
  return { orders: orders.map(toOrder).filter((order) => !isOver(order, since)), confirmedDays };
}

function isOver({ ends, cancelledAt }: Order, since: string): boolean {
  if (cancelledAt !== null) return new Date(cancelledAt).toISOString() < since;
  return ends.kind !== 'open' && ends.date < since;
}
