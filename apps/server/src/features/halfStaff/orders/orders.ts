import {
  type LedgerKind,
  type Order,
  type OrderApprove,
  type OrderCancel,
  type OrderTerms,
  type OrderUpdate,
  type OrderVersion,
  orderTerms,
  type Scope,
} from '@halyard/domain';
import { msg, select } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { given } from '../../../platform/database/scope.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { newId } from '../../../platform/database/text.ts';
import { AppError, forbidden, nothingToChange } from '../../../platform/errors.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { usernameOf } from '../../identity/queries.ts';
import { alreadyCanceled } from './errors.ts';
import { findOrders, lockOrder, orderInScope, orderView, versionsOf } from './queries.ts';
import { refreshScreens, requireEffect, requireReach, requireRoom } from './reach.ts';
import { givenSecondApprovals } from './secondApprovals.ts';
import { changeBy, storeChange, storeDraft } from './storeChange.ts';

export function listOrders(ctx: Context): Promise<Order[]> {
  return findOrders(ctx.db.queries, requireScope(ctx, 'order.read'));
}

export function getOrder(ctx: Context, id: string): Promise<Order> {
  return orderInScope(ctx.db.queries, requireScope(ctx, 'order.read'), id);
}

/** Returns an order's versions, except those that are only for other companies. */
export async function listOrderVersions(ctx: Context, id: string): Promise<OrderVersion[]> {
  const scope = requireScope(ctx, 'order.read');
  await orderInScope(ctx.db.queries, scope, id);
  const view = await orderView(ctx.db.queries, scope);
  const versions = (await versionsOf(ctx.db.queries, [id])).get(id) ?? [];
  const secondApprovals = await givenSecondApprovals(ctx.db.queries, scope, id);
  return versions.flatMap((version) => {
    const order = view(version.order);
    const seconds = order?.status === 'approved' ? secondApprovals(order.version) : [];
    return order ? { ...version, order, secondApprovals: seconds } : [];
  });
}

/**
 * Creates a draft of an order.
 * @throws AppError `not-found` or `forbidden` outside the actor's scope; `conflict` if there are
 * too many orders
 */
export async function createOrder(ctx: Context, terms: OrderTerms): Promise<Order> {
  const actor = requireScope(ctx, 'order.manage');
  const by = await usernameOf(ctx);
  const now = ctx.domainClock.now();
  return change(ctx, async (trx) => {
    await requireReach(trx, actor, terms);
    if (actor.kind === 'company') await requireRoom(trx, actor.companyId, now);
    const draft: Order = {
      ...terms,
      id: newId(),
      companyId: actor.kind === 'company' ? actor.companyId : null,
      status: 'draft',
      version: 1,
      revision: 1,
      createdBy: by,
      createdAt: now,
      approvedBy: null,
      approvedAt: null,
      cancelledBy: null,
      cancelledAt: null,
      cancelledWhy: null,
    };
    await storeDraft(trx, draft);
    await refreshScreens(trx, [draft.scope], ctx.clock());
    await recordActivity(trx, ctx, { kind: 'order.drafted', ...entryOf(draft) });
    return draft;
  });
}

/**
 * Edits a draft, or amends an approved order.
 * @throws AppError `conflict` if the caller has an outdated copy of the order
 */
export async function updateOrder(ctx: Context, id: string, input: OrderUpdate): Promise<Order> {
  const { revision, ...changes } = input;
  const fields = given(changes);
  if (Object.keys(fields).length === 0) throw nothingToChange();
  return changeOrder(ctx, id, async (trx, present, { actor }) => {
    requireRevision(present, revision);
    if (present.status === 'cancelled')
      throw new AppError('conflict', msg`A canceled order cannot be changed.`);
    const order: Order = { ...present, ...fields };
    const checked = orderTerms.safeParse(order);
    if (!checked.success)
      throw new AppError('invalid', messageOf(checked.error.issues[0]!.message));
    await requireReach(trx, actor, order, present.scope);
    if (present.status === 'draft') return { order };
    return { order: { ...order, version: order.version + 1 }, kind: 'order-amended' };
  });
}

