import { type AlertCondition, type AlertSettings, quietUntil } from '@halyard/domain';
import { slices } from '../../../platform/database/slices.ts';
import type { AlertNews, Mail } from '../../../platform/database/tables/messages.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { queueMails } from '../../../platform/mail/queue.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { Services } from '../../calls/context.ts';
import { findAlertSettings } from '../../fleet/alertSettings.ts';
import { locationPlace } from '../../fleet/locationPlace.ts';
import { alertsOfFlags } from '../queries/ofFlags.ts';
import { takeAlertMails } from './budget.ts';
import { digest, letter, overBudgetLetter } from './letter.ts';
import { mailedMasters } from './masters.ts';
import { findRecipients, type Recipient } from './recipients.ts';

/** Messages at once that are still mailed one by one; more become one digest. */
const FEW = 3;
/** Milliseconds for which a message waits for others. */
const GATHER_MS = 2000;
/** Milliseconds without a further message after which a digest is whole. */
const SETTLED_MS = 5000;
/** Milliseconds for which a digest waits at most. */
const LONGEST_MS = 60_000;
/** Rows of one statement. */
const SLICE = 500;

/** What people are to be told of one alert. */
export interface News {
  id: string;
  kind: AlertNews;
  at: number;
  condition: AlertCondition;
  cause: string;
  since: number;
  endedAt: number | null;
  flagId: string;
  flag: string;
  companyId: string;
  company: string;
  locationId: string;
  location: string;
  /** IANA name, of the clock at the pole. */
  timeZone: string;
}

/**
 * Queues mails of what has begun or is over: few one by one, many as one digest for each company.
 * What comes in quiet hours is put off until they end, and then told if it is still so.
 */
export async function tellAlerts(services: Services, settings: MailSettings): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const news = await findNews(db.queries, now);
  if (news.length === 0) return;
  const settingsOf = await findAlertSettings(db.queries);
  const loud: News[] = [];
  const putOff = new Map<number, string[]>();
  for (const one of news) {
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
    if (isWhole(batch, now)) await tell(services, settings, settingsOf(batch[0]!.companyId), batch);
}

/** Until when news at a pole is to wait (epoch milliseconds); null: it need not. */
export function quietOf(
  { timeZone }: News,
  { quietHours }: AlertSettings,
  now: number,
): number | null {
  return quietHours && quietUntil(quietHours, timeZone, now);
}

function byCompany(news: readonly News[]): Map<string, News[]> {
  const companies = new Map<string, News[]>();
  for (const one of news) {
    const batch = companies.get(one.companyId) ?? [];
    batch.push(one);
    companies.set(one.companyId, batch);
  }
  return companies;
}

/** Whether nothing more is waited for: poles that fall silent together are not all due at once. */
function isWhole(batch: readonly News[], now: number): boolean {
  if (batch.length > FEW) return isSettled(batch, now);
  return now - Math.min(...batch.map(({ at }) => at)) >= GATHER_MS;
}

/** Whether a digest of the batch is whole. */
export function isSettled(batch: readonly News[], now: number): boolean {
  let [oldest, newest] = [now, 0];
  for (const { at } of batch) {
    oldest = Math.min(oldest, at);
    newest = Math.max(newest, at);
  }
  return now - newest >= SETTLED_MS || now - oldest >= LONGEST_MS;
}

/**
 * Marks the news as told and queues the mails about them, both or neither. Only alerts that somebody gets
 * a mail about count as told. Beyond the company's daily budget, one last mail lists the alerts at hand;
 * later ones are delayed until there is room, so that they then come in one mail.
 */
async function tell(
  { db, mailer, clock, log }: Services,
  settings: MailSettings,
  company: AlertSettings,
  batch: readonly News[],
): Promise<void> {
  await db.transaction(async (trx) => {
    const now = clock();
    const news = await takeNews(trx, batch);
    if (!mailer || news.length === 0) return;
    const { companyId } = news[0]!;
    const recipients = await withoutMasters(trx, await findRecipients(trx, companyId, company));
    const { mails, told } = addressed(recipients, news, (own) => lettersFor(own, settings));
    const room = await takeAlertMails(trx, settings, companyId, mails.length, now);
    if (room.kind === 'delayed') return delayNews(trx, news, room.until);
    if (room.kind === 'room') {
      await queueMails(trx, mails, now);
      return markTold(trx, told, now);
    }
    log.warn({ companyId }, 'Alert mails are delayed: MAILS_PER_COMPANY is used up');
    const last = addressed(recipients, news, (own) => [
      overBudgetLetter(own, news[0]!, room.until, settings),
    ]);
    await queueMails(trx, last.mails, now);
    await markTold(trx, last.told, now);
  });
}

