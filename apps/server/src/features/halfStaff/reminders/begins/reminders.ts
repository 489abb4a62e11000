import { mailOnce } from '../sending/mailOnce.ts';
import type { FleetRound } from '../sending/round.ts';
import { type Beginning, reminderKey, remindersDue } from './due.ts';
import { reminderMail } from './reminderMail.ts';

/**
 * Emails the users of each company that half-staff is about to begin, and which poles are not
 * ready. Sends the email on the evening before, or immediately after the approval of an order that
 * begins earlier than that.
 * @param coming the result of `beginnings`
 */
export async function sendReminders(
  round: FleetRound,
  coming: readonly Beginning[],
): Promise<void> {
  const { now } = round;
  for await (const company of round.companies()) {
    for (const reminder of await remindersDue(company.poles, coming, now)) {
      const mail = reminderMail(reminder, company, round);
      await mailOnce(
        round,
        company.recipients.map((to) => ({
          to,
          keys: [reminderKey(reminder)],
          mail: to.wants.begins ? mail : null,
        })),
      );
    }
  }
}
