import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Queries } from '../database/tables/schema.ts';
import { AppError } from '../errors.ts';
import type { MailSettings } from './settings.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * What a budget is for. Each company has one of each, so that nobody who asks for password mails, and
 * no pole, uses up what the others need. `over` has room for one a day: that the alert mails are used up.
 */
export type MailPurpose = 'people' | 'password' | 'alert' | 'over';

/** How many times as much the operator's own people may cause, who belong to no company. */
const OPERATOR_FACTOR = 10;
/** Alerts come from poles as well: many at a time, and each to several people. */
const ALERT_FACTOR = 5;

/**
 * Takes mails out of a company's budget of a day, which begins with its first mail: all or none of them.
 * In one atomic statement, so that requests at once cannot overdraw it.
 * @param companyId null: people of the operator's
 * @returns whether there was room for them
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
  if (count > most) return false;
  const isOver = sql<boolean>`rate_limits.expires_at <= ${now}`;
  const { numInsertedOrUpdatedRows = 0n } = await queries
    .insertInto('rate_limits')
    .values({
      id: keyOf(purpose, companyId),
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
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
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
 * The same for a call that a person makes.
 * @throws AppError `rate-limited` where the budget has no room for them
 */
export async function chargeMails(
  db: Database,
  settings: Pick<MailSettings, 'mailsPerCompany'>,
  purpose: MailPurpose,
  companyId: string | null,
  count: number,
  now: number,
): Promise<void> {
  if (await takeMails(db.queries, settings, purpose, companyId, count, now)) return;
  const freeAt = await mailsFreeAt(db.queries, purpose, companyId, now);
  const retryAfter = Math.max(1, Math.ceil((freeAt - now) / 1000));
  const hours = Math.ceil(retryAfter / 3600);
  throw new AppError(
    'rate-limited',
    `${count === 1 ? 'This mail is' : `These ${count} mails are`} more than may be sent today. Try again in ${hours === 1 ? '1 hour' : `${hours} hours`}, or ask the operator to raise MAILS_PER_COMPANY.`,
    { retryAfter },
  );
}

/**
 * When a budget has room again at the latest.
 * @returns epoch milliseconds; `now` for one that nothing was taken out of
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

/** Puts mails back that were not sent after all. */
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
