import type { Job } from '../../../platform/jobs/jobs.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { type Services, withDatabase } from '../../calls/context.ts';
import { findFacts } from '../orders/facts.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import { sendApprovals, waitingForSecond } from './approvals/approvals.ts';
import { beginnings } from './begins/due.ts';
import { sendReminders } from './begins/reminders.ts';
import { recentlyChanged } from './changes/changes.ts';
import { sendChanges } from './changes/sendChanges.ts';
import { sendDrafts } from './drafts/drafts.ts';
import { endingSoon } from './ends/due.ts';
import { sendEnds } from './ends/ends.ts';
import { openRound, withCompanies } from './sending/round.ts';

/** Returns the job that emails users about half-staff orders, days and drafts. */
export const reminderJob = (services: Services, settings: MailSettings, poles: PoleIndex): Job => ({
  name: 'reminders',
  where: 'holder',
  everyMs: 30_000,
  begin: ({ db }) => ({
    round: () => mailAboutHalfStaff(withDatabase(services, db), settings, poles),
  }),
});

/**
 * Queues all emails about half-staff that are due now, each of them once. Does nothing without a
 * mail server.
 */
export async function mailAboutHalfStaff(
  services: Services,
  settings: MailSettings,
  poles: PoleIndex,
): Promise<void> {
  if (!services.mailer) return;
  const { queries } = services.db;
  const round = await openRound(services, settings);
  const { now } = round;
  await sendDrafts(round);
  const changed = await recentlyChanged(queries, now);
  const facts = await findFacts(queries, now);
  const coming = beginnings(facts, now);
  const ending = endingSoon(facts, now);
  const waiting = waitingForSecond(facts);
  if (changed.length + coming.length + ending.length + waiting.length === 0) return;
  const fleet = await withCompanies(round, poles, facts);
  // An email about an amendment also announces the start or end, so send it first.
  await sendChanges(fleet, changed);
  await sendReminders(fleet, coming);
  await sendEnds(fleet, ending);
  await sendApprovals(fleet, waiting);
}
