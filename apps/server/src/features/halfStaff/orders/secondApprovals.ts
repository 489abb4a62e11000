import { isLongOver, type Order, type Scope, type SecondApprovals } from '@halyard/domain';
import { inBatches } from '../../../platform/database/batches.ts';
import { locksRows } from '../../../platform/database/database.ts';
import { within } from '../../../platform/database/scope.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { serviceIdIn } from '../../../realtime/callers/identities.ts';
import type { Context } from '../../calls/context.ts';
import { appendToLedger } from '../ledger/append.ts';
import { enqueueOrderEvent, ORDER_EVENTS } from './orderEvents.ts';
import { orderView, secondApprovalNote, toOrder } from './queries.ts';
import { waitingApprovals } from './waitingApprovals.ts';

/**
 * Returns the ID of the user who is responsible for a call: the owner of an API token, or a service
 * account's creator. A user and the user's token therefore do not count as two people. Uses the ID,
 * because names may change.
 */
export async function personBehind(queries: Queries, { session }: Context): Promise<string> {
  const serviceId = serviceIdIn(session.userId);
  if (serviceId === null) return session.userId;
  const token = await queries
    .selectFrom('tokens')
    .select('created_by_id')
    .where('id', '=', serviceId)
    .executeTakeFirst();
  return token?.created_by_id ?? session.userId;
}

/**
 * Records which companies must give a second approval of an order that was just approved or
 * amended. Includes companies that the amendment removes from the scope. Also includes companies
 * without locations in the scope, because poles may move into the scope later.
 * @param before the order before the change
 * @param firstById the `users.id` of the user who approved or amended the version
 */
export async function demandSecond(
  trx: Trx,
  { before, after }: { before: Order; after: Order },
  firstById: string,
): Promise<void> {
  const named = [before, after].map(({ scope }) =>
    scope.kind === 'companies' ? scope.companyIds : null,
  );
  const ids = named.includes(null) ? null : new Set(named.flatMap((some) => some ?? []));
  const companies = await trx
    .selectFrom('companies')
    .select('id')
    .where('two_approvals', '=', true)
    .$if(ids !== null, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .orderBy('id')
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute();
  const { id: order_id, version } = after;
  const rows = companies.map(({ id }) => ({
    ...{ order_id, version, company_id: id, first_by_id: firstById },
    ...{ by: null, by_id: null, at: null },
  }));
  await inBatches(rows, async (batch) => {
    await trx.insertInto('order_approvals').values(batch).execute();
  });
}

/** Returns the second approvals of all versions of the given orders, by order ID and version. */
export async function secondApprovalsOf(
  queries: Queries,
  orderIds: readonly string[],
): Promise<(orderId: string, version: number) => SecondApprovals | undefined> {
  const found = new Map<string, Record<string, number | null>>();
  if (orderIds.length === 0) return () => undefined;
  const rows = await queries
    .selectFrom('order_approvals')
    .select(['order_id', 'version', 'company_id', 'at'])
    .where('order_id', 'in', orderIds)
    .orderBy('company_id')
    .execute();
  for (const { order_id, version, company_id, at } of rows) {
    const key = keyOf(order_id, version);
    const approvals = found.get(key) ?? {};
    approvals[company_id] = at;
    found.set(key, approvals);
  }
  return (orderId, version) => found.get(keyOf(orderId, version));
}

const keyOf = (orderId: string, version: number) => `${orderId} ${version}`;

/** Returns the IDs of the companies that require a second approval, sorted. */
export async function companiesWithTwoApprovals(queries: Queries): Promise<string[]> {
  const rows = await queries
    .selectFrom('companies')
    .select('id')
    .where('two_approvals', '=', true)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Gives the missing second approval to all orders that wait for the company, because the company no
 * longer requires one. Applies only to the current version of each order.
 * @param by username of the user who turned off second approvals
 */
export async function releaseWaiting(
  trx: Trx,
  { domainClock, clock }: Pick<Context, 'domainClock' | 'clock'>,
  company: { id: string; name: string },
  by: string,
): Promise<void> {
  const at = domainClock.now();
  const rows = await waitingApprovals(trx)
    .selectAll('half_staff_orders')
    .where('order_approvals.company_id', '=', company.id)
    .orderBy('half_staff_orders.id')
    .execute();
  const view = await orderView(trx, { kind: 'company', companyId: company.id });
  const orders = rows.map(toOrder);
  for (const order of orders) await giveSecond(trx, order, company.id, { by, by_id: null, at });
  for (const order of orders) {
    // Nothing changes for orders that are over or have never included the company.
    if (isLongOver(order, at) || view(order) === null) continue;
    await appendToLedger(trx, [
      secondApprovalNote(order, company, { by, at, why: 'two approvals turned off' }),
    ]);
    const type = ORDER_EVENTS[order.version > 1 ? 'order-amended' : 'order-approved'];
    if (type)
      await enqueueOrderEvent(trx, type, {
        ...{ before: order, after: order, at: clock() },
        companyIds: [company.id],
      });
  }
}

/** Stores a second approval, unless it is already stored. @returns whether it is new */
export async function giveSecond(
  trx: Trx,
  { id, version }: Pick<Order, 'id' | 'version'>,
  companyId: string,
  given: { by: string; by_id: string | null; at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('order_approvals')
    .set(given)
    .where('order_id', '=', id)
    .where('version', '=', version)
    .where('company_id', '=', companyId)
    .where('at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Reads the second approvals that users have given to any version of an order.
 * @returns a function that returns the second approvals of one version
 */
export async function givenSecondApprovals(queries: Queries, scope: Scope, orderId: string) {
  const rows = await queries
    .selectFrom('order_approvals')
    .innerJoin('companies', 'companies.id', 'order_approvals.company_id')
    .select(['version', 'company_id as companyId', 'companies.name as company', 'by', 'at'])
    .where('order_id', '=', orderId)
    .where('by_id', 'is not', null)
    .where(within(scope, APPROVAL_COLUMNS))
    .orderBy('companies.name')
    .$narrowType<{ by: string; at: number }>()
    .execute();
  return (of: number) =>
    rows.filter(({ version }) => version === of).map(({ version: _, ...given }) => given);
}

/**
 * The columns that limit second approvals to the caller's scope. Approvals have no location. The
 * column `location` is therefore the company's ID, which never equals a location's ID, so users of
 * a single location see no approvals.
 */
export const APPROVAL_COLUMNS = {
  company: 'order_approvals.company_id',
  location: 'order_approvals.company_id',
};
