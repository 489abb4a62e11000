import type { OwnDay, OwnDayTerms, Scope } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { locksRows } from '../../../../platform/database/database.ts';
import { within } from '../../../../platform/database/scope.ts';
import type { Queries, Trx } from '../../../../platform/database/tables/schema.ts';
import { newId } from '../../../../platform/database/text.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import { type NewActivity, recordActivity } from '../../../activity/record.ts';
import { type Context, change, requireScope } from '../../../calls/context.ts';
import { usernameOf } from '../../../identity/queries.ts';
import { requireReach } from '../reach.ts';
import { personBehind } from '../secondApprovals.ts';
import { type ChangeBy, changeBy } from '../storeChange.ts';
import {
  amendYearlyOrders,
  cancelYearlyOrders,
  earliestDate,
  makeYearlyOrders,
  type OwnDayRow,
} from './yearlyOrders.ts';

/**
 * The maximum number of custom days that a company, or the operator, can have, because each one
 * creates an order every year.
 */
const MAX_OWN_DAYS = 50;

export async function listOwnDays(ctx: Context): Promise<OwnDay[]> {
  const scope = requireScope(ctx, 'order.read');
  const rows = await selectInScope(ctx.db.queries, scope).orderBy('name').orderBy('id').execute();
  const next = await nextOrders(ctx.db.queries, ctx.domainClock.now());
  return rows.map((row) => toOwnDay(row, next));
}

/**
 * Stores a custom day, which recurs every year, and creates its orders for this year and the next.
 * @throws AppError `not-found` or `forbidden` outside the actor's scope; `conflict` if there are
 * too many custom days
 */
export async function createOwnDay(ctx: Context, terms: OwnDayTerms): Promise<OwnDay> {
  const actor = requireScope(ctx, 'order.manage');
  const by = await usernameOf(ctx);
  return change(ctx, async (trx) => {
    await requireReach(trx, actor, { authority: 'company', scope: terms.scope });
    const companyId = actor.kind === 'company' ? actor.companyId : null;
    await requireRoom(trx, companyId);
    const row = await trx
      .insertInto('own_days')
      .values({
        id: newId(),
        company_id: companyId,
        ...(await savedColumns(trx, ctx, terms, by)),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return save(trx, ctx, row, 'ownDay.added', (by) => makeYearlyOrders(trx, row, by));
  });
}

/**
 * Changes a custom day. Amends its current and future orders, except those that a user has
 * canceled.
 */
export async function updateOwnDay(ctx: Context, id: string, terms: OwnDayTerms): Promise<OwnDay> {
  const actor = requireScope(ctx, 'order.manage');
  const by = await usernameOf(ctx);
  return change(ctx, async (trx) => {
    const present = await lockOwnDay(trx, actor, id);
    await requireReach(trx, actor, { authority: 'company', scope: terms.scope }, present.scope);
    const row = await trx
      .updateTable('own_days')
      .set(await savedColumns(trx, ctx, terms, by))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return save(trx, ctx, row, 'ownDay.changed', async (by) => {
      await amendYearlyOrders(trx, row, by);
      await makeYearlyOrders(trx, row, by);
    });
  });
}

/** Deletes a custom day and cancels its current and future orders. Its past orders stay. */
export async function deleteOwnDay(ctx: Context, id: string): Promise<void> {
  const actor = requireScope(ctx, 'order.manage');
  const by = await usernameOf(ctx);
  await change(ctx, async (trx) => {
    const row = await lockOwnDay(trx, actor, id);
    await cancelYearlyOrders(trx, id, await changeBy(trx, ctx, by));
    await trx.deleteFrom('own_days').where('id', '=', id).execute();
    await recordActivity(trx, ctx, entryOf('ownDay.deleted', row));
  });
}

async function save(
  trx: Trx,
  ctx: Context,
  row: OwnDayRow,
  kind: NewActivity['kind'],
  work: (by: ChangeBy) => Promise<void>,
): Promise<OwnDay> {
  await recordActivity(trx, ctx, entryOf(kind, row));
  await work(await changeBy(trx, ctx, row.saved_by));
  return toOwnDay(row, await nextOrders(trx, ctx.domainClock.now()));
}

const entryOf = (kind: NewActivity['kind'], { company_id, name }: OwnDayRow): NewActivity => ({
  kind,
  companyId: company_id,
  subject: name,
});

async function savedColumns(trx: Trx, ctx: Context, terms: OwnDayTerms, by: string) {
  const { name, kind, scope, rule } = terms;
  return {
    name,
    kind,
    scope: JSON.stringify(scope),
    rule: JSON.stringify(rule),
    saved_by: by,
    saved_by_id: await personBehind(trx, ctx),
    saved_at: ctx.clock(),
  };
}

/**
 * The columns that limit custom days to the caller's scope. Custom days have no location. The
 * column `location` is therefore the company's ID, which never equals a location's ID, so users of
 * a single location see no custom days.
 */
const COLUMNS = { company: 'own_days.company_id', location: 'own_days.company_id' };

const selectInScope = (queries: Queries, scope: Scope) =>
  queries.selectFrom('own_days').selectAll().where(within(scope, COLUMNS));

async function lockOwnDay(trx: Trx, scope: Scope, id: string): Promise<OwnDayRow> {
  const row = await selectInScope(trx, scope)
    .where('id', '=', id)
    .$if(locksRows(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound(msg`Day not found`);
  return row;
}

async function requireRoom(trx: Trx, companyId: string | null): Promise<void> {
  const { count } = await trx
    .selectFrom('own_days')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_OWN_DAYS)
    throw new AppError(
      'conflict',
      msg`There are already ${{ max: MAX_OWN_DAYS }} custom days. Delete one first.`,
    );
}

type Next = ReadonlyMap<string, OwnDay['next']>;

/**
 * Returns each custom day's next order: the first approved one that is not over.
 * @param now the current time on the half-staff engine's clock, in epoch milliseconds
 */
async function nextOrders(queries: Queries, now: number): Promise<Next> {
  const from = earliestDate(now);
  const rows = await queries
    .selectFrom('own_day_orders')
    .innerJoin('half_staff_orders', 'half_staff_orders.id', 'own_day_orders.order_id')
    .select(['own_day_id', 'order_id', 'starts', 'ends'])
    .where('status', '=', 'approved')
    .orderBy('year', 'desc')
    .execute();
  const next = new Map<string, OwnDay['next']>();
  // Process the latest years first, so that the nearest date remains.
  for (const { own_day_id, order_id, starts, ends } of rows) {
    const isOver = ends.kind !== 'open' && ends.date < from;
    if (isOver || starts.kind === 'immediately') continue;
    next.set(own_day_id, { date: starts.date, orderId: order_id });
  }
  return next;
}

const toOwnDay = (row: OwnDayRow, next: Next): OwnDay => ({
  id: row.id,
  companyId: row.company_id,
  name: row.name,
  kind: row.kind,
  scope: row.scope,
  rule: row.rule,
  savedBy: row.saved_by,
  savedAt: row.saved_at,
  next: next.get(row.id) ?? null,
});
