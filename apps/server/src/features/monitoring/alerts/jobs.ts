import type { Job } from '../../../platform/jobs/jobs.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { type Services, withDatabase } from '../../calls/context.ts';
import type { PoleIndex } from '../../halfStaff/poles/poleIndex.ts';
import { notifyRecipients } from './mails/notify.ts';
import { notifyMasters } from './mails/notifyMasters.ts';
import { AlertWatch } from './watch/watch.ts';

/**
 * Returns the jobs that check poles for alerts and queue the emails about them.
 * @param poles the pole index that this process's jobs share
 */
export const alertJobs = (services: Services, settings: MailSettings, poles: PoleIndex): Job[] => [
  {
    name: 'alert-watch',
    where: 'holder',
    everyMs: 3000,
    begin({ db }) {
      const watch = new AlertWatch(withDatabase(services, db), poles);
      return { round: () => watch.round(), stop: () => watch.stop() };
    },
  },
  {
    name: 'alert-mails',
    where: 'holder',
    everyMs: 1000,
    begin: ({ db }) => ({ round: () => notifyRecipients(withDatabase(services, db), settings) }),
  },
  {
    name: 'master-alert-mails',
    where: 'holder',
    everyMs: 1000,
    begin: ({ db }) => ({ round: () => notifyMasters(withDatabase(services, db), settings) }),
  },
];
