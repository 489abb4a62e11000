import type { Database } from '../../../platform/database/database.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { type Services, withDatabase } from '../../calls/context.ts';
import { sealSecrets } from '../../webhooks/stored/secrets.ts';
import type { DeliverySettings } from '../deliveries/receive.ts';
import type { OrderDeskSettings } from '../documents/readLink.ts';
import { queueSourceEvents } from './events.ts';
import { mailAboutSources } from './mails.ts';
import { pollSource } from './poll.ts';
import { refreshFederal } from './stored/queries.ts';

/** Lets the rest of the server control the job that checks sources of orders. */
export interface OrderSourceChecks {
  /** Checks all sources of orders that are due, without waiting for the job's next run. */
  kick(): void;
}

/** How often the background job looks for sources of orders to check, in ms. */
const ROUND_MS = 10_000;
/** The maximum number of sources of orders that are checked at the same time. */
const AT_ONCE = 4;

/**
 * Returns the job that checks the sources of half-staff orders for new entries, and sends emails
 * and webhook events about drafts and problems.
 */
export const orderSourcesJob = (
  services: Services,
  settings: OrderDeskSettings & DeliverySettings & MailSettings,
): Job => ({
  name: 'order-sources',
  where: 'holder',
  everyMs: ROUND_MS,
  async begin({ db, signal }) {
    const own = withDatabase(services, db);
    await refreshFederal(db.queries);
    await sealSecrets(db.queries, 'order_sources', settings.secrets);
    return { round };

    async function round(): Promise<void> {
      const due = await dueSources(db, services.clock());
      const options = { privateTargets: settings.webhookPrivateTargets, signal };
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let next = due.shift(); next && !signal.aborted; next = due.shift())
            await pollSource(own, next, options);
        }),
      );
      await queueSourceEvents(own);
      await mailAboutSources(own, settings);
    }
  },
});

/** Returns the sources of orders that are due for a check, most overdue first. */
const dueSources = ({ queries }: Database, now: number) =>
  queries
    .selectFrom('order_sources')
    .selectAll()
    .where('is_on', '=', true)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .execute();
