import type { Job } from '../../../platform/jobs/jobs.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { type Services, withDatabase } from '../../calls/context.ts';
import { sendReminders } from './reminders.ts';

/** Returns the job that mails reminders of upcoming half-staff days and orders. */
export const reminderJob = (services: Services, settings: MailSettings): Job => ({
  name: 'reminders',
  where: 'holder',
  everyMs: 60_000,
  begin: ({ db }) => ({ round: () => sendReminders(withDatabase(services, db), settings) }),
});
