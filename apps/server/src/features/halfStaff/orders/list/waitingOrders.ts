import {
  factsWithSecond,
  isInOrderScope,
  type Order,
  type OrderFacts,
  type OrdersAndDays,
  type Pole,
  versionInEffect,
  type WaitingOrder,
  windowsOfOrder,
} from '@halyard/domain';
import { within } from '../../../../platform/database/scope.ts';
import { serviceIdIn } from '../../../../realtime/callers/identities.ts';
import { type Context, requireScope, scopeFor } from '../../../calls/context.ts';
import { eachPole } from '../../poles/fleet.ts';
import type { PoleIndex } from '../../poles/poleIndex.ts';
import { findOrdersAndDays } from '../ordersAndDays.ts';
import { orderView } from '../queries.ts';
import { APPROVAL_COLUMNS } from '../secondApprovals.ts';
import { waitingApprovals } from '../waitingApprovals.ts';

/**
 * Returns the orders whose current version needs a company's second approval. Includes only
 * companies that the actor may see, that follow orders, and whose poles the approval would affect.
 */
export async function waitingOrders(ctx: Context, index: PoleIndex): Promise<WaitingOrder[]> {
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
  const rowsOf = new Map<string, (typeof rows)[number][]>();
  for (const row of rows) rowsOf.set(row.id, [...(rowsOf.get(row.id) ?? []), row]);
  const now = ctx.domainClock.now();
  const facts = await findOrdersAndDays(queries, now);
  const counts = new Map<string, AffectedPoles>();
  const keyOf = (orderId: string, companyId: string) => `${orderId} ${companyId}`;
  const byId = new Map(facts.orders.map((order) => [order.id, order]));
  for (const { orderId, id } of rows) {
    const order = byId.get(orderId);
    if (order) counts.set(keyOf(orderId, id), new AffectedPoles(order, id, facts, now));
  }
  await eachPole(ctx, index, scope, ({ pole }) => {
    for (const { orderId, id } of rowsOf.get(pole.companyId) ?? [])
      counts.get(keyOf(orderId, id))?.add(pole);
  });
  const view = await orderView(queries, scope);
  const { userId } = ctx.session;
  const isPerson = scopeFor(ctx, 'order.approveSecond') !== null && serviceIdIn(userId) === null;
  return facts.orders.flatMap(({ earlier: _e, secondApprovals: _s, ...stored }) => {
    const order = view(stored);
    const companies = rows
      .filter(({ orderId }) => orderId === stored.id)
      .map(({ id, name, firstById }) => ({
        id,
        name,
        poles: counts.get(keyOf(stored.id, id))?.count ?? 0,
        mayApprove: isPerson && firstById !== userId,
      }))
      .filter((company) => company.poles > 0);
    return order && companies.length > 0 ? [{ order, companies }] : [];
  });
}

/**
 * Counts the company's poles that would be affected if the company approved the current version of
 * an order.
 */
export class AffectedPoles {
  readonly #order: OrderFacts;
  readonly #companyId: string;
  readonly #present: Order | null;
  readonly #orders: readonly OrderFacts[];
  readonly #now: number;
  #count = 0;
  #matters = false;

  constructor(order: OrderFacts, companyId: string, facts: OrdersAndDays, now: number) {
    this.#order = order;
    this.#companyId = companyId;
    this.#now = now;
    this.#present = versionInEffect(order, companyId);
    const after = factsWithSecond({ ...facts, orders: [order] }, order.id, [companyId], now);
    this.#orders = [order, ...after.orders];
  }

  add(pole: Pole): void {
    if (pole.companyId !== this.#companyId) return;
    const isIn = (order: Pick<Order, 'scope'>) => isInOrderScope(order.scope, pole);
    if (!isIn(this.#order) && !(this.#present && isIn(this.#present))) return;
    this.#count++;
    this.#matters ||= this.#orders.some((each) =>
      windowsOfOrder(each, pole).some(({ window }) => window.until > this.#now),
    );
  }

  /**
   * The number of poles in the scope of the order's current version or of the version in effect. 0
   * if none of these poles is or will be affected by either version.
   */
  get count(): number {
    return this.#matters ? this.#count : 0;
  }
}
