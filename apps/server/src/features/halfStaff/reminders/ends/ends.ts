import type { OrderFacts } from '@halyard/domain';
import { mailOnce } from '../sending/mailOnce.ts';
import type { FleetRound } from '../sending/round.ts';
import { sentKey } from '../sending/sentMails.ts';
import { endingFor, endingKey, endingsDue } from './due.ts';
import { endMail } from './endMail.ts';

/**
 * Sends the users of each company an email on the morning of the last day of half-staff, with the
 * times when flags go up. If several orders end on the same day, one email covers all of them.
 * @param ending the result of `endingSoon`
 */
export async function sendEnds(round: FleetRound, ending: readonly OrderFacts[]): Promise<void> {
  const { facts, now, sent } = round;
  for await (const company of round.companies()) {
    const unsent = endingFor(company.id, ending).filter(({ order, date }) => {
      const key = endingKey({ orderId: order.id, date });
      return company.recipients.some(({ id }) => !sent.has(sentKey(id, key)));
    });
    const due = await endingsDue(company.poles, unsent, facts, now);
    const notices = company.recipients.map((to) => {
      const unsent = due.filter((one) => !sent.has(sentKey(to.id, endingKey(one))));
      const isWanted = to.wants.ends && unsent.length > 0;
      return {
        to,
        keys: unsent.map(endingKey),
        mail: isWanted ? endMail(unsent, company, round) : null,
      };
    });
    await mailOnce(round, notices);
  }
}
