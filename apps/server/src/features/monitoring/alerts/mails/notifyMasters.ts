import { sql } from 'kysely';
import { slices } from '../../../../platform/database/batches.ts';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import type { Queries, Trx } from '../../../../platform/database/tables/schema.ts';
import { queueMails } from '../../../../platform/mail/queue.ts';
import type { MailSettings } from '../../../../platform/mail/settings.ts';
import type { Services } from '../../../calls/context.ts';
import { findDefaults } from '../../../fleet/alertLimits/alertDefaults.ts';
import { alertsOfFlags } from '../queries/ofFlags.ts';
import { alertMail, digestMail, overBudgetMail } from './alertMail.ts';
import { type AlertMailAllowance, alertMailsGoOnAt, takeAlertMails } from './budget.ts';
import { mailedMasters } from './masters.ts';
import type { AlertNotice } from './notice.ts';
import { isSettled, quietOf, readNotice, selectNotices } from './notify.ts';

/**
 * The minimum time in ms between two "started" notices about the same condition at the same pole.
 */
const GAP_MS = 30 * 60_000;
/**
 * How long masters can still be notified of an alert after it has ended, in ms. A notice may wait
 * for a day because of the email limit, and then until quiet hours end.
 */
const NEWS_MS = 48 * 60 * 60_000;
/** The maximum number of rows per SQL statement. */
const SLICE = 500;

/**
 * Queues one email to each chosen master about the alerts that started or ended in any company,
 * except during quiet hours. When the operator's daily limit is reached, queues one last email.
 * Later alerts wait until the limit allows another email, which then covers all of them.
 */
export async function notifyMasters(services: Services, settings: MailSettings): Promise<void> {
  const { db, mailer, clock, log } = services;
  const recipients = mailer ? await mailedMasters(db.queries) : [];
  if (recipients.length === 0) return;
  const now = clock();
  const { settings: defaults } = await findDefaults(db.queries);
  const notices = [...(await findBegun(db.queries, now)), ...(await findEnded(db.queries, now))];
  const loud = notices.filter((one) => quietOf(one, defaults, now) === null);
  if (loud.length === 0 || !isSettled(loud, now)) return;
  await db.transaction(async (trx) => {
    const allowance = await takeAlertMails(trx, settings, null, recipients.length, now);
    if (allowance.kind === 'delayed') return markDelayed(trx, loud);
    // Emails include the date of each time that is not on the day of sending.
    const notices = (await markNotified(trx, loud, now)).map((one) => ({ ...one, at: now }));
    const [first] = notices;
    if (!first) return;
    if (allowance.kind === 'last')
      log.warn({}, 'Alert emails to masters are delayed: the daily email budget is used up');
    const mail = mailAbout(notices, first, allowance, settings);
    await queueMails(
      trx,
      recipients.map(({ address }) => ({ ...mail, to: address })),
      now,
    );
  });
}

function mailAbout(
  notices: readonly AlertNotice[],
  first: AlertNotice,
  allowance: Exclude<AlertMailAllowance, { kind: 'delayed' }>,
  settings: MailSettings,
): Omit<Mail, 'to'> {
  if (allowance.kind === 'last') {
    const { timeZone } = first;
    return overBudgetMail(notices, { company: null, timeZone }, allowance.until, settings);
  }
  return notices.length === 1 ? alertMail(first, settings) : digestMail(notices, settings);
}

/**
 * Returns the time when masters will get the alert emails that the email limit has delayed, in
 * epoch milliseconds. Null if none are delayed.
 */
export async function mastersDelayedUntil(queries: Queries, now: number): Promise<number | null> {
  const waiting = await alertsOfFlags(queries)
    .select('alerts.id')
    .where('alerts.masters_told', '=', 'delayed')
    .where((eb) =>
      eb.or([eb('alerts.ended_at', 'is', null), eb('alerts.ended_at', '>', now - NEWS_MS)]),
    )
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return null;
  const until = await alertMailsGoOnAt(queries, null, now);
  return until > now ? until : null;
}

