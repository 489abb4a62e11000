import {
  type Facts,
  factsWithSecond,
  isInOrderScope,
  type OrderFacts,
  type Pole,
  versionInEffect,
  type WaitingOrder,
  windowsOfOrder,
} from '@halyard/domain';
import { within } from '../../../../platform/database/scope.ts';
import { serviceIdIn } from '../../../../realtime/callers/identities.ts';
import { type Context, requireScope, scopeFor } from '../../../calls/context.ts';
import { findFleet } from '../../poles/fleet.ts';
import { findFacts } from '../facts.ts';
import { orderView } from '../queries.ts';
import { APPROVAL_COLUMNS } from '../secondApprovals.ts';
import { waitingApprovals } from '../waitingApprovals.ts';

/**
 * Returns the orders whose current version needs a second approval. Includes only companies that
 * the actor may see and that follow orders, and only if the approval would affect their poles.
 */
export async function waitingOrders(ctx: Context): Promise<WaitingOrder[]> {
  const scope = requireScope(ctx, 'order.read');
  const { queries } = ctx.db;
  const rows = await waitingApprovals(queries)
    .innerJoin('companies', 'companies.id', 'order_approvals.company_id')
    .select([
      'order_approvals.order_id as orderId',
      'order_approvals.first_by_id as firstById',
      'companies.id',
      'companies.name',
    ])
    .where('companies.auto_half_mast', '=', true)
    .where(within(scope, APPROVAL_COLUMNS))
    .orderBy('companies.name')
    .orderBy('companies.id')
    .execute();
  // Every dashboard requests this, and usually no approvals are missing.
  if (rows.length === 0) return [];
  const now = ctx.domainClock.now();
  const facts = await findFacts(queries, now);
  const poles = (await findFleet(ctx, scope)).map(({ pole }) => pole);
  const view = await orderView(queries, scope);
  const { userId } = ctx.session;
  const isPerson = scopeFor(ctx, 'order.approveSecond') !== null && serviceIdIn(userId) === null;
  return facts.orders.flatMap(({ earlier, secondApprovals, ...stored }) => {
    const order = view(stored);
    const companies = rows
      .filter(({ orderId }) => orderId === stored.id)
      .map(({ id, name, firstById }) => ({
        id,
        name,
        poles: polesAffected({ ...stored, earlier, secondApprovals }, id, poles, facts, now),
        mayApprove: isPerson && firstById !== userId,
      }))
      .filter((company) => company.poles > 0);
    return order && companies.length > 0 ? [{ order, companies }] : [];
  });
}

/**
 * Returns how many poles of a company are in the scope of an order's version that is not approved
 * yet, or of the version in effect. 0 if neither version is in effect now or later.
 */
export function polesAffected(
  order: OrderFacts,
  companyId: string,
  poles: readonly Pole[],
  facts: Facts,
  now: number,
): number {
  const present = versionInEffect(order, companyId);
  const theirs = poles.filter(
    (pole) =>
      pole.companyId === companyId &&
      (isInOrderScope(order.scope, pole) || (present && isInOrderScope(present.scope, pole))),
  );
  const after = factsWithSecond({ ...facts, orders: [order] }, order.id, [companyId], now);
  const isAhead = ({ window }: { window: { until: number } }) => window.until > now;
  const matters = theirs.some((pole) =>
    [order, ...after.orders].some((each) => windowsOfOrder(each, pole).some(isAhead)),
  );
  return matters ? theirs.length : 0;
}
