import type { Services } from '../../calls/context.ts';
import { findHeldFlags } from '../../halfStaff/autopilot/heldFlags.ts';
import type { StoredFacts } from '../directory/liveFleet.ts';
import { HELD } from '../facts/flagFacts.ts';

/**
 * How often holds are checked even if none has changed, in ms. Orders and the passage of time also
 * end holds.
 */
const EXPIRY_MS = 5000;

/** Returns the flags where a hold overrides autopilot, for lists and summaries. */
export const heldFacts = (
  services: Pick<Services, 'db' | 'link' | 'domainClock'>,
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
    return new Map(Array.from(await findHeldFlags(services), (id) => [id, HELD]));
  },
});
