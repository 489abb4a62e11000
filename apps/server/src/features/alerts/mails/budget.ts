import type { Queries } from '../../../platform/database/tables/schema.ts';
import { mailsFreeAt, takeMails } from '../../../platform/mail/budget.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Whether alert mails may be sent now. `all`: all mails may be sent. `last`: only one more mail to
 * each recipient, which says when mails resume. `delayed`: no mails until `until` (epoch
 * milliseconds).
 */
export type AlertMailAllowance = { kind: 'all' } | { kind: 'last' | 'delayed'; until: number };

/**
 * Counts mails against the daily limit for alert mails. If the limit would be exceeded, allows only
 * one last mail for the day.
 * @param companyId the company; null for mails to masters about all companies, which count against
 * the operator's limit
 */
export async function takeAlertMails(
  queries: Queries,
  settings: Pick<MailSettings, 'mailsPerCompany'>,
  companyId: string | null,
  count: number,
  now: number,
): Promise<AlertMailAllowance> {
  if (await takeMails(queries, settings, 'alert', companyId, count, now)) return { kind: 'all' };
  const free = await mailsFreeAt(queries, 'alert', companyId, now);
  if (await takeMails(queries, settings, 'over', companyId, 1, now))
    return { kind: 'last', until: free > now ? free : now + DAY_MS };
  return { kind: 'delayed', until: await alertMailsGoOnAt(queries, companyId, now) };
}

/**
 * Returns when delayed alerts will be mailed, in epoch milliseconds: when the daily limit allows
 * individual mails again, or when it allows the next day's one last mail, which also lists delayed
 * alerts.
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
