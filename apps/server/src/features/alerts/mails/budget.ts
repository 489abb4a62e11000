import type { Queries } from '../../../platform/database/tables/schema.ts';
import { mailsFreeAt, takeMails } from '../../../platform/mail/budget.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * How many alert mails may be sent now. `room`: all of them. `last`: one mail to each recipient,
 * which says when mails resume. `delayed`: none until then. `until` is in epoch milliseconds.
 */
export type AlertMailRoom = { kind: 'room' } | { kind: 'last' | 'delayed'; until: number };

/**
 * Takes mails from the daily budget of alert mails, or the last mail of the day if the budget is
 * used up.
 * @param companyId null for mails to masters about all companies, from the operator's budget
 */
export async function takeAlertMails(
  queries: Queries,
  settings: Pick<MailSettings, 'mailsPerCompany'>,
  companyId: string | null,
  count: number,
  now: number,
): Promise<AlertMailRoom> {
  if (await takeMails(queries, settings, 'alert', companyId, count, now)) return { kind: 'room' };
  const free = await mailsFreeAt(queries, 'alert', companyId, now);
  if (await takeMails(queries, settings, 'over', companyId, 1, now))
    return { kind: 'last', until: free > now ? free : now + DAY_MS };
  return { kind: 'delayed', until: await alertMailsGoOnAt(queries, companyId, now) };
}

/**
 * Returns when delayed alerts are mailed (epoch milliseconds): once the budget has room. If even
 * one mail to each recipient exceeds the budget, the next last mail of the day lists them.
 */
export async function alertMailsGoOnAt(
  queries: Queries,
  companyId: string | null,
  now: number,
): Promise<number> {
  const free = await mailsFreeAt(queries, 'alert', companyId, now);
  const freeOver = await mailsFreeAt(queries, 'over', companyId, now);
  return free > now ? Math.min(free, freeOver) : freeOver;
}
