import {
  type CivilDate,
  dateInZone,
  type Order,
  type OrderTerms,
  ownDayDate,
  ownDayOrder,
  partsOf,
} from '@halyard/domain';
import { t } from '@halyard/messages';
import type { Selectable } from 'kysely';
import type { OwnDayTable } from '../../../../platform/database/tables/halfStaff.ts';
import type { Queries, Trx } from '../../../../platform/database/tables/schema.ts';
import { newId } from '../../../../platform/database/text.ts';
import { lockOrder } from '../queries.ts';
import { type ChangeBy, storeChange, storeDraft } from '../storeChange.ts';

export type OwnDayRow = Selectable<OwnDayTable>;

/**
 * The number of years for which a custom day gets orders: this year and the next. Calendars show no
 * later years.
 */
const YEARS = 2;
/** The time zone where a date ends last (American Samoa). */
const LAST_ZONE = 'Pacific/Pago_Pago';

/**
 * Returns the current date in American Samoa. All earlier dates are over at every pole.
 * @param now the current time on the half-staff engine's clock, in epoch milliseconds
 */
export const earliestDate = (now: number): CivilDate => dateInZone(LAST_ZONE, now);

/**
 * Creates the approved orders for a custom day's dates in this year and the next, except for dates
 * that are over or already have an order. An order that a user has canceled is not created again.
 */
export async function makeYearlyOrders(trx: Trx, day: OwnDayRow, change: ChangeBy): Promise<void> {
  const from = earliestDate(change.at);
  const [thisYear] = partsOf(from);
  const made = new Set((await linksOf(trx, day.id)).map(({ year }) => year));
  for (let year = thisYear; year < thisYear + YEARS; year++) {
    const date = ownDayDate(day.rule, year);
    if (made.has(year) || date < from) continue;
    const draft = draftOf(day, ownDayOrder(day, date, change.at), change);
    await storeDraft(trx, draft);
    const { at: approvedAt, by: approvedBy } = change;
    const approved: Order = { ...draft, status: 'approved', approvedAt, approvedBy };
    await storeChange(trx, { present: draft, order: approved, kind: 'order-approved' }, change);
    await trx
      .insertInto('own_day_orders')
      .values({ own_day_id: day.id, year, order_id: draft.id })
      .execute();
  }
}

const draftOf = (day: OwnDayRow, terms: OrderTerms, { by, at }: ChangeBy): Order => ({
  ...terms,
  id: newId(),
  companyId: day.company_id,
  status: 'draft',
  version: 1,
  revision: 1,
  createdBy: by,
  createdAt: at,
  approvedBy: null,
  approvedAt: null,
  cancelledBy: null,
  cancelledAt: null,
  cancelledWhy: null,
});

/**
 * Updates a custom day's current and future orders to match the edited day. Cancels orders whose
 * new date has passed.
 */
export async function amendYearlyOrders(trx: Trx, day: OwnDayRow, change: ChangeBy): Promise<void> {
  const from = earliestDate(change.at);
  for (const { year, present } of await openOrders(trx, day.id, change)) {
    const date = ownDayDate(day.rule, year);
    if (date < from) {
      await cancel(trx, present, t`The custom day was moved to another date.`, change);
      continue;
    }
    const order = { ...present, ...ownDayOrder(day, date, present.issuedAt) };
    if (termsText(order) === termsText(present)) continue;
    const amended = { ...order, version: present.version + 1 };
    await storeChange(trx, { present, order: amended, kind: 'order-amended' }, change);
  }
}

/**
 * Cancels a custom day's current and future orders. Flags that are at half-staff because of these
 * orders are raised immediately.
 */
export async function cancelYearlyOrders(trx: Trx, dayId: string, change: ChangeBy): Promise<void> {
  for (const { present } of await openOrders(trx, dayId, change))
    await cancel(trx, present, t`The custom day was deleted.`, change);
}

function cancel(trx: Trx, present: Order, cancelledWhy: string, change: ChangeBy): Promise<void> {
  const { by: cancelledBy, at: cancelledAt } = change;
  const order: Order = { ...present, status: 'cancelled', cancelledBy, cancelledAt, cancelledWhy };
  return storeChange(trx, { present, order, kind: 'order-cancelled' }, change);
}

/** Returns the approved orders of a custom day that are not over, and locks them. */
async function openOrders(trx: Trx, dayId: string, { at }: ChangeBy) {
  const from = earliestDate(at);
  const open: { year: number; present: Order }[] = [];
  for (const { year, order_id } of await linksOf(trx, dayId)) {
    const present = await lockOrder(trx, order_id);
    if (present.status === 'approved' && lastDate(present) >= from) open.push({ year, present });
  }
  return open;
}

/** Returns the last date of an order, or December 31, 9999 if the order has no end. */
const lastDate = ({ ends }: Order): CivilDate => (ends.kind === 'open' ? '9999-12-31' : ends.date);

const linksOf = (queries: Queries, dayId: string) =>
  queries
    .selectFrom('own_day_orders')
    .select(['year', 'order_id'])
    .where('own_day_id', '=', dayId)
    .orderBy('year')
    .execute();

const termsText = ({ reason, kind, scope, starts, ends, authority }: Order): string =>
  JSON.stringify([reason, kind, scope, starts, ends, authority].map(sorted));

/** Returns a copy of a value with sorted properties, because the database may reorder them. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    : value;
