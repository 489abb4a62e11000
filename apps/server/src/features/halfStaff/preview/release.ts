import {
  factsWithout,
  type HalfStaffRelease,
  isOnline,
  type OrdersAndDays,
  type Pole,
  type ReleaseQuery,
  RisingCount,
  type Scope,
  turnOf,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import { orderInScope } from '../orders/queries.ts';
import { eachPole } from '../poles/fleet.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';

/**
 * A change that can start or end half-staff at the poles in `scope`. `before` contains the orders
 * and confirmed half-staff days before the change, and `facts` those after it. The function `after`
 * returns a pole as it is after the change.
 */
export interface Taken {
  scope: Scope;
  before: OrdersAndDays;
  after: (pole: Pole) => Pole;
  facts: OrdersAndDays;
}

/**
 * Returns which of the actor's flags would be raised now if an order were canceled, or if a company
 * stopped following orders.
 * @throws AppError `not-found` outside the caller's scope
 */
export async function halfStaffRelease(
  ctx: Context,
  index: PoleIndex,
  { companyId, orderId }: ReleaseQuery,
): Promise<HalfStaffRelease> {
  const scope = requireScope(ctx, 'order.read');
  const { queries } = ctx.db;
  const now = ctx.domainClock.now();
  const facts = await findOrdersAndDays(queries, now);
  const taken =
    companyId === undefined
      ? await withoutOrder(ctx, scope, facts, orderId ?? '', now)
      : await optedOut(ctx, scope, facts, companyId, now);
  return releaseOf(ctx, index, taken, now);
}

/** Returns which flags a change would raise now, and how many it would lower to half-staff. */
export async function releaseOf(
  ctx: Context,
  index: PoleIndex,
  { scope, before, facts, after }: Taken,
  now: number,
): Promise<HalfStaffRelease> {
  const wall = ctx.clock();
  const rising = new RisingCount();
  let [offline, lowering] = [0, 0];
  await eachPole(ctx, index, scope, ({ pole, ref, record }) => {
    const turn = turnOf({ pole, facts: before }, { pole: after(pole), facts }, now);
    if (turn === 'half') lowering++;
    if (turn !== 'up') return;
    rising.add(ref);
    if (!isOnline(record, wall)) offline++;
  });
  const { isOn } = await engineState(ctx.db.queries);
  return { engineIsOn: isOn, rising: rising.counted, risingIds: rising.ids, offline, lowering };
}

async function withoutOrder(
  ctx: Context,
  scope: Scope,
  facts: OrdersAndDays,
  orderId: string,
  now: number,
): Promise<Taken> {
  const { id } = await orderInScope(ctx.db.queries, scope, orderId);
  return { scope, before: facts, after: (pole) => pole, facts: factsWithout(facts, id, now) };
}

async function optedOut(
  ctx: Context,
  scope: Scope,
  facts: OrdersAndDays,
  companyId: string,
  now: number,
): Promise<Taken> {
  await requireCompany(ctx.db.queries, scope, companyId);
  const after = (pole: Pole): Pole => ({ ...pole, optedIn: false, releasedAt: now });
  return { scope: { kind: 'company', companyId }, before: facts, after, facts };
}
