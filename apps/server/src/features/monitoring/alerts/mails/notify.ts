import { type AlertSettings, quietUntil } from '@halyard/domain';
import { slices } from '../../../../platform/database/batches.ts';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import type { Queries, Trx } from '../../../../platform/database/tables/schema.ts';
import { queueMails } from '../../../../platform/mail/queue.ts';
import type { MailSettings } from '../../../../platform/mail/settings.ts';
import type { Services } from '../../../calls/context.ts';
import { findAlertSettings } from '../../../fleet/alertLimits/alertSettings.ts';
import { locationPlace } from '../../../fleet/locationPlace.ts';
import { alertsOfFlags } from '../queries/ofFlags.ts';
import { alertMail, digestMail, overBudgetMail } from './alertMail.ts';
import { takeAlertMails } from './budget.ts';
import { mailedMasters } from './masters.ts';
import type { AlertNotice } from './notice.ts';
import { findRecipients, type Recipient } from './recipients.ts';

/**
 * The maximum number of notices to send as individual emails. If there are more, they are combined
 * into a digest email.
 */
const FEW = 3;
/**
 * How long, in ms, a notice about an alert waits for more notices, so that one email can contain
 * them all.
 */
const GATHER_MS = 2000;
/** How long after the latest notice a digest email is sent, in ms. */
const SETTLED_MS = 5000;
/** The maximum time in ms that a digest email waits for more notices. */
const LONGEST_MS = 60_000;
/** The maximum number of rows per SQL statement. */
const SLICE = 500;

/**
 * Queues emails about alerts that started or ended: a few as individual emails, many as one digest
 * per company. During quiet hours, notices wait until the quiet hours end, and are dropped if the
 * alert has ended by then.
 */
export async function notifyRecipients(services: Services, settings: MailSettings): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const notices = await findNotices(db.queries, now);
  if (notices.length === 0) return;
  const settingsOf = await findAlertSettings(db.queries);
  const loud: AlertNotice[] = [];
  const putOff = new Map<number, string[]>();
  for (const one of notices) {
    const until = quietOf(one, settingsOf(one.companyId), now);
    if (until === null) loud.push(one);
    else putOff.set(until, [...(putOff.get(until) ?? []), one.id]);
  }
  for (const [until, ids] of putOff)
    for (const slice of slices(ids, SLICE))
      await db.queries
        .updateTable('alerts')
        .set({ news_at: until })
        .where('id', 'in', slice)
        .where('news', 'is not', null)
        .execute();
  for (const batch of byCompany(loud).values())
    if (isWhole(batch, now))
      await sendBatch(services, settings, settingsOf(batch[0]!.companyId), batch);
}

/**
 * Returns the end of the quiet hours that delay a notice about an alert, in epoch milliseconds.
 * Null if the notice is not delayed.
 */
export function quietOf(
  { timeZone }: AlertNotice,
  { quietHours }: AlertSettings,
  now: number,
): number | null {
  return quietHours && quietUntil(quietHours, timeZone, now);
}

function byCompany(notices: readonly AlertNotice[]): Map<string, AlertNotice[]> {
  const companies = new Map<string, AlertNotice[]>();
  for (const one of notices) {
    const batch = companies.get(one.companyId) ?? [];
    batch.push(one);
    companies.set(one.companyId, batch);
  }
  return companies;
}

/**
 * Whether a group of notices can be sent now. Poles that lose power at the same time are reported
 * within seconds of each other, so a group waits a few seconds for more notices.
 */
function isWhole(batch: readonly AlertNotice[], now: number): boolean {
  if (batch.length > FEW) return isSettled(batch, now);
  return now - Math.min(...batch.map(({ at }) => at)) >= GATHER_MS;
}

/**
 * Whether a digest email is ready to be sent: no notice has been added for `SETTLED_MS`, or the
 * oldest notice has waited for `LONGEST_MS`.
 */
export function isSettled(batch: readonly AlertNotice[], now: number): boolean {
  let [oldest, newest] = [now, 0];
  for (const { at } of batch) {
    oldest = Math.min(oldest, at);
    newest = Math.max(newest, at);
  }
  return now - newest >= SETTLED_MS || now - oldest >= LONGEST_MS;
}

/**
 * Queues the emails about a company's alerts and records which alerts they cover, in one
 * transaction. When the daily email limit is reached, queues one last email that lists the current
 * alerts. Later alerts wait until the limit allows another email, which then covers all of them.
 */
async function sendBatch(
  { db, mailer, clock, log }: Services,
  settings: MailSettings,
  company: AlertSettings,
  batch: readonly AlertNotice[],
): Promise<void> {
  await db.transaction(async (trx) => {
    const now = clock();
    const notices = await takeNotices(trx, batch);
    if (!mailer || notices.length === 0) return;
    const { companyId } = notices[0]!;
    const recipients = await withoutMasters(trx, await findRecipients(trx, companyId, company));
    const { mails, covered } = addressed(recipients, notices, (own) => mailsFor(own, settings));
    const allowance = await takeAlertMails(trx, settings, companyId, mails.length, now);
    if (allowance.kind === 'delayed') return delayNotices(trx, notices, allowance.until);
    if (allowance.kind === 'all') {
      await queueMails(trx, mails, now);
      return markNotified(trx, covered, now);
    }
    log.warn({ companyId }, 'Alert emails are delayed: MAILS_PER_COMPANY is used up');
    const last = addressed(recipients, notices, (own) => [
      overBudgetMail(own, notices[0]!, allowance.until, settings),
    ]);
    await queueMails(trx, last.mails, now);
    await markNotified(trx, last.covered, now);
  });
}

