import { holdIsOver } from '@halyard/domain';
import type { Services } from '../../calls/context.ts';
import { findOrdersAndDays } from '../../halfStaff/orders/ordersAndDays.ts';
import { fleetPoleOf } from '../../halfStaff/poles/fleet.ts';
import { openHolds } from '../../halfStaff/poles/holds.ts';
import type { PoleIndex } from '../../halfStaff/poles/poleIndex.ts';
import type { StoredFacts } from '../directory/liveFleet.ts';
import { type FlagFacts, HELD } from '../facts/flagFacts.ts';

/**
 * How often, in ms, to check holds even if nobody has changed one. A hold can also end by itself,
 * at a set time or with an order.
 */
const EXPIRY_MS = 5000;

/** Returns the flags where a hold overrides autopilot. Used by lists and flag summaries. */
export const heldFacts = (
  services: Pick<Services, 'db' | 'link' | 'domainClock'>,
  poles: PoleIndex,
): StoredFacts => ({
  mask: HELD,
  async version() {
    const { open, newest, restored } = await services.db.queries
      .selectFrom('holds')
      .select(({ fn }) => [
        fn.countAll<number>().as('open'),
        fn.max('created_at').as('newest'),
        fn.max('restored_at').as('restored'),
      ])
      .where('released_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(open) === 0) return '';
    const checked = Math.floor(services.domainClock.now() / EXPIRY_MS);
    return `${open} ${newest} ${restored} ${checked}`;
  },
  async read() {
    const { db, link, domainClock } = services;
    const held = new Map<string, FlagFacts>();
    const holds = await openHolds(db.queries);
    if (holds.size === 0) return held;
    const now = domainClock.now();
    const facts = await findOrdersAndDays(db.queries, now);
    for (const pole of await poles.find([...holds.keys()]))
      if (
        pole.hold &&
        !holdIsOver(fleetPoleOf(pole, link.record(pole.flag), domainClock).pole, facts, now)
      )
        held.set(pole.flag.id, HELD);
    return held;
  },
});
