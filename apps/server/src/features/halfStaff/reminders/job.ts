import type { Job } from '../../../platform/jobs/jobs.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { type Services, withDatabase } from '../../calls/context.ts';
import { isAnyWanted } from '../../webhooks/events/events.ts';
import { findFacts } from '../orders/facts.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import { sendApprovals, waitingForSecond } from './approvals/approvals.ts';
import { beginnings } from './begins/due.ts';
import { sendReminders } from './begins/reminders.ts';
import { recentlyChanged } from './changes/changes.ts';
import { sendChanges } from './changes/sendChanges.ts';
import { queueDraftEvents, sendDrafts } from './drafts/drafts.ts';
import { endingSoon } from './ends/due.ts';
import { sendEnds } from './ends/ends.ts';
import { NOTICE_EVENTS, queueNoticeEvents } from './events/noticeEvents.ts';
import { openRound, withCompanies } from './sending/round.ts';

/**
 * Returns the job that emails users about half-staff orders, days and drafts, and queues webhook
 * events about them.
 */
export const reminderJob = (services: Services, settings: MailSettings, poles: PoleIndex): Job => ({
  name: 'reminders',
  where: 'holder',
  everyMs: 30_000,
  begin: ({ db }) => ({
    round: () => notifyAboutHalfStaff(withDatabase(services, db), settings, poles),
  }),
});

/**
 * Queues all emails and webhook events about half-staff that are due now, each of them once. Sends
 * only webhook events if there is no mail server.
 */
export async function notifyAboutHalfStaff(
  services: Services,
  settings: MailSettings,
  poles: PoleIndex,
): Promise<void> {
  const { queries } = services.db;
  const sendsMails = services.mailer !== null;
  const sendsEvents = await isAnyWanted(queries, NOTICE_EVENTS);
  const sendsDrafts = await isAnyWanted(queries, ['draft.waiting']);
  if (!sendsMails && !sendsEvents && !sendsDrafts) return;
  const round = await openRound(services, settings);
  const { now } = round;
  if (sendsDrafts) await queueDraftEvents(round);
  if (sendsMails) await sendDrafts(round);
  const changed = sendsMails ? await recentlyChanged(queries, now) : [];
  const facts = await findFacts(queries, now);
  const coming = beginnings(facts, now);
  const ending = endingSoon(facts, now);
  const waiting = sendsMails ? waitingForSecond(facts) : [];
  if (changed.length + coming.length + ending.length + waiting.length === 0) return;
  if (!sendsMails && !sendsEvents) return;
  const fleet = await withCompanies(round, poles, facts);
  if (sendsEvents) await queueNoticeEvents(fleet, coming, ending);
  if (!sendsMails) return;
  // An email about an amendment also announces the start or end, so send it first.
  await sendChanges(fleet, changed);
  await sendReminders(fleet, coming);
  await sendEnds(fleet, ending);
  await sendApprovals(fleet, waiting);
}
