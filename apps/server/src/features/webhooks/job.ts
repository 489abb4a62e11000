import type { Job } from '../../platform/jobs/jobs.ts';
import { type Services, withDatabase } from '../calls/context.ts';
import type { PoleIndex } from '../halfStaff/poles/poleIndex.ts';
import { FlagChanges } from './events/flagChanges.ts';
import { Sender } from './sending/sender.ts';
import { sealSecrets } from './stored/secrets.ts';
import type { WebhookSettings } from './webhooks.ts';

/**
 * Returns the job that queues events for webhooks and sends them, once a second.
 * @param poles the index of poles that the jobs of this process share
 */
export const webhookJob = (
  services: Services,
  { webhookPrivateTargets, secrets }: WebhookSettings,
  poles: PoleIndex,
): Job => ({
  name: 'webhooks',
  where: 'holder',
  everyMs: 1000,
  async begin({ db, failed }) {
    const own = withDatabase(services, db);
    await sealSecrets(db.queries, 'webhooks', secrets);
    const changes = new FlagChanges(own, poles);
    const sender = new Sender(own, {
      privateTargets: webhookPrivateTargets,
      secrets,
      failed,
    });
    return {
      async round() {
        await changes.round();
        await sender.round();
      },
      async stop() {
        changes.stop();
        await sender.stop();
      },
    };
  },
});
