import type { Order, SecondApprovals } from '@halyard/domain';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { type StoredVersion, versionsOf } from '../../orders/queries.ts';
import { secondApprovalsOf } from '../../orders/secondApprovals.ts';
import { type Sent, sentKey } from '../sending/sentMails.ts';

/** How long after a change to an order users may still get an email about it, in ms. */
const LATE_MS = 24 * 3_600_000;

/** An order that has changed in the last 24 hours, with its history. */
export interface ChangedOrder {
  id: string;
  /** All versions of the order, oldest first. */
  versions: readonly (StoredVersion & { secondApprovals: SecondApprovals | undefined })[];
}

/**
 * Returns the orders that were approved, given a second approval, amended or canceled in the last
 * 24 hours.
 */
export async function recentlyChanged(queries: Queries, now: number): Promise<ChangedOrder[]> {
  const rows = await queries
    .selectFrom('order_versions')
    .select('order_id as id')
    .where('at', '>', now - LATE_MS)
    .union(
      queries
        .selectFrom('order_approvals')
        .select('order_id as id')
        .where('at', '>', now - LATE_MS),
    )
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const secondApprovals = await secondApprovalsOf(queries, ids);
  return Array.from(await versionsOf(queries, ids), ([id, versions]) => ({
    id,
    versions: versions.map((version) => ({
      ...version,
      secondApprovals: secondApprovals(id, version.order.version),
    })),
  }));
}

/**
 * Returns the versions of an order that took effect for a company, oldest first, with the time when
 * each took effect. Leaves out versions that still need the company's second approval. A
 * cancellation needs no second approval.
 */
function versionsFor({ versions }: ChangedOrder, companyId: string): StoredVersion[] {
  return versions.flatMap(({ secondApprovals, ...version }) => {
    const second = secondApprovals?.[companyId];
    if (second === undefined || version.order.status !== 'approved') return [version];
    return second === null ? [] : [{ ...version, at: Math.max(version.at, second) }];
  });
}

/**
 * The changes to an order that a user has not been emailed about yet. One email covers all of them.
 */
export interface PendingChange {
  /** The order before the changes. Null if it was not approved yet. */
  before: Order | null;
  /** The order after the changes. */
  after: Order;
  /**
   * The time when the first of the changes took effect, according to the half-staff engine's clock,
   * in epoch milliseconds.
   */
  firstAt: number;
  /**
   * The time when the last of the changes took effect, according to the half-staff engine's clock,
   * in epoch milliseconds.
   */
  lastAt: number;
  /** The keys that identify these changes in the record of sent emails. */
  keys: readonly string[];
}

/**
 * Returns the changes to an order that a user has not been emailed about. Null if there are none or
 * they are too old.
 */
export function pendingChange(
  changed: ChangedOrder,
  companyId: string,
  userId: string,
  { sent, now }: { sent: Sent; now: number },
): PendingChange | null {
  const { id } = changed;
  const versions = versionsFor(changed, companyId);
  const first = versions.findIndex(
    ({ at, order }) => at > now - LATE_MS && !sent.has(sentKey(userId, keyOf(id, order))),
  );
  const pending = first === -1 ? [] : versions.slice(first);
  const [oldest, newest] = [pending[0], pending.at(-1)];
  if (!oldest || !newest) return null;
  const unsent = pending.filter(({ order }) => !sent.has(sentKey(userId, keyOf(id, order))));
  return {
    before: versions[first - 1]?.order ?? null,
    after: newest.order,
    firstAt: oldest.at,
    lastAt: newest.at,
    keys: [...new Set(unsent.map(({ order }) => keyOf(id, order)))],
  };
}

const keyOf = (id: string, { status, version }: Order): string =>
  `${status === 'cancelled' ? 'canceled' : version === 1 ? 'approved' : 'amended'}:order:${id}:${version}`;
