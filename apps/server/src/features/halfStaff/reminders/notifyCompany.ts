import type { OrderFacts } from '@halyard/domain';
import { type Beginning, nextBegunAt, nextReminderAt } from './begins/due.ts';
import { sendReminders } from './begins/reminders.ts';
import type { ChangedOrder } from './changes/changes.ts';
import { sendChanges } from './changes/sendChanges.ts';
import { endingFor, nextEndingAt } from './ends/due.ts';
import { sendEnds, unsentEndings } from './ends/ends.ts';
import type { NoticeEvents } from './events/noticeEvents.ts';
import type { CompanyPoles, FleetRound } from './sending/round.ts';
import { sentKey } from './sending/sentMails.ts';

/** The orders and half-staff days that a company may have to be notified about. */
interface Sources {
  /** The orders that have changed in the last 24 hours, from `recentlyChanged`. */
  changed: readonly ChangedOrder[];
  /** The orders and half-staff days that may begin soon, from `beginnings`. */
  coming: readonly Beginning[];
  /** The orders that may end today, from `endingSoon`. */
  ending: readonly OrderFacts[];
}

/**
 * Queues a company's emails and webhook events about orders and half-staff days, if they are due
 * now.
 * @returns the time when the next email or event may be due if nothing changes, in epoch
 * milliseconds; infinity if there is none. Null if emails have to wait because the daily limit is
 * used up.
 */
export async function notifyCompany(
  company: CompanyPoles,
  round: FleetRound,
  events: NoticeEvents,
  { changed, coming, ending }: Sources,
): Promise<number | null> {
  const { facts, now, sent } = round;
  await events.queueFor(company);
  const isDone = [
    // An email about an amendment also announces the start or end, so send it first.
    await sendChanges(company, round, changed),
    await sendReminders(company, round, coming),
    await sendEnds(company, round, ending),
  ];
  if (isDone.includes(false)) return null;
  const { poles, recipients } = company;
  if (events.areFor(company)) {
    const endings = endingFor(company.id, ending);
    return Math.min(
      await nextReminderAt(poles, coming, now, () => false),
      await nextBegunAt(poles, coming, now),
      await nextEndingAt(poles, endings, facts, now),
    );
  }
  const isSent = (key: string) => recipients.every(({ id }) => sent.has(sentKey(id, key)));
  return Math.min(
    await nextReminderAt(poles, coming, now, isSent),
    await nextEndingAt(poles, unsentEndings(company, round, ending), facts, now),
  );
}
