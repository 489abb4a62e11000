import { everyRound, type Rounds } from '../../platform/jobs/rounds.ts';
import type { Services } from '../calls/context.ts';
import { FlagChanges } from './events/flagChanges.ts';
import { Sender } from './sending/sender.ts';
import { sealSecrets } from './stored/secrets.ts';
import type { WebhookSettings } from './webhooks.ts';

/** Milliseconds between two rounds: how long an event waits before it is sent. */
const ROUND_MS = 1000;

/** Tells webhooks of what happens, in the one process that leads. */
export function startWebhooks(
  services: Services,
  { webhookPrivateTargets, secrets }: WebhookSettings,
  isLeader: () => boolean,
): Rounds {
  let duty: { changes: FlagChanges; sender: Sender } | null = null;
  const end = async () => {
    duty?.changes.stop();
    await duty?.sender.stop();
    duty = null;
  };
  const round = async () => {
    if (!isLeader()) return end();
    if (!duty) {
      await sealSecrets(services.db.queries, secrets);
      duty = {
        changes: new FlagChanges(services),
        sender: new Sender(services, { privateTargets: webhookPrivateTargets, secrets }),
      };
    }
    await duty.changes.round();
    await duty.sender.round();
  };
  const rounds = everyRound(ROUND_MS, round, (error) =>
    services.log.error({ err: error }, 'A round of webhooks failed; the next one goes on'),
  );
  return {
    async stop() {
      await rounds.stop();
      await end();
    },
  };
}
