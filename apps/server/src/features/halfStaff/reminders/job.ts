import type { Job } from '../../../platform/jobs/jobs.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { type Services, withDatabase } from '../../calls/context.ts';
import { isAnyWanted } from '../../webhooks/events/events.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import { sendApprovals, waitingForSecond } from './approvals/approvals.ts';
import { beginnings } from './begins/due.ts';
import { recentlyChanged } from './changes/changes.ts';
import { queueDraftEvents, sendDrafts } from './drafts/drafts.ts';
import { endingSoon } from './ends/due.ts';
import { NoticeEvents, noticeSubscribers } from './events/noticeEvents.ts';
import { notifyCompany } from './notifyCompany.ts';
import { DueCompanies } from './sending/dueCompanies.ts';
import { companiesToNotify, openRound, withCompanies } from './sending/round.ts';

/**
 * Returns the job that emails users about half-staff orders, half-staff days and drafts, and queues
 * webhook events about them.
 */
export const reminderJob = (services: Services, settings: MailSettings, poles: PoleIndex): Job => ({
  name: 'reminders',
  where: 'holder',
  everyMs: 30_000,
  begin({ db }) {
    const memory = new DueCompanies(poles);
    return {
      round: () => notifyAboutHalfStaff(withDatabase(services, db), settings, poles, memory),
      stop: () => memory.stop(),
    };
  },
});

/**
 * Queues all half-staff emails and webhook events that are due now, each only once. Without a mail
 * server, queues only webhook events.
 * @param memory which companies have nothing due, according to earlier runs, and can be skipped
 */
export async function notifyAboutHalfStaff(
  services: Services,
  settings: MailSettings,
  poles: PoleIndex,
  memory: DueCompanies,
): Promise<void> {
  try {
    await queueWhatIsDue(services, settings, poles, memory);
  } catch (error) {
    memory.forget();
    throw error;
  }
}

async function queueWhatIsDue(
  services: Services,
  settings: MailSettings,
  poles: PoleIndex,
  memory: DueCompanies,
): Promise<void> {
  const { queries } = services.db;
  const sendsMails = services.mailer !== null;
  const subscribers = await noticeSubscribers(queries);
  const sendsDrafts = await isAnyWanted(queries, ['draft.waiting']);
  if (!sendsMails && subscribers.size === 0 && !sendsDrafts) return memory.forget();
  const round = await openRound(services, settings);
  const { now } = round;
  if (sendsDrafts) await queueDraftEvents(round);
  if (sendsMails) await sendDrafts(round);
  const changed = sendsMails ? await recentlyChanged(queries, now) : [];
  const facts = await findOrdersAndDays(queries, now);
  const coming = beginnings(facts, now);
  const ending = endingSoon(facts, now);
  const waiting = sendsMails ? waitingForSecond(facts) : [];
  const isQuiet = changed.length + coming.length + ending.length + waiting.length === 0;
  if (isQuiet || (!sendsMails && subscribers.size === 0)) return memory.forget();
  const companies = await companiesToNotify(queries, sendsMails, subscribers);
  const basis = {
    ...{ facts, changed, sendsMails, subscribers },
    coming: coming.map(({ sourceKey }) => sourceKey),
    ending: ending.map(({ id }) => id),
  };
  const due = await memory.find(basis, companies, now);
  const fleet = await withCompanies(round, poles, facts, companies);
  const events = new NoticeEvents(fleet, subscribers, coming, ending);
  const withoutPoles = new Set(due.companies);
  for await (const company of fleet.companies(due.companies)) {
    withoutPoles.delete(company.id);
    const nextAt = await notifyCompany(company, fleet, events, { changed, coming, ending });
    if (nextAt !== null) memory.checked(company.id, company, nextAt);
  }
  for (const id of withoutPoles)
    memory.checked(id, { poles: [], recipients: companies.get(id) ?? [] }, Infinity);
  await sendApprovals(fleet, waiting, memory, due.changed);
}
