import type { Order } from '@halyard/domain';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { type StoredVersion, versionsOf } from '../../orders/queries.ts';
import { type Sent, sentKey } from '../sending/sentMails.ts';

/** How long after a change users get a mail about it, in milliseconds. */
const LATE_MS = 24 * 3_600_000;

/** An order that changed lately, with all its versions, oldest first. */
export interface ChangedOrder {
  id: string;
  versions: readonly StoredVersion[];
}

/** Returns the orders that were approved, amended or canceled in the last 24 hours. */
export async function recentlyChanged(queries: Queries, now: number): Promise<ChangedOrder[]> {
  const rows = await queries
    .selectFrom('order_versions')
    .select('order_id as id')
    .distinct()
    .where('at', '>', now - LATE_MS)
    .orderBy('order_id')
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return Array.from(await versionsOf(queries, ids), ([id, versions]) => ({ id, versions }));
}

/** Changes of an order that a user got no mail about yet: one mail is about all of them. */
export interface PendingChange {
  /** The order before; null if it was not approved yet. */
  before: Order | null;
  /** The order now. */
  after: Order;
  /** When the first and the last of the changes were made, on the domain clock. */
  firstAt: number;
  lastAt: number;
  /** What identifies the changes. */
  keys: readonly string[];
}

/** Returns what a user has not been mailed about; null if nothing, or only older changes. */
export function pendingChange(
  { id, versions }: ChangedOrder,
  userId: string,
  sent: Sent,
  now: number,
): PendingChange | null {
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
