import { msg, plural } from '@halyard/messages';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Queries } from '../database/tables/schema.ts';
import { hashSecret } from '../database/text.ts';
import { AppError } from '../errors.ts';
import type { MailSettings } from './settings.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * The purpose of an email. Each purpose has a daily limit per company. `people`: emails that users
 * trigger. `over`: a notice that the limit for alert emails has been reached, at most one per day.
 * `reserve`: emails about accounts that are sent after the limit for `people` has been reached.
 */
export type MailPurpose = 'people' | 'password' | 'alert' | 'over' | 'reserve';

/** The daily email limit of the operator's users, as a multiple of a company's limit. */
const OPERATOR_FACTOR = 10;
/**
 * The daily limit for alert emails, as a multiple of the limit for emails that users trigger. It is
 * higher because many poles can cause alerts at the same time, and several users get each alert.
 */
const ALERT_FACTOR = 5;
/**
 * The maximum number of emails of one kind per day to one email address. Applies to emails about
 * users' accounts, such as email confirmations.
 */
export const PER_ADDRESS = 5;

/**
 * Counts emails against a company's daily limit, either all of them or none. A day begins with the
 * first email. Uses one atomic statement, so that simultaneous requests cannot exceed the limit.
 * @param companyId null for the operator's users
 * @returns whether the limit allows the emails
 */
export async function takeMails(
  queries: Queries,
  { mailsPerCompany }: Pick<MailSettings, 'mailsPerCompany'>,
  purpose: MailPurpose,
  companyId: string | null,
  count: number,
  now: number,
): Promise<boolean> {
  if (count === 0) return true;
  const most = mostMails(mailsPerCompany, purpose, companyId);
  return (await take(queries, keyOf(purpose, companyId), most, count, now)) !== null;
}

/**
 * Counts one email against the daily limit of an email address, so that account changes cannot
 * flood a mailbox. Each kind of mail has its own limit, so that too many emails of one kind do not
 * block the others.
 * @param kind such as `token`
 * @returns whether to send the email; `last` if it is today's last email of its kind
 */
export async function takeMailTo(
  queries: Queries,
  address: string,
  kind: string,
  now: number,
): Promise<'send' | 'last' | 'none'> {
  const key = `mails:to:${kind}:${hashSecret(address.toLowerCase())}`;
  const taken = await take(queries, key, PER_ADDRESS, 1, now);
  if (taken === null) return 'none';
  return taken < PER_ADDRESS ? 'send' : 'last';
}

/**
 * Counts emails against a daily limit.
 * @returns the number of emails counted so far; null if the limit does not allow these emails
 */
async function take(
  queries: Queries,
  key: string,
  most: number,
  count: number,
  now: number,
): Promise<number | null> {
  if (count > most) return null;
  const isOver = sql<boolean>`rate_limits.expires_at <= ${now}`;
  const row = await queries
    .insertInto('rate_limits')
    .values({
      id: key,
      hits: count,
      expires_at: now + DAY_MS,
      blocked_until: 0,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({
          hits: sql<number>`case when ${isOver} then 0 else rate_limits.hits end + ${count}`,
          expires_at: sql<number>`case when ${isOver} then cast(${now + DAY_MS} as bigint) else rate_limits.expires_at end`,
        })
        .where((eb) =>
          eb.or([
            eb('rate_limits.expires_at', '<=', now),
            eb('rate_limits.hits', '<=', most - count),
          ]),
        ),
    )
    .returning('hits')
    .executeTakeFirst();
  return row?.hits ?? null;
}

function mostMails(
  mailsPerCompany: number,
  purpose: MailPurpose,
  companyId: string | null,
): number {
  if (purpose === 'over') return 1;
  const factor = companyId === null ? OPERATOR_FACTOR : 1;
  return mailsPerCompany * factor * (purpose === 'alert' ? ALERT_FACTOR : 1);
}

/**
 * Counts an API call's emails against the daily limit.
 * @throws AppError `rate-limited` if the limit does not allow the emails
 */
export async function chargeMails(
  { queries }: Database,
  settings: Pick<MailSettings, 'mailsPerCompany'>,
  purpose: MailPurpose,
  companyId: string | null,
  count: number,
  now: number,
): Promise<void> {
  if (await takeMails(queries, settings, purpose, companyId, count, now)) return;
  throw await exceeded(queries, purpose, companyId, count, now);
}

/** Returns the error for a call whose emails exceed the daily limit. */
export async function exceeded(
  queries: Queries,
  purpose: MailPurpose,
  companyId: string | null,
  count: number,
  now: number,
): Promise<AppError> {
  const freeAt = await mailsFreeAt(queries, purpose, companyId, now);
  const retryAfter = Math.max(1, Math.ceil((freeAt - now) / 1000));
  const hours = Math.ceil(retryAfter / 3600);
  return new AppError(
    'rate-limited',
    msg`${plural({ count }, { one: 'This email exceeds', other: 'These # emails exceed' })} the daily limit. Try again in ${plural({ hours }, { one: '# hour', other: '# hours' })}, or ask the operator to raise MAILS_PER_COMPANY.`,
    { retryAfter },
  );
}

/**
 * Returns the time when a daily email limit is reset, in epoch milliseconds; `now` if no email has
 * been counted.
 */
export async function mailsFreeAt(
  queries: Queries,
  purpose: MailPurpose,
  companyId: string | null,
  now: number,
): Promise<number> {
  const row = await queries
    .selectFrom('rate_limits')
    .select('expires_at')
    .where('id', '=', keyOf(purpose, companyId))
    .executeTakeFirst();
  return Math.max(now, row?.expires_at ?? now);
}

/** Reduces the count of a daily email limit by the emails that were counted but not sent. */
export async function returnMails(
  db: Database,
  purpose: MailPurpose,
  companyId: string | null,
  count: number,
): Promise<void> {
  await db.queries
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', count) }))
    .where('id', '=', keyOf(purpose, companyId))
    .where('hits', '>=', count)
    .execute();
}

const keyOf = (purpose: MailPurpose, companyId: string | null) =>
  `mails:${purpose}:${companyId ?? 'operator'}`;
