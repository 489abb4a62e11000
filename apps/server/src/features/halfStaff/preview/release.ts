import {
  type Facts,
  factsWithout,
  type HalfStaffRelease,
  isOnline,
  type Pole,
  type ReleaseQuery,
  type Scope,
  turnOf,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findFacts } from '../orders/facts.ts';
import { orderInScope } from '../orders/queries.ts';
import { type FleetPole, findFleet } from '../poles/fleet.ts';

/**
 * The actor's poles with the facts before and after a change, for example before and after an order
 * is canceled.
 */
export interface Taken {
  fleet: readonly FleetPole[];
  before: Facts;
  after: (pole: Pole) => Pole;
  facts: Facts;
}

/**
 * Returns which of the actor's poles would go up now if an order were canceled, or if a company
 * stopped following orders.
 * @throws AppError `not-found` outside the caller's scope
 */
export async function halfStaffRelease(
  ctx: Context,
  { companyId, orderId }: ReleaseQuery,
): Promise<HalfStaffRelease> {
  const scope = requireScope(ctx, 'order.read');
  const { queries } = ctx.db;
  const now = ctx.domainClock.now();
  const facts = await findFacts(queries, now);
  const taken =
    companyId === undefined
      ? await withoutOrder(ctx, scope, facts, orderId ?? '', now)
      : await optedOut(ctx, scope, facts, companyId, now);
  return releaseOf(ctx, taken, now);
}

/** Returns the poles that would move now. */
export async function releaseOf(
  ctx: Context,
  { fleet, before, facts, after }: Taken,
  now: number,
): Promise<HalfStaffRelease> {
  const turns = fleet.map(({ ref, record, pole }) => ({
    ref,
    record,
    turn: turnOf({ pole, facts: before }, { pole: after(pole), facts }, now),
  }));
  const rising = turns.filter(({ turn }) => turn === 'up');
  const wall = ctx.clock();
  return {
    engineIsOn: (await engineState(ctx.db.queries)).isOn,
    rising: rising.map(({ ref }) => ref),
    offline: rising.filter(({ record }) => !isOnline(record, wall)).length,
    lowering: turns.filter(({ turn }) => turn === 'half').length,
  };
}

async function withoutOrder(
  ctx: Context,
  scope: Scope,
  facts: Facts,
  orderId: string,
  now: number,
): Promise<Taken> {
  const { id } = await orderInScope(ctx.db.queries, scope, orderId);
  const fleet = await findFleet(ctx, scope);
  return { fleet, before: facts, after: (pole) => pole, facts: factsWithout(facts, id, now) };
}

async function optedOut(
  ctx: Context,
  scope: Scope,
  facts: Facts,
  companyId: string,
  now: number,
): Promise<Taken> {
  await requireCompany(ctx.db.queries, scope, companyId);
  const fleet = await findFleet(ctx, { kind: 'company', companyId });
  const after = (pole: Pole): Pole => ({ ...pole, optedIn: false, releasedAt: now });
  return { fleet, before: facts, after, facts };
}
