import { holdIsOver } from '@halyard/domain';
import type { Services } from '../../calls/context.ts';
import { findFacts } from '../orders/facts.ts';
import { openHolds } from '../poles/holds.ts';
import { findHalfStaffFlags, poleOf } from '../poles/poles.ts';

/**
 * Returns the holds that override autopilot now, by `flags.id`. Leaves out expired holds, even if
 * they are not closed yet.
 * @param flagRowId limits the query to this flag
 */
export async function findHeldFlags(
  { db, link, domainClock: clock }: Pick<Services, 'db' | 'link' | 'domainClock'>,
  flagRowId?: string,
): Promise<ReadonlySet<string>> {
  const holds = await openHolds(db.queries, flagRowId);
  if (holds.size === 0) return new Set();
  const now = clock.now();
  const facts = await findFacts(db.queries, now);
  const flags = await findHalfStaffFlags(db.queries, { kind: 'all' }, [...holds.keys()]);
  const held = flags.filter((flag) => {
    const pole = poleOf(flag, link.record(flag), { hold: holds.get(flag.id) ?? null, clock });
    return !holdIsOver(pole, facts, now);
  });
  return new Set(held.map(({ id }) => id));
}
