import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { mailsFreeAt, takeMails } from '../../../../platform/mail/budget.ts';
import type { MailSettings } from '../../../../platform/mail/settings.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Which alert emails may be sent now. `all`: all of them. `last`: one more to each recipient, which
 * says when emails resume. `delayed`: none until `until` (epoch milliseconds).
 */
export type AlertMailAllowance = { kind: 'all' } | { kind: 'last' | 'delayed'; until: number };

/**
 * Counts emails against the daily limit for alert emails. If they would exceed the limit, allows
 * only one last email for the day.
 * @param companyId the company; null for emails to masters about all companies, which count against
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

/** Returns the time when delayed alerts will be mailed, in epoch milliseconds. */
export async function alertMailsGoOnAt(
  queries: Queries,
  companyId: string | null,
  now: number,
): Promise<number> {
  const free = await mailsFreeAt(queries, 'alert', companyId, now);
  const freeOver = await mailsFreeAt(queries, 'over', companyId, now);
  return free > now ? Math.min(free, freeOver) : freeOver;
}
