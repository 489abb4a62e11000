import type { Job } from '../jobs/jobs.ts';
import { type DeliveryParts, deliverMails } from './queue.ts';

/** Returns the job that sends queued emails to the mail server. */
export const mailJob = (parts: DeliveryParts): Job => ({
  name: 'mail',
  where: 'holder',
  everyMs: 1000,
  begin: ({ signal }) => ({ round: () => deliverMails(parts, () => signal.aborted) }),
});
