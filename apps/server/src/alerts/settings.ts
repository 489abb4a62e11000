import { type AlertSettings, type CompanyAlerts, DEFAULT_ALERT_SETTINGS } from '@halyard/domain';
import { recordActivity } from '../activity/record.ts';
import { requireCompany } from '../companies/queries.ts';
import { type Context, requireScope } from '../context.ts';
import type { Queries } from '../database/schema.ts';
import { AppError } from '../errors.ts';
import { chargeMails } from '../limits/mailBudget.ts';
import { chargeTry, type Limit } from '../limits/rateLimits.ts';
import type { MailSettings } from '../mail/settings.ts';
import { testLetter } from './letter.ts';
import { alertsOfFlags } from './ofFlags.ts';
import { findRecipients } from './recipients.ts';

/** A company's addresses may be strangers': nobody's mailbox is flooded. */
const TEST_MAILS: Limit = {
  free: 5,
  firstWaitMs: 60_000,
  maxWaitMs: 60 * 60_000,
  forgetMs: 60 * 60_000,
};

/** What companies have set; who has set nothing is left out. */
export async function findAlertSettings(queries: Queries): Promise<Map<string, AlertSettings>> {
  const rows = await queries.selectFrom('alert_settings').select(['company_id', 'body']).execute();
  return new Map(rows.map(({ company_id, body }) => [company_id, withAllConditions(body)]));
}

/** Settings that were stored before a condition existed have its default. */
const withAllConditions = (settings: AlertSettings): AlertSettings => ({
  ...settings,
  on: { ...DEFAULT_ALERT_SETTINGS.on, ...settings.on },
});

export async function getAlertSettings(ctx: Context, companyId: string): Promise<CompanyAlerts> {
  await requireCompany(ctx.db.queries, requireScope(ctx, 'alert.manage'), companyId);
  return companyAlerts(ctx, companyId);
}

/** Sets them; what waits to be told is looked at anew. */
export async function setAlertSettings(
  ctx: Context,
  companyId: string,
  input: AlertSettings,
): Promise<CompanyAlerts> {
  await requireCompany(ctx.db.queries, requireScope(ctx, 'alert.manage'), companyId);
  const body = JSON.stringify(input);
  await ctx.db.transaction(async (trx) => {
    await trx
      .insertInto('alert_settings')
      .values({ company_id: companyId, body })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ body }))
      .execute();
    await trx
      .updateTable('alerts')
      .set({ news_at: ctx.clock() })
      .where('company_id', '=', companyId)
      // Those that wait for the daily mail budget go on waiting.
      .where('news', 'in', ['started', 'ended'])
      .execute();
    await recordActivity(trx, ctx, { kind: 'alerts.changed', companyId, subject: null });
  });
  return companyAlerts(ctx, companyId);
}

/**
 * Mails the company's recipients that alerts reach them.
 * @throws AppError `conflict` where there is nobody to tell or no way to; `rate-limited`
 */
export async function sendTestAlert(
  ctx: Context,
  settings: MailSettings,
  companyId: string,
): Promise<{ recipients: number }> {
  await requireCompany(ctx.db.queries, requireScope(ctx, 'alert.manage'), companyId);
  const { db, mailer, clock, log } = ctx;
  if (!mailer) throw new AppError('conflict', 'No mail server is configured.');
  const { settings: stored } = await companyAlerts(ctx, companyId);
  const recipients = await findRecipients(db.queries, companyId, stored);
  if (recipients.length === 0)
    throw new AppError('conflict', 'Nobody would be told: choose a recipient and save first.');
  await chargeTry(db, `test-alert:${companyId}`, TEST_MAILS, clock());
  await chargeMails(db, settings, 'people', companyId, recipients.length, clock());
  const company = await db.queries
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const mail = testLetter(company.name, settings);
  const sent = await Promise.allSettled(
    recipients.map(({ address }) => mailer.send({ ...mail, to: address })),
  );
  const failures = sent.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (failures.length > 0) {
    log.warn({ err: failures[0], companyId }, 'A test mail was not taken by the mail server');
    const which =
      failures.length === sent.length
        ? 'the test mail'
        : `${failures.length} of ${sent.length} test mails`;
    throw new AppError('conflict', `The mail server did not take ${which}.`);
  }
  return { recipients: recipients.length };
}

async function companyAlerts(ctx: Context, companyId: string): Promise<CompanyAlerts> {
  const { queries } = ctx.db;
  const row = await queries
    .selectFrom('alert_settings')
    .select('body')
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const settings = row ? withAllConditions(row.body) : DEFAULT_ALERT_SETTINGS;
  const recipients = await findRecipients(queries, companyId, settings);
  return {
    settings,
    isDefault: row === undefined,
    hasMailServer: ctx.mailer !== null,
    delayedUntil: ctx.mailer === null ? null : await delayedUntil(ctx, companyId),
    recipients: recipients.length,
  };
}

/** Of alerts that wait for the daily mail budget, the earliest moment at which they are mailed. */
async function delayedUntil({ db, clock }: Context, companyId: string): Promise<number | null> {
  const row = await alertsOfFlags(db.queries)
    .select((eb) => eb.fn.min('alerts.news_at').as('at'))
    .where('alerts.company_id', '=', companyId)
    .where('alerts.news', 'in', ['delayed', 'missed'])
    .where('alerts.news_at', '>', clock())
    .executeTakeFirst();
  return row?.at ?? null;
}
