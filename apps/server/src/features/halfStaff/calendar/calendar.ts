import {
  type ConfirmedDay,
  calendarDays,
  type DayConfirm,
  dayKey,
  type HalfStaffCalendar,
  halfStaffDays,
  type Order,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError } from '../../../platform/errors.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { usernameOf } from '../../identity/queries.ts';
import { releasing } from '../autopilot/release.ts';
import { appendToLedger } from '../ledger/append.ts';
import { findOrders } from '../orders/queries.ts';
import { refreshScreens } from '../orders/reach.ts';
import { confirmedDaysOf } from '../orders/recurring/confirmedDays.ts';

/** Returns the half-staff days, display days, holidays and orders of a year. */
export async function getCalendar(ctx: Context, year: number): Promise<HalfStaffCalendar> {
  const scope = requireScope(ctx, 'order.read');
  const { queries } = ctx.db;
  const confirmed = await confirmedDaysOf(queries, [year]);
  const orders = await findOrders(queries, scope);
  const now = ctx.domainClock.now();
  return {
    year,
    days: calendarDays(year, confirmed),
    confirmed,
    orders: orders.filter((order) => touchesYear(order, year, now)),
  };
}

/**
 * Whether an order overlaps a year. Compares only dates, and ignores time zones. An order that
 * starts immediately starts on the date of its approval.
 */
function touchesYear({ starts, ends, approvedAt, cancelledAt }: Order, year: number, now: number) {
  const yearOf = (at: number) => new Date(at).getUTCFullYear();
  const yearOfDate = ({ date }: { date: string }) => Number(date.slice(0, 4));
  const first = starts.kind === 'immediately' ? yearOf(approvedAt ?? now) : yearOfDate(starts);
  const end = ends.kind === 'open' ? Number.POSITIVE_INFINITY : yearOfDate(ends);
  const last = Math.min(end, cancelledAt === null ? Number.POSITIVE_INFINITY : yearOf(cancelledAt));
  return first <= year && year <= last;
}

/**
 * Confirms the calculated date of an annual half-staff day, or changes the confirmed date. Poles
 * then follow the day on this date.
 * @throws AppError `invalid` if the day does not exist or its date needs no confirmation
 */
export async function confirmDay(ctx: Context, { name, date }: DayConfirm): Promise<ConfirmedDay> {
  requireScope(ctx, 'halfStaffDay.confirm');
  const year = Number(date.slice(0, 4));
  if (!halfStaffDays(year).some((day) => day.name === name && day.projected))
    throw new AppError('invalid', msg`${{ name }} does not need to be confirmed in ${{ year }}.`);
  const by = await usernameOf(ctx);
  const at = ctx.domainClock.now();
  const day = { name, year, date, by, at };
  await change(ctx, async (trx) => {
    // If the date changes, the day may have been in effect until now.
    await releasing(trx, ctx, { kind: 'all' }, () =>
      trx
        .insertInto('confirmed_days')
        .values(day)
        .onConflict((conflict) => conflict.columns(['name', 'year']).doUpdateSet({ date, by, at }))
        .execute(),
    );
    await refreshScreens(trx, [{ kind: 'all' }], ctx.clock());
    const detail = { about: date };
    await recordActivity(trx, ctx, {
      kind: 'day.confirmed',
      companyId: null,
      subject: name,
      detail,
    });
    await appendToLedger(trx, [
      {
        kind: 'day-confirmed',
        at,
        flag: null,
        company: null,
        sourceKey: dayKey(date),
        body: { by, name, date },
      },
    ]);
  });
  return day;
}
