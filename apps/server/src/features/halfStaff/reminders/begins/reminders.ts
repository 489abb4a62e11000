import { mailOnce } from '../sending/mailOnce.ts';
import type { CompanyPoles, FleetRound } from '../sending/round.ts';
import { type Beginning, reminderKey, remindersDue } from './due.ts';
import { reminderMail } from './reminderMail.ts';

/**
 * Emails a company's users that half-staff is about to begin, and lists the poles that are not
 * ready. Sends the email on the evening before or, if an order begins sooner, immediately after its
 * approval.
 * @param coming the result of `beginnings`
 * @returns false if an email must wait because the daily limit is used up, otherwise true
 */
export async function sendReminders(
  company: CompanyPoles,
  round: FleetRound,
  coming: readonly Beginning[],
): Promise<boolean> {
  let isDone = true;
  for (const reminder of await remindersDue(company.poles, coming, round.now)) {
    const mail = reminderMail(reminder, company, round);
    const notices = company.recipients.map((to) => ({
      to,
      keys: [reminderKey(reminder)],
      mail: to.wants.begins ? mail : null,
    }));
    if (!(await mailOnce(round, notices))) isDone = false;
  }
  return isDone;
}
