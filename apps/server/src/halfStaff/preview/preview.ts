import {
  isOnline,
  type Order,
  type OrderPreview,
  type PreviewRequest,
  previewOrder,
} from '@halyard/domain';
import { type Context, requireScope } from '../../context.ts';
import { findFacts } from '../facts.ts';
import { findFleet } from '../fleet.ts';
import { orderInScope } from '../orders/queries.ts';

/** What an order's terms would do at the actor's poles, stored or not. */
export async function preview(
  ctx: Context,
  { orderId, terms }: PreviewRequest,
): Promise<OrderPreview> {
  const scope = requireScope(ctx, 'order.read');
  const { queries } = ctx.db;
  const now = ctx.domainClock.now();
  const stored = orderId === undefined ? UNSAVED : await orderInScope(queries, scope, orderId);
  const fleet = await findFleet(ctx, scope);
  const wall = ctx.clock();
  const poles = fleet.map(({ pole, ref, record }) => ({
    pole,
    ref,
    isOnline: isOnline(record, wall),
  }));
  return previewOrder({ ...stored, ...terms }, poles, await findFacts(queries, now), now);
}

/** What an order that nobody has stored yet has beside its terms. */
const UNSAVED: Omit<Order, keyof PreviewRequest['terms']> = {
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
