import {
  isInOrderScope,
  type Order,
  type OrderVersion,
  orderKey,
  type Scope,
} from '@halyard/domain';
import type { Selectable } from 'kysely';
import { locksRows } from '../../../platform/database/database.ts';
import type { HalfStaffOrderTable } from '../../../platform/database/tables/halfStaff.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { newId } from '../../../platform/database/text.ts';
import type { LedgerNote } from '../ledger/append.ts';
import { orderNotFound } from './errors.ts';
import { waitingApprovals } from './waitingApprovals.ts';

/** Converts a database row to an order, as used by the API and the half-staff rules. */
export function toOrder(row: Selectable<HalfStaffOrderTable>): Order {
  return {
    id: row.id,
    companyId: row.company_id,
    authority: row.authority,
    kind: row.kind,
    reason: row.reason,
    sourceUrl: row.source_url,
    issuedAt: row.issued_at,
    scope: row.scope,
    starts: row.starts,
    ends: row.ends,
    status: row.status,
    version: row.version,
    revision: row.revision,
    createdBy: row.created_by,
    createdAt: row.created_at,
    approvedBy: row.approved_by,
    approvedAt: row.approved_at,
    cancelledBy: row.cancelled_by,
    cancelledAt: row.cancelled_at,
    cancelledWhy: row.cancelled_why,
  };
}

/** Returns the column values for an order's content. */
export function termColumns(order: Order) {
  return {
    authority: order.authority,
    kind: order.kind,
    reason: order.reason,
    source_url: order.sourceUrl,
    issued_at: order.issuedAt,
    scope: JSON.stringify(order.scope),
    starts: JSON.stringify(order.starts),
    ends: JSON.stringify(order.ends),
  };
}

/** Returns the orders that the actor may see, most recently issued first. */
export async function findOrders(queries: Queries, scope: Scope): Promise<Order[]> {
  const rows = await queries
    .selectFrom('half_staff_orders')
    .selectAll()
    .orderBy('issued_at', 'desc')
    .orderBy('id')
    .execute();
  const view = await orderView(queries, scope);
  return rows.map(toOrder).flatMap((order) => view(order) ?? []);
}

/**
 * Returns the order with this ID, reduced to what the actor may see.
 * @throws AppError `not-found` if the order does not exist or the actor may not see it
 */
export async function orderInScope(queries: Queries, scope: Scope, id: string): Promise<Order> {
  const row = await queries
    .selectFrom('half_staff_orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const view = await orderView(queries, scope);
  const order = row && view(toOrder(row));
  if (!order) throw orderNotFound();
  return order;
}

/**
 * Returns the order with this ID, and locks it until the transaction ends.
 * @throws AppError `not-found`
 */
export async function lockOrder(trx: Trx, id: string): Promise<Order> {
  const row = await trx
    .selectFrom('half_staff_orders')
    .selectAll()
    .where('id', '=', id)
    .$if(locksRows(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw orderNotFound();
  return toOrder(row);
}

/**
 * Returns a function that hides the parts of an order that the actor may not see. The function
 * returns null if the actor may not see the order at all. A company sees its own orders, and the
 * operator's approved orders that include any of its locations. It never sees the names of other
 * companies or of their locations.
 */
export async function orderView(
  queries: Queries,
  scope: Scope,
): Promise<(order: Order) => Order | null> {
  if (scope.kind === 'all') return (order) => order;
  if (scope.kind === 'nothing') return () => null;
  const { companyId } = scope;
  const rows = await queries
    .selectFrom('locations')
    .select(['id', 'state'])
    .where('company_id', '=', companyId)
    .execute();
  const places = rows.map(({ id, state }) => ({ companyId, locationId: id, state }));
  const own = new Set([companyId, ...rows.map(({ id }) => id)]);
  const isWaitedFor = await waitedForBy(queries, companyId, places);
  return (order) => {
    if (order.companyId !== null) return order.companyId === companyId ? order : null;
    if (order.approvedAt === null) return null;
    const reaches = places.some((place) => isInOrderScope(order.scope, place));
    if (!reaches && !isWaitedFor(order)) return null;
    return { ...order, scope: ownPart(order.scope, own) };
  };
}

/**
 * Returns a function that checks whether an amendment of an order still needs the company's second
 * approval. The function returns false for orders that never applied to any of the given locations.
 */
async function waitedForBy(queries: Queries, companyId: string, places: readonly Place[]) {
  const rows = await waitingApprovals(queries)
    .select('order_id as id')
    .where('order_approvals.company_id', '=', companyId)
    .where('order_approvals.version', '>', 1)
    .execute();
  if (rows.length === 0) return () => false;
  const ids = rows.map(({ id }) => id);
  const versions = await versionsOf(queries, ids);
  const reached = ids.filter((id) =>
    versions
      .get(id)
      ?.some(({ order }) => places.some((place) => isInOrderScope(order.scope, place))),
  );
  return ({ id }: Order) => reached.includes(id);
}

type Place = Parameters<typeof isInOrderScope>[1];

function ownPart(scope: Order['scope'], own: ReadonlySet<string>): Order['scope'] {
  switch (scope.kind) {
    case 'companies':
      return { ...scope, companyIds: scope.companyIds.filter((id) => own.has(id)) };
    case 'locations':
      return { ...scope, locationIds: scope.locationIds.filter((id) => own.has(id)) };
    default:
      return scope;
  }
}

/** Stores the current content of an order as a version. Versions are never deleted. */
export async function keepVersion(trx: Trx, order: Order, at: number, by: string): Promise<void> {
  await trx
    .insertInto('order_versions')
    .values({ id: newId(), order_id: order.id, at, by, body: JSON.stringify(order) })
    .execute();
}

/** A version of an order, as stored. The second approvals are in another table. */
export type StoredVersion = Omit<OrderVersion, 'secondApprovals'>;

/** Returns the versions of orders by order ID: one for each approval, amendment or cancellation. */
export async function versionsOf(
  queries: Queries,
  orderIds: readonly string[],
): Promise<Map<string, StoredVersion[]>> {
  const rows = await queries
    .selectFrom('order_versions')
    .select(['order_id', 'at', 'by', 'body as order'])
    .where('order_id', 'in', orderIds)
    .execute();
  const versions = new Map<string, StoredVersion[]>();
  for (const { order_id, ...version } of rows)
    versions.set(order_id, [...(versions.get(order_id) ?? []), version]);
  for (const list of versions.values()) list.sort((a, b) => a.order.revision - b.order.revision);
  return versions;
}

/**
 * Returns the ledger entry for a company's second approval, or for a company that no longer
 * requires one.
 */
export const secondApprovalNote = (
  order: Order,
  company: { id: string; name: string },
  { by, at, why }: { by: string; at: number; why?: string },
): LedgerNote => ({
  kind: 'order-second-approved',
  at,
  flag: null,
  company,
  sourceKey: orderKey(order.id),
  body: { by, order, ...(why && { why }) },
});
