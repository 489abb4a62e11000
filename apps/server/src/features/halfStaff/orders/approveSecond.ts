import type { Order, Scope, SecondApproval } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { within } from '../../../platform/database/scope.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { AppError, forbidden } from '../../../platform/errors.ts';
import { serviceIdIn } from '../../../realtime/callers/identities.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { companyNotFound } from '../../fleet/errors.ts';
import { usernameOf } from '../../identity/queries.ts';
import { appendToLedger } from '../ledger/append.ts';
import { alreadyCanceled } from './errors.ts';
import { enqueueOrderEvent } from './orderEvents.ts';
import { requireRevision } from './orders.ts';
import { lockOrder, orderInScope, secondApprovalNote } from './queries.ts';
import { refreshScreens, requireEffect } from './reach.ts';
import { APPROVAL_COLUMNS, giveSecond } from './secondApprovals.ts';

/**
 * Gives an order's current version its second approval for companies that require one. The version
 * takes effect at their poles immediately.
 * @throws AppError `forbidden` for service accounts and the user who approved or amended the
 * version; `conflict` if the order has changed, or one of the companies requires no second
 * approval; `not-found` outside the caller's scope
 */
export async function approveSecond(
  ctx: Context,
  id: string,
  { version, revision, companyIds }: SecondApproval,
): Promise<Order> {
  const scope = requireScope(ctx, 'order.approveSecond');
  const { userId } = ctx.session;
  if (serviceIdIn(userId) !== null)
    throw forbidden(msg`Only a user can give the second approval, not a service account.`);
  requireCompanies(scope, companyIds);
  const by = await usernameOf(ctx);
  const at = ctx.domainClock.now();
  return change(ctx, async (trx) => {
    const order = await lockOrder(trx, id);
    // Respond with 404 for an order that the actor may not see.
    const seen = await orderInScope(trx, scope, id);
    requireApproved(order);
    requireRevision(order, revision);
    if (order.version !== version)
      throw new AppError(
        'invalid',
        msg`The version does not belong to this revision of the order. Load the order again.`,
      );
    const demanded = await demandedApprovals(trx, scope, order, companyIds);
    const waiting = demanded.filter((one) => one.at === null);
    if (waiting.some(({ first_by_id }) => first_by_id === userId))
      throw forbidden(
        msg`Someone else must give the second approval, because you approved or amended this version.`,
      );
    if (waiting.length > 0 && order.version === 1) await requireEffect(trx, order, at);
    const given = [];
    for (const company of waiting)
      if (await giveSecond(trx, order, company.id, { by, by_id: userId, at })) given.push(company);
    if (given.length > 0) await recordSecond(trx, ctx, order, given, { by, at });
    return seen;
  });
}

function requireCompanies(scope: Scope, companyIds: readonly string[]): void {
  const isOwn = (id: string) => scope.kind === 'company' && scope.companyId === id;
  if (scope.kind !== 'all' && !companyIds.every(isOwn)) throw companyNotFound();
}

function requireApproved({ status }: Order): void {
  if (status === 'draft')
    throw new AppError('conflict', msg`This order is a draft: approve it first.`);
  if (status === 'cancelled') throw alreadyCanceled();
}

/**
 * Returns the second approvals that the given companies require.
 * @throws AppError `conflict` if any of the companies does not require one
 */
async function demandedApprovals(
  trx: Trx,
  scope: Scope,
  { id, version }: Pick<Order, 'id' | 'version'>,
  companyIds: readonly string[],
) {
  const ids = [...new Set(companyIds)];
  const rows = await trx
    .selectFrom('order_approvals')
    .innerJoin('companies', 'companies.id', 'order_approvals.company_id')
    .select(['companies.id', 'companies.name', 'first_by_id', 'at'])
    .where('order_id', '=', id)
    .where('version', '=', version)
    .where('company_id', 'in', ids)
    .where(within(scope, APPROVAL_COLUMNS))
    .orderBy('companies.id')
    .execute();
  if (rows.length < ids.length)
    throw new AppError(
      'conflict',
      msg`This order does not need a second approval from this company. Reload the page to see the order’s current status.`,
    );
  return rows;
}

async function recordSecond(
  trx: Trx,
  ctx: Context,
  order: Order,
  companies: readonly { id: string; name: string }[],
  { by, at }: { by: string; at: number },
): Promise<void> {
  const companyIds = companies.map(({ id }) => id);
  await refreshScreens(trx, [order.scope, { kind: 'companies', companyIds }], ctx.clock());
  const entry = { kind: 'order.secondApproved', subject: order.reason } as const;
  await recordActivity(trx, ctx, ...companyIds.map((companyId) => ({ ...entry, companyId })));
  await enqueueOrderEvent(trx, order.version > 1 ? 'order.amended' : 'order.approved', {
    ...{ before: order, after: order, at: ctx.clock(), companyIds },
  });
  const notes = companies.map(({ id, name }) =>
    secondApprovalNote(order, { id, name }, { by, at }),
  );
  await appendToLedger(trx, notes);
}