/**
 * Leaves out recipients whose address already gets the masters' emails about all companies, so that
 * nobody gets two emails about the same alert.
 */
async function withoutMasters(trx: Trx, recipients: Recipient[]): Promise<Recipient[]> {
  const masters = new Set((await mailedMasters(trx)).map(({ address }) => address.toLowerCase()));
  return recipients.filter(({ address }) => !masters.has(address.toLowerCase()));
}

/**
 * Composes each recipient's alert emails, which cover only poles that the recipient may see.
 * @returns the emails, and the notices that they contain
 */
function addressed(
  recipients: readonly Recipient[],
  notices: readonly AlertNotice[],
  write: (own: readonly AlertNotice[]) => Omit<Mail, 'to'>[],
): { mails: Mail[]; covered: ReadonlySet<AlertNotice> } {
  const mails: Mail[] = [];
  const covered = new Set<AlertNotice>();
  // Many recipients see the same alerts, so write each email only once.
  const mailsByLocation = new Map<string | null, Omit<Mail, 'to'>[]>();
  for (const { address, locationId } of recipients) {
    let known = mailsByLocation.get(locationId);
    if (!known) {
      const own = notices.filter((one) => locationId === null || one.locationId === locationId);
      for (const one of own) covered.add(one);
      known = write(own);
      mailsByLocation.set(locationId, known);
    }
    for (const mail of known) mails.push({ ...mail, to: address });
  }
  return { mails, covered };
}

function mailsFor(own: readonly AlertNotice[], settings: MailSettings): Omit<Mail, 'to'>[] {
  if (own.length > FEW) return [digestMail(own, settings)];
  return own.map((one) => alertMail(one, settings));
}

/**
 * Removes notices about alerts from the queue, so that no other process sends them.
 * @returns the notices that this call removed. Notices that another process removed or replaced
 * first are left out.
 */
async function takeNotices(trx: Trx, batch: readonly AlertNotice[]): Promise<AlertNotice[]> {
  const taken = new Set<string>();
  for (const [kind, ids] of idsByKind(batch))
    for (const slice of slices(ids, SLICE)) {
      const rows = await trx
        .updateTable('alerts')
        .set({ news: null })
        .where('id', 'in', slice)
        .where('news', '=', kind)
        .returning('id')
        .execute();
      for (const { id } of rows) taken.add(id);
    }
  return batch.filter(({ id }) => taken.has(id));
}

async function markNotified(
  trx: Trx,
  covered: ReadonlySet<AlertNotice>,
  now: number,
): Promise<void> {
  const ids = [...covered].flatMap(({ id, kind }) => (kind === 'ended' ? [] : [id]));
  for (const slice of slices(ids, SLICE))
    await trx.updateTable('alerts').set({ told_at: now }).where('id', 'in', slice).execute();
}

/**
 * Puts notices back into the queue until the email limit allows them. They are sent even if their
 * alerts have ended by then.
 */
async function delayNotices(
  trx: Trx,
  notices: readonly AlertNotice[],
  until: number,
): Promise<void> {
  for (const [kind, ids] of idsByKind(notices))
    for (const slice of slices(ids, SLICE))
      await trx
        .updateTable('alerts')
        .set({ news: kind === 'started' ? 'delayed' : kind, news_at: until })
        .where('id', 'in', slice)
        .execute();
}

function idsByKind(notices: readonly AlertNotice[]): Map<AlertNotice['kind'], string[]> {
  const kinds = new Map<AlertNotice['kind'], string[]>();
  for (const { kind, id } of notices) {
    const ids = kinds.get(kind) ?? [];
    ids.push(id);
    kinds.set(kind, ids);
  }
  return kinds;
}

/** Selects alerts with all the data that emails about them need. */
export const selectNotices = (queries: Queries) =>
  alertsOfFlags(queries).select([
    'alerts.id',
    'alerts.condition',
    'alerts.cause',
    'alerts.since',
    'alerts.ended_at as endedAt',
    'alerts.recorded_at as recordedAt',
    'flags.id as flagId',
    'flags.name as flag',
    'flags.company_id as companyId',
    'companies.name as company',
    'flags.location_id as locationId',
    'locations.name as location',
    'locations.state',
    'locations.zip',
    'locations.latitude',
    'locations.longitude',
    'locations.time_zone as timeZone',
  ]);

/** Converts a database row to a notice about an alert, and adds the time zone of the pole. */
export function readNotice({
  state,
  zip,
  latitude,
  longitude,
  timeZone,
  ...row
}: Omit<AlertNotice, 'timeZone'> & Parameters<typeof locationPlace>[0]): AlertNotice {
  const { place } = locationPlace({ state, zip, latitude, longitude, timeZone });
  return { ...row, timeZone: place.timeZone };
}

async function findNotices(queries: Queries, now: number): Promise<AlertNotice[]> {
  const rows = await selectNotices(queries)
    .select(['alerts.news as kind', 'alerts.news_at as at'])
    .where('alerts.news', 'is not', null)
    .where('alerts.news_at', '<=', now)
    .$narrowType<{ kind: AlertNotice['kind'] }>()
    .orderBy('locations.name')
    .orderBy('flags.name')
    .orderBy('alerts.id')
    .execute();
  return rows.map(readNotice);
}
