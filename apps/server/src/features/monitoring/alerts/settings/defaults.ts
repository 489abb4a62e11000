import type { AlertDefaults, DefaultAlerts } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError } from '../../../../platform/errors.ts';
import { chargeTry } from '../../../../platform/limits/rateLimits.ts';
import { chargeMails } from '../../../../platform/mail/budget.ts';
import { type MailSettings, noMailServer } from '../../../../platform/mail/settings.ts';
import { companiesChanged } from '../../../../realtime/outbox/mirroredChanges.ts';
import { enqueueAll } from '../../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../../activity/record.ts';
import { type Context, change, requireScope } from '../../../calls/context.ts';
import { findDefaults, storeDefaults } from '../../../fleet/alertLimits/alertDefaults.ts';
import { testAlertMail } from '../mails/alertMail.ts';
import { findMasters, mailedMasters } from '../mails/masters.ts';
import { mastersDelayedUntil } from '../mails/notifyMasters.ts';
import { mailTest, TEST_MAILS } from './settings.ts';

export async function getAlertDefaults(ctx: Context): Promise<DefaultAlerts> {
  requireScope(ctx, 'alertDefaults.manage');
  return defaultAlerts(ctx);
}

/**
 * Sets the alert defaults for all companies.
 * @throws AppError `invalid` if a chosen recipient is not a master
 */
export async function setAlertDefaults(ctx: Context, input: AlertDefaults): Promise<DefaultAlerts> {
  requireScope(ctx, 'alertDefaults.manage');
  await change(ctx, async (trx) => {
    const known = new Set((await findMasters(trx)).map(({ id }) => id));
    const masters = [...new Set(input.masters)];
    if (!masters.every((id) => known.has(id)))
      throw new AppError('invalid', msg`Only masters can receive alerts about all companies.`);
    await storeDefaults(trx, { ...input, masters });
    const now = ctx.clock();
    // Notices that have not been sent yet follow the new settings.
    await trx
      .updateTable('alerts')
      .set({ news_at: now })
      // Notices that wait for the daily email limit continue to wait.
      .where('news', 'in', ['started', 'ended'])
      .execute();
    await recordActivity(trx, ctx, {
      kind: 'alerts.defaultsChanged',
      companyId: null,
      subject: null,
    });
    const companies = await trx.selectFrom('companies').select('id as companyId').execute();
    await enqueueAll(trx, [companiesChanged(companies, now)], now);
  });
  return defaultAlerts(ctx);
}

/**
 * Emails a test alert to the chosen masters.
 * @throws AppError `conflict` if no master is chosen or there is no mail server; `rate-limited`
 * after too many test alerts
 */
export async function sendTestAlertToMasters(
  ctx: Context,
  settings: MailSettings,
): Promise<{ recipients: number }> {
  requireScope(ctx, 'alertDefaults.manage');
  const { db, mailer, clock } = ctx;
  if (!mailer) throw noMailServer();
  const recipients = await mailedMasters(db.queries);
  if (recipients.length === 0)
    throw new AppError('conflict', msg`No recipients: choose a master and save first.`);
  await chargeTry(db, 'test-alert:masters', TEST_MAILS, clock());
  await chargeMails(db, settings, 'people', null, recipients.length, clock());
  return mailTest(ctx, mailer, recipients, testAlertMail(null, settings));
}

async function defaultAlerts({ db, mailer, clock }: Context): Promise<DefaultAlerts> {
  const { settings, isDefault } = await findDefaults(db.queries);
  const masters = await findMasters(db.queries);
  const recipients = await mailedMasters(db.queries);
  return {
    // Users who are no longer masters do not get emails.
    settings: {
      ...settings,
      masters: settings.masters.filter((id) => masters.some((master) => master.id === id)),
    },
    isDefault,
    masters,
    hasMailServer: mailer !== null,
    delayedUntil:
      mailer === null || recipients.length === 0
        ? null
        : await mastersDelayedUntil(db.queries, clock()),
    recipients: recipients.length,
  };
}
