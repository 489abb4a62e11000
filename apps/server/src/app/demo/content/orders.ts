import { dateInZone, type OrderTerms } from '@halyard/domain';
import type { Context } from '../../../features/calls/context.ts';
import { approveOrder, createOrder } from '../../../features/halfStaff/orders/orders.ts';
import {
  DAY_MS,
  HOUR_MS,
  lastMidnight,
  nextMidnight,
} from '../../../features/monitoring/history/series/times.ts';

const VIRGINIA_ZONE = 'America/New_York';
const ARIZONA_ZONE = 'America/Phoenix';

/** The times when the demo's past order began and ended, in days before the demo's start. */
const PAST_DAYS = [4, 3] as const;

/**
 * Returns the start and end of the demo's past order in epoch milliseconds, each at midnight in
 * Virginia.
 */
export const pastOrderDays = (now: number) => ({
  from: lastMidnight(VIRGINIA_ZONE, now - PAST_DAYS[0] * DAY_MS),
  until: nextMidnight(VIRGINIA_ZONE, now - PAST_DAYS[1] * DAY_MS),
});

const dayIn = (zone: string, now: number, days: number): string =>
  dateInZone(zone, now + days * DAY_MS);

type Terms = Omit<OrderTerms, 'authority' | 'kind' | 'sourceUrl' | 'issuedAt'>;

/** Returns all fields of a sample order by a governor. */
const ofGovernor = (issuedAt: number, terms: Terms): OrderTerms => ({
  authority: 'governor',
  kind: 'half',
  sourceUrl: null,
  issuedAt,
  ...terms,
});

/**
 * Drafts and approves the demo's past order, which has already ended.
 * @param ctx a context whose clock shows the time of approval
 */
export async function givePastOrder(ctx: Context, now: number): Promise<void> {
  const [from, until] = PAST_DAYS;
  await approve(
    ctx,
    ofGovernor(ctx.clock() - HOUR_MS, {
      reason: 'In memory of the Norfolk harbor pilots lost at sea',
      scope: { kind: 'states', states: ['VA'] },
      starts: { kind: 'sunrise', date: dayIn(VIRGINIA_ZONE, now, -from) },
      ends: { kind: 'sunset', date: dayIn(VIRGINIA_ZONE, now, -until) },
    }),
  );
}

/**
 * Adds two orders to the demo: an approved one for the coming week, and a draft that still needs
 * approval.
 */
export async function givePlannedOrders(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const upcoming = dayIn(ARIZONA_ZONE, now, 4);
  await approve(
    ctx,
    ofGovernor(now - 20 * HOUR_MS, {
      reason: 'In honor of Arizona’s wildland firefighters',
      scope: { kind: 'states', states: ['AZ'] },
      starts: { kind: 'sunrise', date: upcoming },
      ends: { kind: 'sunset', date: upcoming },
    }),
  );
  const drafted = dayIn(VIRGINIA_ZONE, now, 2);
  await createOrder(
    ctx,
    ofGovernor(now - HOUR_MS, {
      reason: 'On the anniversary of the Chesapeake ferry accident',
      scope: { kind: 'states', states: ['VA'] },
      starts: { kind: 'sunrise', date: drafted },
      ends: { kind: 'noon', date: drafted },
    }),
  );
}

async function approve(ctx: Context, terms: OrderTerms): Promise<void> {
  const { id, revision } = await createOrder(ctx, terms);
  await approveOrder(ctx, id, { revision });
}
