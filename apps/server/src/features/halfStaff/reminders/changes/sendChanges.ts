import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { beginnings, reminderKey, remindersDue } from '../begins/due.ts';
import { endingFor, endingKey, endingSoon, endingsDue } from '../ends/due.ts';
import { mailOnce, type Notice } from '../sending/mailOnce.ts';
import type { Recipient } from '../sending/recipients.ts';
import type { CompanyPoles, FleetRound } from '../sending/round.ts';
import { amendedMail, approvedMail, canceledMail, isSaidByReminder } from './changeMails.ts';
import { type ChangedOrder, type PendingChange, pendingChange } from './changes.ts';
import { effectOf } from './effect.ts';

/**
 * Emails a company's users about orders that were approved, amended or canceled in the last 24
 * hours and that affect the company's poles. One email covers all changes since the last email.
 * @param changed the result of `recentlyChanged`
 * @returns false if an email must wait because the daily limit is used up, and otherwise true
 */
export async function sendChanges(
  company: CompanyPoles,
  round: FleetRound,
  changed: readonly ChangedOrder[],
): Promise<boolean> {
  let isDone = true;
  for (const order of changed) {
    const written = new Map<string, Written | null>();
    const notices: Notice[] = [];
    for (const to of company.recipients) {
      const change = pendingChange(order, company.id, to.id, round);
      if (!change) continue;
      // Users with the same pending changes get the same email, so write it only once.
      const state = change.keys.join(' ');
      if (!written.has(state)) written.set(state, await write(change, company, round));
      const found = written.get(state) ?? null;
      if (found) notices.push(noticeTo(to, change, found));
    }
    if (!(await mailOnce(round, notices))) isDone = false;
  }
  return isDone;
}

interface Written {
  mail: Omit<Mail, 'to'> | null;
  /**
   * Whether a reminder before half-staff already covers the change. If so, only users who have
   * turned off that reminder get the email.
   */
  isSaidByReminder: boolean;
  /**
   * The keys of emails about the order's start or end that would be sent now. The email about the
   * change replaces them.
   */
  replaces: readonly string[];
}

const noticeTo = (to: Recipient, { keys }: PendingChange, written: Written): Notice => {
  const isWanted = to.wants.orders && !(written.isSaidByReminder && to.wants.begins);
  return { to, keys, also: written.replaces, mail: isWanted ? written.mail : null };
};

/**
 * Returns the email to a company about a change to an order. Null if the change does not affect the
 * company's poles.
 */
async function write(
  change: PendingChange,
  company: CompanyPoles,
  round: FleetRound,
): Promise<Written | null> {
  const { facts, now } = round;
  const effect = await effectOf(change, company.poles, facts, now);
  const { before, after } = change;
  if (effect.before.length === 0 && effect.after.length === 0) return null;
  const only = (mail: Written['mail']) => ({ mail, isSaidByReminder: false, replaces: [] });
  if (after.status === 'cancelled') return only(canceledMail(change, effect, company, round));
  const replaces = await dueNow(after.id, company, round);
  if (before === null || effect.before.length === 0)
    return {
      mail: approvedMail(change, effect, company, round),
      isSaidByReminder: isSaidByReminder(change, effect),
      replaces: replaces.all,
    };
  const isBeginning = replaces.begins.length > 0;
  const mail = amendedMail({ ...change, before }, effect, company, round, isBeginning);
  return { ...only(mail), replaces: replaces.all };
}

/** Returns the keys of the emails about an order's start or end that are due now. */
async function dueNow(
  orderId: string,
  { id: companyId, poles }: CompanyPoles,
  { facts, now }: FleetRound,
): Promise<{ begins: readonly string[]; all: readonly string[] }> {
  const own = { ...facts, orders: facts.orders.filter(({ id }) => id === orderId) };
  const coming = beginnings({ ...own, confirmedDays: facts.confirmedDays }, now);
  const reminders = (await remindersDue(poles, coming, now)).filter(
    ({ sourceKey }) => sourceKey === `order:${orderId}`,
  );
  const begins = reminders.map(reminderKey);
  const ending = endingFor(companyId, endingSoon(own, now));
  const ends = (await endingsDue(poles, ending, facts, now)).map(endingKey);
  return { begins, all: [...begins, ...ends] };
}
