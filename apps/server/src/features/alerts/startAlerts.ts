import { everyRound, type Rounds } from '../../platform/jobs/rounds.ts';
import { deliverMails } from '../../platform/mail/queue.ts';
import type { MailSettings } from '../../platform/mail/settings.ts';
import type { Services } from '../calls/context.ts';
import { tellAlerts } from './mails/tell.ts';
import { tellMasters } from './mails/tellMasters.ts';
import { AlertWatch } from './watch/watch.ts';

/** Milliseconds between two looks at all poles: 10,000 take some milliseconds. */
const WATCH_MS = 3000;
/** Milliseconds between two looks for what is to be told, and to be mailed. */
const TELL_MS = 1000;

/** Watches, tells and mails, in the one process that leads; a slow mail server holds nothing else up. */
export function startAlerts(
  services: Services,
  settings: MailSettings,
  isLeader: () => boolean,
): Rounds {
  const { log } = services;
  let watch: AlertWatch | null = null;
  let stopped = false;
  const every = (ms: number, what: string, work: () => Promise<void>) =>
    everyRound(ms, work, (error) => log.error({ err: error }, `${what}; the next round goes on`));
  const rounds = [
    every(WATCH_MS, 'A look for alerts failed', async () => {
      // Another process watches meanwhile: what is known grows old.
      watch = isLeader() ? (watch ?? new AlertWatch(services)) : null;
      await watch?.round();
    }),
    every(TELL_MS, 'Alerts were not told', async () => {
      if (isLeader()) await tellAlerts(services, settings);
    }),
    every(TELL_MS, 'Masters were not told of alerts', async () => {
      if (isLeader()) await tellMasters(services, settings);
    }),
    every(TELL_MS, 'Mails were not sent', async () => {
      if (isLeader()) await deliverMails(services, () => stopped || !isLeader());
    }),
  ];
  return {
    async stop() {
      stopped = true;
      await Promise.all(rounds.map((each) => each.stop()));
    },
  };
}
