import type { Services } from '../context.ts';
import { deliverMails } from '../mail/queue.ts';
import { everyRound, type Rounds } from '../rounds.ts';
import type { LetterSettings } from './letter.ts';
import { tellAlerts } from './tell.ts';
import { AlertWatch } from './watch.ts';

/** Milliseconds between two rounds. */
const ROUND_MS = 1000;

/** Watches, tells and mails, in the one process that leads; a slow mail server holds nothing else up. */
export function startAlerts(
  services: Services,
  settings: LetterSettings,
  isLeader: () => boolean,
): Rounds {
  let watch: AlertWatch | null = null;
  let stopped = false;
  const rounds = [
    everyRound(
      ROUND_MS,
      async () => {
        if (!isLeader()) {
          watch = null;
          return;
        }
        watch ??= new AlertWatch(services);
        await watch.round();
        await tellAlerts(services, settings);
      },
      (error) =>
        services.log.error({ err: error }, 'A look for alerts failed; the next one goes on'),
    ),
    everyRound(
      ROUND_MS,
      async () => {
        if (isLeader()) await deliverMails(services, () => stopped || !isLeader());
      },
      (error) => services.log.error({ err: error }, 'Mails were not sent; the next round goes on'),
    ),
  ];
  return {
    async stop() {
      stopped = true;
      await Promise.all(rounds.map((each) => each.stop()));
    },
  };
}
