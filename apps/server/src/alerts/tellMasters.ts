import type { Services } from '../context.ts';
import type { Queries, Trx } from '../database/schema.ts';
import { slices } from '../database/slices.ts';
import { takeMails } from '../limits/mailBudget.ts';
import { queueMails } from '../mail/queue.ts';
import type { MailSettings } from '../mail/settings.ts';
import { digest, letter } from './letter.ts';
import { mailedMasters } from './masters.ts';
import { findDefaults } from './storedDefaults.ts';
import { isSettled, type News, quietOf, readNews, selectNews } from './tell.ts';

/** Milliseconds between two messages that the same condition begins at the same pole. */
const GAP_MS = 30 * 60_000;
/** Milliseconds for which it is news that an alert is over. */
const NEWS_MS = 24 * 60 * 60_000;
/** Rows of one statement. */
const SLICE = 500;

/**
 * Queues one mail to each chosen master about what began or is over at the poles of all companies. Their
 * quiet hours are those of the defaults. Beyond the operator's budget of mails it stays news.
 */
export async function tellMasters(services: Services, settings: MailSettings): Promise<void> {
  const { db, mailer, clock, log } = services;
  const recipients = mailer ? await mailedMasters(db.queries) : [];
  if (recipients.length === 0) return;
  const now = clock();
  const { settings: defaults } = await findDefaults(db.queries);
  const news = [...(await findBegun(db.queries, now)), ...(await findEnded(db.queries, now))];
  const loud = news.filter((one) => quietOf(one, defaults, now) === null);
  if (loud.length === 0 || !isSettled(loud, now)) return;
  await db.transaction(async (trx) => {
    if (!(await takeMails(trx, settings, 'alert', null, recipients.length, now))) {
      // Tried again every second: said a few times a day.
      if (await takeMails(trx, { mailsPerCompany: 1 }, 'over', null, 1, now))
        log.warn({}, "Alerts were not mailed to masters: the operator's mail budget is used up");
      return;
    }
    const told = await markTold(trx, loud, now);
    const [first] = told;
    if (!first) return;
    const mail = told.length === 1 ? letter(first, settings) : digest(told, settings);
    await queueMails(
      trx,
      recipients.map(({ address }) => ({ ...mail, to: address })),
      now,
    );
  });
}

async function findBegun(queries: Queries, now: number): Promise<News[]> {
  const rows = await selectNews(queries)
    .where('alerts.ended_at', 'is', null)
    .where('alerts.masters_told', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('alerts as earlier')
            .select('earlier.id')
            .whereRef('earlier.flag_id', '=', 'alerts.flag_id')
            .whereRef('earlier.condition', '=', 'alerts.condition')
            .where('earlier.masters_told_at', '>', now - GAP_MS)
            // By a clock that has since been put back.
            .where('earlier.masters_told_at', '<=', now),
        ),
      ),
    )
    .orderBy('companies.name')
    .orderBy('locations.name')
    .orderBy('flags.name')
    .orderBy('alerts.id')
    .execute();
  return rows.map((row) => readNews({ ...row, kind: 'started', at: row.recordedAt }));
}

async function findEnded(queries: Queries, now: number): Promise<News[]> {
  const rows = await selectNews(queries)
    .where('alerts.masters_told', '=', 'started')
    .where('alerts.ended_at', '>', now - NEWS_MS)
    .orderBy('companies.name')
    .orderBy('locations.name')
    .orderBy('flags.name')
    .orderBy('alerts.id')
    .execute();
  return rows.map((row) => readNews({ ...row, kind: 'ended', at: row.recordedAt }));
}

/** Of what is still news; another process may have been faster, or the alert over. */
async function markTold(trx: Trx, batch: readonly News[], now: number): Promise<News[]> {
  const marked = new Set<string>();
  const idsOf = (kind: News['kind']) =>
    slices(
      batch.filter((one) => one.kind === kind).map(({ id }) => id),
      SLICE,
    );
  const update = trx.updateTable('alerts').returning('id');
  for (const ids of idsOf('started')) {
    const rows = await update
      .set({ masters_told: 'started', masters_told_at: now })
      .where('id', 'in', ids)
      .where('masters_told', 'is', null)
      .where('ended_at', 'is', null)
      .execute();
    for (const { id } of rows) marked.add(id);
  }
  for (const ids of idsOf('ended')) {
    const rows = await update
      .set({ masters_told: 'ended' })
      .where('id', 'in', ids)
      .where('masters_told', '=', 'started')
      .execute();
    for (const { id } of rows) marked.add(id);
  }
  return batch.filter(({ id }) => marked.has(id));
}
