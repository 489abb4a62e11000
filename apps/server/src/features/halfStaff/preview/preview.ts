import {
  type Order,
  type OrderPreview,
  type OrdersAndDays,
  type OrderTerms,
  type PreviewRequest,
  previewOrder,
  previewSecondApproval,
  type Scope,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import { orderInScope } from '../orders/queries.ts';
import { eachPole, listedPole } from '../poles/fleet.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';

/** Returns how a stored or new order affects the actor's poles. */
export async function preview(
  ctx: Context,
  index: PoleIndex,
  { orderId, terms, secondApprovalOf }: PreviewRequest,
): Promise<OrderPreview> {
  const scope = requireScope(ctx, 'order.read');
  const { queries } = ctx.db;
  const now = ctx.domainClock.now();
  const seen = orderId === undefined ? null : await orderInScope(queries, scope, orderId);
  const { isOn } = await engineState(queries);
  const facts = await findOrdersAndDays(queries, now);
  const order = seen ? withTerms(seen, terms, facts, scope) : { ...UNSAVED, ...terms! };
  const counts = secondApprovalOf
    ? previewSecondApproval(order, secondApprovalOf, facts, now)
    : previewOrder(order, facts, now);
  const wall = ctx.clock();
  await eachPole(ctx, index, scope, (pole) => counts.add(listedPole(pole, wall)));
  return { ...counts.preview, engineIsOn: isOn };
}

/**
 * Returns a stored order with the values that the user has entered in the order form. If a company
 * previews one of the operator's orders, ignores these values.
 */
function withTerms(
  seen: Order,
  terms: OrderTerms | undefined,
  { orders }: OrdersAndDays,
  scope: Scope,
): Order {
  const isOthers = scope.kind !== 'all' && seen.companyId === null;
  return (isOthers && orders.find(({ id }) => id === seen.id)) || { ...seen, ...terms };
}

/**
 * Placeholders for the fields that an order gets only when it is saved, such as its ID and status.
 */
const UNSAVED: Omit<Order, keyof OrderTerms> = {
  id: '',
  companyId: null,
  status: 'draft',
  version: 1,
  revision: 1,
  createdBy: '',
  createdAt: 0,
  approvedBy: null,
  approvedAt: null,
  cancelledBy: null,
  cancelledAt: null,
  cancelledWhy: null,
};
