import { isDeepStrictEqual } from 'node:util';
import { addDays, type EarlierVersion, type Order, type OrdersAndDays } from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { toOrder, versionsOf } from './queries.ts';
import { companiesWithTwoApprovals, secondApprovalsOf } from './secondApprovals.ts';

/**
 * How many days after its end the engine still reads an order, in case a pole has been offline
 * since then.
 */
const KEPT_DAYS = 366;

/**
 * Returns the data that the half-staff rules use: confirmed half-staff days, and approved or
 * canceled orders with their earlier versions and second approvals. Leaves out orders that ended
 * long ago.
 * @param now the current time on the half-staff engine's clock, in epoch milliseconds
 */
export async function findOrdersAndDays(queries: Queries, now: number): Promise<OrdersAndDays> {
  const facts = await readFacts(queries, now);
  if (!isDeepStrictEqual(facts, lastFacts)) lastFacts = facts;
  return lastFacts;
}

/**
 * The orders and confirmed half-staff days from the last read. All callers get the same object
 * until the data changes, so that the schedules cached for this object stay usable.
 */
let lastFacts: OrdersAndDays = { orders: [], confirmedDays: [] };

async function readFacts(queries: Queries, now: number): Promise<OrdersAndDays> {
  const rows = await queries
    .selectFrom('half_staff_orders')
    .selectAll()
    .where('approved_at', 'is not', null)
    .orderBy('id')
    .execute();
  const confirmedDays = await queries
    .selectFrom('confirmed_days')
    .select(['name', 'year', 'date', 'at'])
    .orderBy('date')
    .orderBy('name')
    .execute();
  const since = addDays(new Date(now).toISOString().slice(0, 10), -KEPT_DAYS);
  const orders = rows.map(toOrder).filter((order) => !isOver(order, since));
  const ids = orders.map(({ id }) => id);
  const secondApprovals = await secondApprovalsOf(queries, ids);
  const earlier = await earlierVersions(
    queries,
    orders.filter(({ version }) => version > 1).map(({ id }) => id),
    secondApprovals,
  );
  return {
    orders: orders.map((order) => ({
      ...order,
      earlier: earlier.get(order.id),
      secondApprovals: secondApprovals(order.id, order.version),
    })),
    confirmedDays,
    twoApprovals: await companiesWithTwoApprovals(queries),
  };
}

function isOver({ ends, cancelledAt, version }: Order, since: string): boolean {
  if (cancelledAt !== null) return new Date(cancelledAt).toISOString() < since;
  // An amendment may have moved the end to an earlier date.
  return version === 1 && ends.kind !== 'open' && ends.date < since;
}

async function earlierVersions(
  queries: Queries,
  ids: readonly string[],
  secondApprovals: Awaited<ReturnType<typeof secondApprovalsOf>>,
): Promise<Map<string, EarlierVersion[]>> {
  const earlier = new Map<string, EarlierVersion[]>();
  if (ids.length === 0) return earlier;
  for (const [id, versions] of await versionsOf(queries, ids)) {
    const approved = versions.filter(({ order }) => order.status === 'approved');
    earlier.set(
      id,
      approved.slice(0, -1).map(({ at, order }, index) => {
        const { kind, authority, reason, scope, starts, ends, revision } = order;
        const until = approved[index + 1]?.at ?? at;
        const terms = { kind, authority, reason, scope, starts, ends, revision };
        const seconds = secondApprovals(id, order.version);
        return { ...terms, from: at, until, secondApprovals: seconds };
      }),
    );
  }
  return earlier;
}
