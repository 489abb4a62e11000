import {
  isLeftAtHalf,
  lastMourningEnd,
  mourningNow,
  type OrdersAndDays,
  type Pole,
  type Scope,
} from '@halyard/domain';
import { inBatches } from '../../../platform/database/batches.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import type { Services } from '../../calls/context.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import { findHalfStaffFlags, poleOf } from '../poles/poles.ts';

/**
 * The maximum number of flags to read by ID in one SQL statement. Above this number, all flags are
 * read instead.
 */
const MOST_IDS = 500;

type Parts = Pick<Services, 'link' | 'domainClock'>;

/**
 * Makes a change that may end half-staff for some poles, for example because their company stops
 * following orders. Marks every pole for which the change ends half-staff, so that the engine
 * raises its flag.
 * @param scope the poles that may be affected
 * @param act makes the change; must also call `concern` if orders must not apply retroactively
 */
export async function releasing<T>(
  trx: Trx,
  parts: Parts,
  scope: Scope,
  act: () => Promise<T>,
): Promise<T> {
  const before = await endsOf(trx, parts, scope);
  const result = await act();
  // The change may have taken a pole out of an order's scope.
  const after = await endsOf(trx, parts, { kind: 'all' }, [...before.keys()]);
  const released = new Map<number, string[]>();
  for (const [id, end] of before) {
    if (end <= (after.get(id) ?? Number.NEGATIVE_INFINITY)) continue;
    released.set(end, [...(released.get(end) ?? []), id]);
  }
  for (const [at, ids] of released)
    await inBatches(ids, async (batch) => {
      await trx.updateTable('flags').set({ released_at: at }).where('id', 'in', batch).execute();
    });
  return result;
}

/**
 * Returns the poles where half-staff is in effect, each with the time `now`, and the poles whose
 * flags have not been raised since half-staff ended, each with the time when it ended.
 */
async function endsOf(
  trx: Trx,
  { link, domainClock }: Parts,
  scope: Scope,
  ids?: readonly string[],
): Promise<Map<string, number>> {
  const ends = new Map<string, number>();
  if (ids?.length === 0) return ends;
  const now = domainClock.now();
  const facts = await findOrdersAndDays(trx, now);
  const wanted = ids && new Set(ids);
  const few = ids && ids.length <= MOST_IDS ? ids : undefined;
  for (const flag of await findHalfStaffFlags(trx, scope, few)) {
    if (wanted && !wanted.has(flag.id)) continue;
    const pole = poleOf(flag, link.record(flag), { hold: null, clock: domainClock });
    const end = endAt(pole, facts, now);
    if (end !== null) ends.set(flag.id, end);
  }
  return ends;
}

function endAt(pole: Pole, facts: OrdersAndDays, now: number): number | null {
  const mourning = mourningNow(pole, facts, now);
  if (mourning) return now;
  return isLeftAtHalf(pole) ? lastMourningEnd(pole, facts, now) : null;
}

/**
 * Makes orders and annual half-staff days apply to the given poles from now on, but not
 * retroactively. Call this when poles move to another location, or when their company starts to
 * follow orders.
 */
export async function concern(
  trx: Trx,
  { domainClock }: Pick<Parts, 'domainClock'>,
  column: 'id' | 'company_id' | 'location_id',
  value: string,
): Promise<void> {
  await trx
    .updateTable('flags')
    .set({ concerned_since: domainClock.now() })
    .where(column, '=', value)
    .execute();
}
