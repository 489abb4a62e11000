import type { CalendarSubscription, CalendarSubscriptionCreate, Scope } from '@halyard/domain';
import type { Selectable } from 'kysely';
import { within } from '../../../platform/database/scope.ts';
import type { CalendarSubscriptionTable } from '../../../platform/database/tables/halfStaff.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { newId, newSecret } from '../../../platform/database/text.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import { usernameOf } from '../../identity/queries.ts';
import { calendarNotFound } from './errors.ts';

/**
 * Returns the calendar subscriptions that the actor may see.
 * @param origin this server's public URL, such as "https://flags.example.com"
 */
export async function listCalendarSubscriptions(
  ctx: Context,
  origin: string,
): Promise<CalendarSubscription[]> {
  const scope = requireScope(ctx, 'order.read');
  const rows = await selectInScope(ctx.db.queries, scope).execute();
  return rows.map((row) => toSubscription(row, origin));
}

/**
 * Creates the calendar subscription for a company and a state, or returns the existing one.
 * @throws AppError `not-found` if the company is outside the actor's scope
 */
export async function createCalendarSubscription(
  ctx: Context,
  { companyId, state }: CalendarSubscriptionCreate,
  origin: string,
): Promise<CalendarSubscription> {
  const scope = requireScope(ctx, 'order.manage');
  const username = await usernameOf(ctx);
  return ctx.db.transaction(async (trx) => {
    await requireCompany(trx, scope, companyId);
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('calendar_subscriptions')
      .values({
        id: newId(),
        company_id: companyId,
        state,
        token: newSecret(),
        created_by: username,
        created_at: ctx.clock(),
        last_read_at: null,
      })
      .onConflict((conflict) => conflict.columns(['company_id', 'state']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n)
      await recordActivity(trx, ctx, { kind: 'calendar.subscribed', companyId, subject: state });
    const row = await trx
      .selectFrom('calendar_subscriptions')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('state', '=', state)
      .executeTakeFirstOrThrow();
    return toSubscription(row, origin);
  });
}

/** Deletes a calendar subscription, so that its URL stops working. @throws AppError `not-found` */
export async function revokeCalendarSubscription(ctx: Context, id: string): Promise<void> {
  const scope = requireScope(ctx, 'order.manage');
  await ctx.db.transaction(async (trx) => {
    const row = await selectInScope(trx, scope).where('id', '=', id).executeTakeFirst();
    if (!row) throw calendarNotFound();
    await trx.deleteFrom('calendar_subscriptions').where('id', '=', id).execute();
    const { company_id: companyId, state: subject } = row;
    await recordActivity(trx, ctx, { kind: 'calendar.revoked', companyId, subject });
  });
}

const COLUMNS = {
  company: 'calendar_subscriptions.company_id',
  // This is not used, because no role that is limited to one location may see calendar
  // subscriptions.
  location: 'calendar_subscriptions.company_id',
};

const selectInScope = (queries: Queries, scope: Scope) =>
  queries
    .selectFrom('calendar_subscriptions')
    .selectAll()
    .where(within(scope, COLUMNS))
    .orderBy('company_id')
    .orderBy('state');

const toSubscription = (
  row: Selectable<CalendarSubscriptionTable>,
  origin: string,
): CalendarSubscription => ({
  id: row.id,
  companyId: row.company_id,
  state: row.state,
  url: `${origin}/api/calendars/${row.token}.ics`,
  createdBy: row.created_by,
  createdAt: row.created_at,
  lastReadAt: row.last_read_at,
});
