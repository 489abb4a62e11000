import {
  type CompanyAlerts,
  effectiveSettings,
  type OwnAlertSettings,
  ownSections,
  settingsOfSections,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { AppError } from '../../../../platform/errors.ts';
import { chargeTry, type Limit } from '../../../../platform/limits/rateLimits.ts';
import { chargeMails } from '../../../../platform/mail/budget.ts';
import type { Mailer } from '../../../../platform/mail/mailer.ts';
import type { MailSettings } from '../../../../platform/mail/settings.ts';
import { noMailServer } from '../../../../platform/mail/settings.ts';
import { companyChanged } from '../../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../../activity/record.ts';
import { type Context, change, requireScope } from '../../../calls/context.ts';
import { findDefaults } from '../../../fleet/alertLimits/alertDefaults.ts';
import { requireCompany } from '../../../fleet/companies.ts';
import { testAlertMail } from '../mails/alertMail.ts';
import { findRecipients, type Recipient } from '../mails/recipients.ts';
import { alertsOfFlags } from '../queries/ofFlags.ts';

/**
 * The rate limit for test emails. A company can enter any email address, so the limit keeps it from
 * flooding a stranger's mailbox.
 */
export const TEST_MAILS: Limit = {
  free: 5,
  firstWaitMs: 60_000,
  maxWaitMs: 60 * 60_000,
  forgetMs: 60 * 60_000,
};

export async function getAlertSettings(ctx: Context, companyId: string): Promise<CompanyAlerts> {
  await requireCompany(ctx.db.queries, requireScope(ctx, 'alert.manage'), companyId);
  return companyAlerts(ctx, companyId);
}

/**
 * Saves a company's alert settings, and makes open screens reload their voltage limits. The
 * settings also apply to notices that have not been sent yet.
 */
export async function setAlertSettings(
  ctx: Context,
  companyId: string,
  { own, ...settings }: OwnAlertSettings,
): Promise<CompanyAlerts> {
  await requireCompany(ctx.db.queries, requireScope(ctx, 'alert.manage'), companyId);
  const body = JSON.stringify(settingsOfSections(settings, own));
  await change(ctx, async (trx) => {
    const now = ctx.clock();
    await trx
      .insertInto('alert_settings')
      .values({ company_id: companyId, body })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ body }))
      .execute();
    await trx
      .updateTable('alerts')
      .set({ news_at: now })
      .where('company_id', '=', companyId)
      // Notices that wait for the daily email limit continue to wait.
      .where('news', 'in', ['started', 'ended'])
      .execute();
    await recordActivity(trx, ctx, { kind: 'alerts.changed', companyId, subject: null });
    await enqueue(trx, companyChanged(companyId, now), now);
  });
  return companyAlerts(ctx, companyId);
}

/**
 * Emails a test alert to a company's recipients.
 * @throws AppError `conflict` if there are no recipients or no mail server; `rate-limited` after
 * too many test alerts, or if today's email limit is used up
 */
export async function sendTestAlert(
  ctx: Context,
  settings: MailSettings,
  companyId: string,
): Promise<{ recipients: number }> {
  await requireCompany(ctx.db.queries, requireScope(ctx, 'alert.manage'), companyId);
  const { db, mailer, clock } = ctx;
  if (!mailer) throw noMailServer();
  const { settings: stored } = await companyAlerts(ctx, companyId);
  const recipients = await findRecipients(db.queries, companyId, stored);
  if (recipients.length === 0)
    throw new AppError('conflict', msg`No recipients: choose one and save first.`);
  await chargeTry(db, `test-alert:${companyId}`, TEST_MAILS, clock());
  await chargeMails(db, settings, 'people', companyId, recipients.length, clock());
  const company = await db.queries
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return mailTest(ctx, mailer, recipients, testAlertMail(company.name, settings));
}

/**
 * Emails a test alert to all given recipients.
 * @throws AppError `conflict` if the mail server rejects any of the emails
 */
export async function mailTest(
  { log }: Pick<Context, 'log'>,
  mailer: Mailer,
  recipients: readonly Pick<Recipient, 'address'>[],
  mail: Omit<Mail, 'to'>,
): Promise<{ recipients: number }> {
  const sent = await Promise.allSettled(
    recipients.map(({ address }) => mailer.send({ ...mail, to: address })),
  );
  const failures = sent.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (failures.length > 0) {
    log.warn({ err: failures[0] }, 'The mail server did not accept a test email');
    const text =
      failures.length === sent.length
        ? msg`The mail server rejected the test email.`
        : msg`The mail server rejected ${{ refused: failures.length }} of ${{ sent: sent.length }} test emails.`;
    throw new AppError('conflict', text);
  }
  return { recipients: recipients.length };
}

async function companyAlerts(ctx: Context, companyId: string): Promise<CompanyAlerts> {
  const { queries } = ctx.db;
  const { settings: defaults } = await findDefaults(queries);
  const row = await queries
    .selectFrom('alert_settings')
    .select('body')
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  const own = ownSections(row?.body ?? {});
  const settings = effectiveSettings(row?.body, defaults);
  const recipients = await findRecipients(queries, companyId, settings);
  const { masters: _, ...followed } = defaults;
  return {
    settings,
    own,
    isDefault: own.length === 0,
    defaults: followed,
    hasMailServer: ctx.mailer !== null,
    delayedUntil: ctx.mailer === null ? null : await delayedUntil(ctx, companyId),
    recipients: recipients.length,
  };
}

/**
 * Returns the time when the first alerts delayed by the daily email limit will be emailed, in epoch
 * milliseconds. Null if no alerts are delayed.
 */
async function delayedUntil({ db, clock }: Context, companyId: string): Promise<number | null> {
  const row = await alertsOfFlags(db.queries)
    .select((eb) => eb.fn.min('alerts.news_at').as('at'))
    .where('alerts.company_id', '=', companyId)
    .where('alerts.news', 'in', ['delayed', 'missed'])
    .where('alerts.news_at', '>', clock())
    .executeTakeFirst();
  return row?.at ?? null;
}