/** Masters who are mailed about all companies get one mail about them, not another from each. */
async function withoutMasters(trx: Trx, recipients: Recipient[]): Promise<Recipient[]> {
  const masters = new Set((await mailedMasters(trx)).map(({ address }) => address.toLowerCase()));
  return recipients.filter(({ address }) => !masters.has(address.toLowerCase()));
}

/** One or more mails for each recipient, about what that recipient may see, and the news that these mails report. */
function addressed(
  recipients: readonly Recipient[],
  news: readonly News[],
  write: (own: readonly News[]) => Omit<Mail, 'to'>[],
): { mails: Mail[]; told: ReadonlySet<News> } {
  const mails: Mail[] = [];
  const told = new Set<News>();
  // Many recipients see the same alerts: each mail is written once.
  const letters = new Map<string | null, Omit<Mail, 'to'>[]>();
  for (const { address, locationId } of recipients) {
    let known = letters.get(locationId);
    if (!known) {
      const own = news.filter((one) => locationId === null || one.locationId === locationId);
      for (const one of own) told.add(one);
      known = write(own);
      letters.set(locationId, known);
    }
    for (const mail of known) mails.push({ ...mail, to: address });
  }
  return { mails, told };
}

function lettersFor(own: readonly News[], settings: MailSettings): Omit<Mail, 'to'>[] {
  if (own.length > FEW) return [digest(own, settings)];
  return own.map((one) => letter(one, settings));
}

/**
 * Takes news off the list, so that no other process tells them.
 * @returns those that were still on it, in the kind that was read
 */
async function takeNews(trx: Trx, batch: readonly News[]): Promise<News[]> {
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

async function markTold(trx: Trx, told: ReadonlySet<News>, now: number): Promise<void> {
  const ids = [...told].flatMap(({ id, kind }) => (kind === 'ended' ? [] : [id]));
  for (const slice of slices(ids, SLICE))
    await trx.updateTable('alerts').set({ told_at: now }).where('id', 'in', slice).execute();
}

/** Puts news back on the list. Unlike in quiet hours, alerts that end meanwhile are reported too. */
async function delayNews(trx: Trx, news: readonly News[], until: number): Promise<void> {
  for (const [kind, ids] of idsByKind(news))
    for (const slice of slices(ids, SLICE))
      await trx
        .updateTable('alerts')
        .set({ news: kind === 'started' ? 'delayed' : kind, news_at: until })
        .where('id', 'in', slice)
        .execute();
}

function idsByKind(news: readonly News[]): Map<News['kind'], string[]> {
  const kinds = new Map<News['kind'], string[]>();
  for (const { kind, id } of news) {
    const ids = kinds.get(kind) ?? [];
    ids.push(id);
    kinds.set(kind, ids);
  }
  return kinds;
}

/** Alerts with all that a mail says about them. */
export const selectNews = (queries: Queries) =>
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

/** A row of `selectNews` with what kind of news it is. */
export function readNews({
  state,
  zip,
  latitude,
  longitude,
  timeZone,
  ...row
}: Omit<News, 'timeZone'> & Parameters<typeof locationPlace>[0]): News {
  const { place } = locationPlace({ state, zip, latitude, longitude, timeZone });
  return { ...row, timeZone: place.timeZone };
}

async function findNews(queries: Queries, now: number): Promise<News[]> {
  const rows = await selectNews(queries)
    .select(['alerts.news as kind', 'alerts.news_at as at'])
    .where('alerts.news', 'is not', null)
    .where('alerts.news_at', '<=', now)
    .$narrowType<{ kind: News['kind'] }>()
    .orderBy('locations.name')
    .orderBy('flags.name')
    .orderBy('alerts.id')
    .execute();
  return rows.map(readNews);
}