async function findBegun(queries: Queries, now: number): Promise<AlertNotice[]> {
  const rows = await selectNotices(queries)
    .select('alerts.masters_told as mastersKind')
    .where('alerts.ended_at', 'is', null)
    .where((eb) =>
      eb.or([eb('alerts.masters_told', 'is', null), eb('alerts.masters_told', '=', 'delayed')]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('alerts as earlier')
            .select('earlier.id')
            .whereRef('earlier.flag_id', '=', 'alerts.flag_id')
            .whereRef('earlier.condition', '=', 'alerts.condition')
            .where('earlier.masters_told_at', '>', now - GAP_MS)
            // A time in the future was stored before the system clock was set back.
            .where('earlier.masters_told_at', '<=', now),
        ),
      ),
    )
    .orderBy('companies.name')
    .orderBy('locations.name')
    .orderBy('flags.name')
    .orderBy('alerts.id')
    .execute();
  return rows.map(({ mastersKind, ...row }) =>
    readNotice({ ...row, kind: mastersKind ?? 'started', at: row.recordedAt }),
  );
}

async function findEnded(queries: Queries, now: number): Promise<AlertNotice[]> {
  const rows = await selectNotices(queries)
    .select('alerts.masters_told as mastersKind')
    // This must be a literal, so that the database uses the partial index.
    .where('alerts.masters_told', '!=', sql.lit('ended' as const))
    .where('alerts.ended_at', '>', now - NEWS_MS)
    .orderBy('companies.name')
    .orderBy('locations.name')
    .orderBy('flags.name')
    .orderBy('alerts.id')
    .execute();
  return rows.map(({ mastersKind, ...row }) =>
    readNotice({
      ...row,
      kind: mastersKind === 'delayed' ? 'missed' : 'ended',
      at: row.recordedAt,
    }),
  );
}

/**
 * Marks started alerts as delayed. Masters are notified of them as soon as the email limit allows,
 * even if the alerts have ended by then.
 */
async function markDelayed(trx: Trx, notices: readonly AlertNotice[]): Promise<void> {
  for (const ids of idsOf(notices, 'started'))
    await trx
      .updateTable('alerts')
      .set({ masters_told: 'delayed' })
      .where('id', 'in', ids)
      .where('masters_told', 'is', null)
      .where('ended_at', 'is', null)
      .execute();
}

/**
 * Records which notices about alerts are being emailed to masters.
 * @returns the notices that this call recorded; excludes notices that another process recorded
 * first, and "started" notices of alerts that have since ended
 */
async function markNotified(
  trx: Trx,
  batch: readonly AlertNotice[],
  now: number,
): Promise<AlertNotice[]> {
  const begun = { masters_told: 'started', masters_told_at: now } as const;
  const over = { masters_told: 'ended' } as const;
  const update = trx.updateTable('alerts').returning('id');
  const open = update.set(begun).where('ended_at', 'is', null);
  const updates = {
    started: open.where('masters_told', 'is', null),
    delayed: open.where('masters_told', '=', 'delayed'),
    missed: update.set({ ...over, masters_told_at: now }).where('masters_told', '=', 'delayed'),
    ended: update.set(over).where('masters_told', '=', 'started'),
  };
  const marked = new Set<string>();
  for (const kind of ['started', 'delayed', 'missed', 'ended'] as const)
    for (const ids of idsOf(batch, kind))
      for (const { id } of await updates[kind].where('id', 'in', ids).execute()) marked.add(id);
  return batch.filter(({ id }) => marked.has(id));
}

const idsOf = (notices: readonly AlertNotice[], kind: AlertNotice['kind']) =>
  slices(
    notices.filter((one) => one.kind === kind).map(({ id }) => id),
    SLICE,
  );