/**
 * Approves a draft, so that poles follow it from now on.
 * @throws AppError `conflict` if the caller has an outdated copy of the draft, or if the order
 * would not be in effect anywhere
 */
export async function approveOrder(
  ctx: Context,
  id: string,
  { revision }: OrderApprove,
): Promise<Order> {
  return changeOrder(ctx, id, async (trx, present, { by, at }) => {
    if (present.status !== 'draft')
      throw new AppError(
        'conflict',
        msg`This order is already ${select({ status: present.status }, { cancelled: 'canceled', other: 'approved' })}.`,
      );
    requireRevision(present, revision);
    await requireEffect(trx, present, at);
    const order: Order = { ...present, status: 'approved', approvedBy: by, approvedAt: at };
    return { order, kind: 'order-approved' };
  });
}

/**
 * Cancels an approved order. Its poles move to the positions that they would have without the
 * order.
 */
export async function cancelOrder(ctx: Context, id: string, { why }: OrderCancel): Promise<Order> {
  return changeOrder(ctx, id, async (_trx, present, { by, at }) => {
    if (present.status === 'draft')
      throw new AppError('conflict', msg`A draft cannot be canceled: delete it instead.`);
    if (present.status === 'cancelled') throw alreadyCanceled();
    const cancelled = { cancelledBy: by, cancelledAt: at, cancelledWhy: why };
    return { order: { ...present, status: 'cancelled', ...cancelled }, kind: 'order-cancelled' };
  });
}

/**
 * Deletes a draft.
 * @throws AppError `conflict` if the order was approved and can only be canceled
 */
export async function deleteOrder(ctx: Context, id: string): Promise<void> {
  await requireManaged(ctx, id);
  await change(ctx, async (trx) => {
    const order = await lockOrder(trx, id);
    if (order.status !== 'draft')
      throw new AppError('conflict', msg`Only a draft can be deleted: cancel this order instead.`);
    await trx.deleteFrom('half_staff_orders').where('id', '=', id).execute();
    await refreshScreens(trx, [order.scope], ctx.clock());
    await recordActivity(trx, ctx, { kind: 'order.deleted', ...entryOf(order) });
  });
}

/** Returns an order's company and reason, for the activity log. */
const entryOf = ({ companyId, reason }: Order) => ({ companyId, subject: reason });

interface Changing {
  actor: Scope;
  /** The name of the user who changes the order. */
  by: string;
  /**
   * The time when the order is changed, according to the half-staff engine's clock, in epoch
   * milliseconds.
   */
  at: number;
}

/**
 * Locks a stored order, checks and stores a change to it, logs the change, and updates open
 * screens.
 */
async function changeOrder(
  ctx: Context,
  id: string,
  decide: (
    trx: Trx,
    present: Order,
    changing: Changing,
  ) => Promise<{ order: Order; kind?: LedgerKind }>,
): Promise<Order> {
  const actor = await requireManaged(ctx, id);
  const by = await usernameOf(ctx);
  const at = ctx.domainClock.now();
  return change(ctx, async (trx) => {
    const present = await lockOrder(trx, id);
    const { order: decided, kind } = await decide(trx, present, { actor, by, at });
    await storeChange(
      trx,
      { present, order: decided, kind: kind ?? null },
      await changeBy(trx, ctx, by),
    );
    return { ...decided, revision: present.revision + 1 };
  });
}

/**
 * Returns the actor's scope if the actor may change this order. The permission stays valid during
 * the change, because an order's owner never changes.
 * @throws AppError `not-found` if the actor may not even see the order, `forbidden` for the
 * operator's orders
 */
async function requireManaged(ctx: Context, id: string): Promise<Scope> {
  const actor = requireScope(ctx, 'order.manage');
  const order = await orderInScope(ctx.db.queries, actor, id);
  if (actor.kind !== 'all' && order.companyId === null)
    throw forbidden(msg`Only the operator can change this order.`);
  return actor;
}

export function requireRevision(present: Order, seen: number): void {
  if (present.revision !== seen)
    throw new AppError(
      'conflict',
      msg`Someone else changed this order in the meantime. Review the order and try again.`,
    );
}
