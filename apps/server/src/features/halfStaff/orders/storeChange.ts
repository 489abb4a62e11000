import { type ActivityKind, type LedgerKind, type Order, orderKey } from '@halyard/domain';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { type Doer, doerOf, recordActivityOf } from '../../activity/record.ts';
import type { Context } from '../../calls/context.ts';
import { appendToLedger } from '../ledger/append.ts';
import { enqueueOrderEvent, ORDER_EVENTS } from './orderEvents.ts';
import { keepVersion, termColumns } from './queries.ts';
import { refreshScreens } from './reach.ts';
import { demandSecond, personBehind } from './secondApprovals.ts';

/** The user who changes an order, and the time of the change. */
export interface ChangeBy {
  /** The username of the user who changes the order. */
  by: string;
  /**
   * The `users.id` of the user who changes the order. This user cannot give the second approval.
   */
  byId: string;
  /**
   * The time when the order is changed, according to the half-staff engine's clock, in epoch
   * milliseconds.
   */
  at: number;
  /** The real time when the order is changed, in epoch milliseconds. */
  now: number;
  doer: Doer;
}

/**
 * Returns the user and the times to store with a change.
 * @param by the caller's username
 */
export const changeBy = async (trx: Trx, ctx: Context, by: string): Promise<ChangeBy> => ({
  by,
  byId: await personBehind(trx, ctx),
  at: ctx.domainClock.now(),
  now: ctx.clock(),
  doer: await doerOf(trx, ctx),
});

export async function storeDraft(trx: Trx, draft: Order): Promise<void> {
  await trx
    .insertInto('half_staff_orders')
    .values({
      ...termColumns(draft),
      id: draft.id,
      company_id: draft.companyId,
      status: draft.status,
      version: draft.version,
      revision: draft.revision,
      created_by: draft.createdBy,
      created_at: draft.createdAt,
    })
    .execute();
}

/** The kind of activity log entry for each kind of ledger entry. */
const ACTIVITIES: Partial<Record<LedgerKind, ActivityKind>> = {
  'order-amended': 'order.amended',
  'order-approved': 'order.approved',
  'order-cancelled': 'order.cancelled',
};

/**
 * Stores a change to an order, logs it and updates open screens. If poles follow the order, also
 * stores a new version, adds a ledger entry, sends a webhook event and asks for second approvals.
 * @param kind null for a change to a draft, which no pole follows
 */
export async function storeChange(
  trx: Trx,
  { present, order: decided, kind }: { present: Order; order: Order; kind: LedgerKind | null },
  { by, byId, at, now, doer }: ChangeBy,
): Promise<void> {
  const order: Order = { ...decided, revision: present.revision + 1 };
  await trx
    .updateTable('half_staff_orders')
    .set({
      ...termColumns(order),
      status: order.status,
      version: order.version,
      revision: order.revision,
      approved_by: order.approvedBy,
      approved_at: order.approvedAt,
      cancelled_by: order.cancelledBy,
      cancelled_at: order.cancelledAt,
      cancelled_why: order.cancelledWhy,
    })
    .where('id', '=', order.id)
    .execute();
  await refreshScreens(trx, [present.scope, order.scope], now);
  const activity = (kind && ACTIVITIES[kind]) ?? 'order.changed';
  const { companyId, reason: subject } = order;
  await recordActivityOf(trx, doer, now, { kind: activity, companyId, subject });
  if (!kind) return;
  await keepVersion(trx, order, at, by);
  if (order.status === 'approved') await demandSecond(trx, { before: present, after: order }, byId);
  await enterChange(trx, kind, order, at, by);
  const type = ORDER_EVENTS[kind];
  if (type) await enqueueOrderEvent(trx, type, { before: present, after: order, at: now });
}

async function enterChange(
  trx: Trx,
  kind: LedgerKind,
  order: Order,
  at: number,
  by: string,
): Promise<void> {
  const company =
    order.companyId === null
      ? null
      : await trx
          .selectFrom('companies')
          .select(['id', 'name'])
          .where('id', '=', order.companyId)
          .executeTakeFirstOrThrow();
  const body = { by, order };
  await appendToLedger(trx, [
    { kind, at, flag: null, company, sourceKey: orderKey(order.id), body },
  ]);
}
