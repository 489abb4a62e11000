import { ABSENT_RECORD, type FlagRecord, readRecord } from '@halyard/domain';
import PostalMime from 'postal-mime';
import { slices } from '../../../../platform/database/batches.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Engine } from '../../../../platform/database/engines/engine.ts';
import { newId, uniqueKey } from '../../../../platform/database/text.ts';
import { deliverMails } from '../../../../platform/mail/queue.ts';
import { smtpMailer } from '../../../../platform/mail/smtp.ts';
import { type Client, createHarness, type Harness } from '../../../../testing/harness.ts';
import { type MailServer, startMailServer } from '../../../../testing/mailServer.ts';
import { createWorld, type World } from '../../../../testing/world.ts';
import type { Services } from '../../../calls/context.ts';
import { PoleIndex } from '../../../halfStaff/poles/poleIndex.ts';
import { notifyRecipients } from '../mails/notify.ts';
import { notifyMasters } from '../mails/notifyMasters.ts';
import { AlertWatch } from '../watch/watch.ts';

const SETTINGS = { productName: 'Halyard', publicUrl: 'https://h.example' };
const SECOND_MS = 1000;
/**
 * How far the clock advances in each step, in ms. During the last minute, it advances one second at
 * a time.
 */
const STRIDE_MS = 30_000;

/**
 * A pole that uses the test's clock. It reports in every step of the clock unless the test silences
 * it.
 */
export interface WatchedPole {
  id: string;
  flagId: string;
  isSilent: boolean;
  /** Additional fields of the pole in the realtime database, such as its voltage. */
  node: Record<string, unknown>;
}

/** An email as its recipient reads it. */
export interface ReadMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The server's alerts with a real mail server, and with a clock that the test controls. */
export interface AlertWorld {
  harness: Harness;
  services: Services;
  mailServer: MailServer;
  /** The maximum number of emails per day for one company, as in the mail settings. */
  mailsPerCompany: number;
  master: Client;
  /** A company with users and flags. `poleOf` returns a flag's pole. */
  company: World;
  poleOf(flagRowId: string): Promise<WatchedPole>;
  /** Adds flags with poles, at the company's first location unless another one is given. */
  addPoles(
    names: readonly string[],
    at?: { companyId: string; locationId: string },
  ): Promise<WatchedPole[]>;
  /** Advances the clock. In the meantime, poles report and jobs run. */
  pass(ms: number): Promise<void>;
  /** Stops the process, and starts a new one on the same data after `downMs`. */
  restart(downMs: number): Promise<void>;
  /** Returns the emails that have arrived since the last call. */
  mails(): Promise<ReadMail[]>;
  set(more: object): Promise<void>;
  close(): Promise<void>;
}

export async function createAlertWorld(engine: Engine): Promise<AlertWorld> {
  const mailServer = await startMailServer();
  const mailer = smtpMailer(mailServer.url, 'Halyard <halyard@example.test>');
  const harness = await createHarness({ engine, mailer });
  const { time } = harness;
  const master = await harness.as('master');
  const company = await createWorld(harness, master);
  const poles = new Map<string, WatchedPole & { ownerId: string; record: FlagRecord }>();
  const watchers = new Set<Parameters<Services['link']['watch']>[0]>();
  const link: Services['link'] = {
    ...harness.link,
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    isHealthy: async () => harness.link.healthy,
    record: ({ flagId }) => poles.get(flagId)?.record ?? ABSENT_RECORD,
  };
  const servicesOn = (db: Database): Services => ({ ...harness.services, db, link });
  let services = servicesOn(harness.database.db);
  const newWatch = () => new AlertWatch(services, new PoleIndex(services.db));
  let watch = newWatch();

  const add = (id: string, flagId: string, ownerId: string): WatchedPole => {
    const known = { id, flagId, ownerId, record: ABSENT_RECORD };
    const pole = { ...known, isSilent: false, node: { voltage: 42 } };
    poles.set(flagId, pole);
    return pole;
  };
  const report = () => {
    for (const pole of poles.values()) {
      if (pole.isSilent && pole.record !== ABSENT_RECORD) continue;
      pole.record = readRecord({ ...pole.node, seenAt: time.now });
      const address = { ownerId: pole.ownerId, flagId: pole.flagId };
      for (const watcher of watchers) watcher(address, pole.record);
    }
  };
  const round = async () => {
    await watch.round();
    const settings = { ...SETTINGS, mailsPerCompany: world.mailsPerCompany };
    await notifyRecipients(services, settings);
    await notifyMasters(services, settings);
    await deliverMails(services, () => false);
  };

  const world: AlertWorld = {
    harness,
    get services() {
      return services;
    },
    mailServer,
    mailsPerCompany: 1000,
    master,
    company,
    async poleOf(flagRowId) {
      const { flag_id, owner_id } = await services.db.queries
        .selectFrom('flags')
        .select(['flag_id', 'owner_id'])
        .where('id', '=', flagRowId)
        .executeTakeFirstOrThrow();
      return add(flagRowId, flag_id, owner_id);
    },
    async addPoles(names, at = company) {
      const rows = names.map((name) => {
        const id = newId();
        const flagId = `P-${id}`;
        return {
          id,
          flag_id: flagId,
          flag_id_key: uniqueKey(flagId),
          name,
          company_id: at.companyId,
          location_id: at.locationId,
          owner_id: `company-${at.companyId}`,
          move_timeout: null,
          created_at: time.now,
        };
      });
      for (const slice of slices(rows, 500))
        await services.db.queries.insertInto('flags').values(slice).execute();
      return rows.map(({ id, flag_id, owner_id }) => add(id, flag_id, owner_id));
    },
    async pass(ms) {
      for (const end = time.now + ms; time.now < end; ) {
        time.now += end - time.now > 2 * STRIDE_MS ? STRIDE_MS : SECOND_MS;
        report();
        await round();
      }
    },
    async restart(downMs) {
      time.now += downMs;
      services = servicesOn(await harness.database.reopen());
      watch.stop();
      watch = newWatch();
    },
    async mails() {
      const taken = mailServer.mails.splice(0);
      const read = await Promise.all(
        taken.map(async ({ to, raw }) => {
          const { subject = '', text = '', html = '' } = await PostalMime.parse(raw);
          return { to: to.join(', '), subject, text: text.trim(), html };
        }),
      );
      return read.toSorted(
        (a, b) => a.subject.localeCompare(b.subject) || a.to.localeCompare(b.to),
      );
    },
    async set(more) {
      const url = `/api/alerts/settings/${company.companyId}`;
      const { settings } = (await master.call('GET', url)).json;
      const { status, text } = await master.call('PUT', url, { ...settings, ...more });
      if (status !== 200) throw new Error(text);
    },
    async close() {
      mailer.close();
      await harness.close();
      await mailServer.close();
    },
  };
  return world;
}
