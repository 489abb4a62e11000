import { everyRound, type Rounds } from '../../../platform/jobs/rounds.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { Services } from '../../calls/context.ts';
import { sendReminders } from './reminders.ts';

/** Milliseconds between two looks whether someone is to be reminded. */
const ROUND_MS = 60_000;

/** Mails reminders, in the one process that leads. */
export function startReminders(
  services: Services,
  settings: MailSettings,
  isLeader: () => boolean,
): Rounds {
  const round = async () => {
    if (isLeader()) await sendReminders(services, settings);
  };
  return everyRound(ROUND_MS, round, (error) =>
    services.log.error({ err: error }, 'A reminder was not sent; the next round tries again'),
  );
}
