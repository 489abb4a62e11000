import type { Database } from '../../../platform/database/database.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../calls/context.ts';
import type { OrderDeskSettings } from '../documents/readLink.ts';
import { pollSource } from './poll.ts';

/** The longest time until a check that a master asked for, in milliseconds. */
const ROUND_MS = 10_000;
/** Sources that are asked at the same time. */
const AT_ONCE = 4;

/** Returns the job that asks the sources of half-staff orders for new entries. */
export const orderSourcesJob = (
  { clock, domainClock, log }: Services,
  { webhookPrivateTargets }: OrderDeskSettings,
): Job => ({
  name: 'order-sources',
  where: 'holder',
  everyMs: ROUND_MS,
  begin: ({ db, signal }) => ({
    async round() {
      const due = await dueSources(db, clock());
      const options = { privateTargets: webhookPrivateTargets, signal };
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let next = due.shift(); next && !signal.aborted; next = due.shift())
            await pollSource({ db, clock, domainClock, log }, next, options);
        }),
      );
    },
  }),
});

/** Returns the sources that are due, the longest overdue first. */
const dueSources = ({ queries }: Database, now: number) =>
  queries
    .selectFrom('order_sources')
    .selectAll()
    .where('is_on', '=', true)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .execute();
