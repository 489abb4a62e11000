import type { OrderFacts } from '@halyard/domain';
import { mailOnce } from '../sending/mailOnce.ts';
import type { CompanyPoles, FleetRound } from '../sending/round.ts';
import { sentKey } from '../sending/sentMails.ts';
import { type EndingOrder, endingFor, endingKey, endingsDue } from './due.ts';
import { endMail } from './endMail.ts';

/**
 * On the last morning of half-staff, emails a company's users the times when flags are raised. One
 * email covers all orders that end that day.
 * @param ending the result of `endingSoon`
 * @returns false if an email must wait because the daily limit is used up; otherwise true
 */
export async function sendEnds(
  company: CompanyPoles,
  round: FleetRound,
  ending: readonly OrderFacts[],
): Promise<boolean> {
  const { facts, now, sent } = round;
  const due = await endingsDue(company.poles, unsentEndings(company, round, ending), facts, now);
  const notices = company.recipients.map((to) => {
    const unsent = due.filter((one) => !sent.has(sentKey(to.id, endingKey(one))));
    const isWanted = to.wants.ends && unsent.length > 0;
    return {
      to,
      keys: unsent.map(endingKey),
      mail: isWanted ? endMail(unsent, company, round) : null,
    };
  });
  return mailOnce(round, notices);
}

/** Returns the orders whose end has not yet been emailed to all of a company's users. */
export const unsentEndings = (
  { id, recipients }: Pick<CompanyPoles, 'id' | 'recipients'>,
  { sent }: Pick<FleetRound, 'sent'>,
  ending: readonly OrderFacts[],
): EndingOrder[] =>
  endingFor(id, ending).filter(({ order, date }) => {
    const key = endingKey({ orderId: order.id, date });
    return recipients.some((to) => !sent.has(sentKey(to.id, key)));
  });
