import {
  type Order,
  type OrderPreview,
  type PreviewRequest,
  previewOrder,
  previewSecondApproval,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findFacts } from '../orders/facts.ts';
import { orderInScope } from '../orders/queries.ts';
import { findFleet, seenPoles } from '../poles/fleet.ts';

/** Returns what the terms of a stored or new order would do at the actor's poles. */
export async function preview(
  ctx: Context,
  { orderId, terms, secondApprovalOf }: PreviewRequest,
): Promise<OrderPreview> {
  const scope = requireScope(ctx, 'order.read');
  const { queries } = ctx.db;
  const now = ctx.domainClock.now();
  const stored = orderId === undefined ? UNSAVED : await orderInScope(queries, scope, orderId);
  const { isOn } = await engineState(queries);
  const poles = seenPoles(await findFleet(ctx, scope), ctx.clock());
  const facts = await findFacts(queries, now);
  const effect = secondApprovalOf
    ? previewSecondApproval({ ...terms, ...stored }, secondApprovalOf, poles, facts, now)
    : previewOrder({ ...stored, ...terms }, poles, facts, now);
  return { ...effect, engineIsOn: isOn };
}

/** The fields, other than its terms, of an order that is not stored yet. */
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
