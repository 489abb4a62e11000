import { holdIsOver } from '@halyard/domain';
import type { Services } from '../../calls/context.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import { openHolds } from '../poles/holds.ts';
import { findHalfStaffFlags, poleOf } from '../poles/poles.ts';

/**
 * The maximum number of flags that are read by ID. Above this number, it is faster to read all
 * flags.
 */
const MOST_IDS = 5000;

/**
 * Returns the `flags.id` of the flags where a hold currently overrides autopilot. Ignores expired
 * holds, even if they have not been closed yet.
 * @param flagRowIds the flags to look up; all flags if omitted
 */
export async function findHeldFlags(
  { db, link, domainClock: clock }: Pick<Services, 'db' | 'link' | 'domainClock'>,
  flagRowIds?: readonly string[],
): Promise<ReadonlySet<string>> {
  const holds = await openHolds(db.queries, flagRowIds);
  if (holds.size === 0) return new Set();
  const now = clock.now();
  const facts = await findOrdersAndDays(db.queries, now);
  const ids = holds.size > MOST_IDS ? undefined : [...holds.keys()];
  const flags = await findHalfStaffFlags(db.queries, { kind: 'all' }, ids);
  const held = flags.filter((flag) => {
    if (!holds.has(flag.id)) return false;
    const pole = poleOf(flag, link.record(flag), { hold: holds.get(flag.id) ?? null, clock });
    return !holdIsOver(pole, facts, now);
  });
  return new Set(held.map(({ id }) => id));
}
