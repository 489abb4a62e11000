import type { Role } from '@halyard/domain';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type AppSettings, buildApp } from '../app/api/app.ts';
import { CallRefusals } from '../features/activity/commandLog/callRefusals.ts';
import type { Context, Services } from '../features/calls/context.ts';
import type { Lists } from '../features/fleet/directory/lists.ts';
import { createLists } from '../features/fleet/summaries/createLists.ts';
import { PoleIndex } from '../features/halfStaff/poles/poleIndex.ts';
import { SiteCounts } from '../features/halfStaff/poles/siteCounts.ts';
import { WrongPositionIndex } from '../features/halfStaff/poles/wrongPositions/wrongPositionIndex.ts';
import { hashAtServer } from '../features/identity/passwords/passwords.ts';
import { createSessions, type Sessions } from '../features/identity/sessions/sessions.ts';
import { createTokens } from '../features/identity/tokens/tokens.ts';
import type { Backups } from '../features/operation/backup/job.ts';
import { SystemSettings } from '../features/operation/settings/systemSettings.ts';
import type { OrderSourceChecks } from '../features/orderDesk/sources/job.ts';
import { domainClockOf } from '../platform/clock.ts';
import { type GivenSettings, NOTHING_GIVEN } from '../platform/config/given.ts';
import type { Engine } from '../platform/database/engines/engine.ts';
import { newId, uniqueKey } from '../platform/database/text.ts';
import { localBus } from '../platform/jobs/bus.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { createSecretBox } from '../platform/secrets/secretBox.ts';
import { openTestDatabase, type TestDatabase } from './engines.ts';
import { type MemoryLink, memoryLink } from './memoryLink.ts';
import { ALONE } from './runJob.ts';

export const DAY_MS = 24 * 60 * 60_000;
/**
 * The password of every test account. It is hashed only once, because hashing is slow on purpose.
 */
export const PASSWORD = 'correct horse';
let passwordHash: Promise<string> | undefined;

const ORIGIN = 'http://localhost:3000';

export const SETTINGS: AppSettings = {
  productName: 'Halyard',
  offlineApp: true,
  publicUrl: ORIGIN,
  mailsPerCompany: 200,
  port: 3000,
  trustProxy: false,
  demo: null,
  realtime: { mode: 'embedded', namespace: 'halyard' },
  version: '0.0.0',
  sessionIdleMs: 14 * DAY_MS,
  sessionMaxMs: 90 * DAY_MS,
  // Masters have the same session limits as other users here, because most tests move the clock by
  // days while a master is signed in.
  masterSessionIdleMs: 14 * DAY_MS,
  masterSessionMaxMs: 90 * DAY_MS,
  secrets: createSecretBox('a key of these tests'),
  requireSecondFactor: [],
  systemProvider: null,
  secureCookies: false,
  webhookPrivateTargets: false,
};

const silent = () => undefined;

/** A response in the form that tests use. */
export interface Answer {
  status: number;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  json: any;
}

/** A client that is either signed in with a cookie or unauthenticated. */
export interface Client {
  id: string;
  cookie: string | null;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    more?: InjectOptions,
  ): Promise<Answer>;
}

/** The company and location of an account. */
export interface Tenant {
  companyId?: string | null;
  locationId?: string | null;
  allCompanies?: boolean;
  mayMovePoles?: boolean;
}

/** The server with its own database, and with a clock that the test controls. */
export interface Harness {
  app: FastifyInstance;
  services: Services;
  settings: AppSettings;
  sessions: Sessions;
  system: SystemSettings;
  link: MemoryLink;
  database: TestDatabase;
  lists: Lists;
  /** The time of the clock in epoch milliseconds. Tests set `now` to change it. */
  time: { now: number };
  /** Returns the context of this account. Feature functions take it as their first argument. */
  contextOf(userId: string): Promise<Context>;
  addUser(role: Role, tenant?: Tenant, username?: string): Promise<string>;
  client(userId: string): Promise<Client>;
  anonymous(): Client;
  /** Creates an account with this role and signs in. */
  as(role: Role, tenant?: Tenant): Promise<Client>;
  close(): Promise<void>;
}

export async function createHarness(
  options: {
    engine?: Engine;
    settings?: Partial<AppSettings>;
    webRoot?: string;
    helpRoot?: string;
    mailer?: Mailer;
    /** The settings that come from environment variables. */
    given?: Partial<GivenSettings>;
    /** Records each backup that a user asks for. */
    backups?: Backups;
    /** Records each request to check order sources immediately. */
    orderSources?: OrderSourceChecks;
  } = {},
): Promise<Harness> {
  const database = await openTestDatabase(options.engine ?? 'sqlite');
  const { db } = database;
  const time = { now: Date.parse('2026-11-20T12:00:00Z') };
  const clock = () => time.now;
  const link = memoryLink(db, clock);
  const settings = { ...SETTINGS, ...options.settings };
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const domainClock = domainClockOf(clock);
  const system = await SystemSettings.open({
    db,
    log,
    given: { ...NOTHING_GIVEN, ...options.given },
    dataDir: '/nowhere',
    secrets: settings.secrets,
    fallback: options.mailer ?? null,
  });
  const services: Services = {
    db,
    link,
    get mailer() {
      return system.mailer;
    },
    clock,
    domainClock,
    log,
  };
  const sessions = createSessions(services, settings);
  const tokens = createTokens(services);
  const watching = { db, clock, domainClock, link: link.watchingLeaves };
  const poles = new PoleIndex(db);
  const lists = createLists(watching, poles);
  const refusals = new CallRefusals(services);
  const jobs = new Jobs({ ...services, lease: ALONE, bus: localBus() });
  await jobs.start([refusals.job]);
  const app = await buildApp({
    db,
    link,
    system,
    backups: options.backups ?? { kick() {} },
    orderSources: options.orderSources ?? { kick() {} },
    poleTests: { begun() {} },
    lists,
    siteCounts: new SiteCounts(watching, poles),
    wrongPositions: new WrongPositionIndex(watching, poles),
    sessions,
    tokens,
    settings,
    strangers: { note() {} },
    refusals,
    clock,
    domainClock,
    ...(options.webRoot === undefined ? {} : { webRoot: options.webRoot }),
    ...(options.helpRoot === undefined ? {} : { helpRoot: options.helpRoot }),
  });
  await app.ready();

  const clientWith = (id: string, cookie: string | null): Client => ({
    id,
    cookie,
    async call(method, url, body, more = {}) {
      const response = await app.inject({
        method,
        url,
        ...more,
        headers: {
          host: 'localhost:3000',
          origin: ORIGIN,
          ...(cookie === null ? {} : { cookie }),
          ...more.headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const type = response.headers['content-type'];
      return {
        status: response.statusCode,
        text: response.body,
        headers: response.headers,
        json: String(type).includes('json') ? response.json() : undefined,
      };
    },
  });

  const harness: Harness = {
    app,
    services,
    settings,
    sessions,
    system,
    link,
    database,
    lists,
    time,
    async contextOf(userId) {
      const user = await db.queries
        .selectFrom('users')
        .selectAll()
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return {
        ...services,
        actor: {
          id: user.id,
          role: user.role,
          companyId: user.company_id,
          locationId: user.location_id,
          allCompanies: user.all_companies,
          mayMovePoles: user.may_move_poles,
        },
        session: {
          sid: 'none',
          userId,
          expiresAt: Number.MAX_SAFE_INTEGER,
          idleMs: Number.MAX_SAFE_INTEGER,
          provenAt: time.now,
          temporary: false,
          secondFactorMissing: false,
        },
        origin: { channel: 'console', address: '192.0.2.1' },
      };
    },
    async addUser(role, tenant = {}, username) {
      passwordHash ??= hashAtServer(PASSWORD);
      const id = newId();
      const name = username ?? `${role}-${id}`;
      await db.queries
        .insertInto('users')
        .values({
          id,
          username: name,
          username_key: uniqueKey(name),
          password_hash: await passwordHash,
          role,
          first_name: 'First',
          last_name: 'Last',
          email: `${id}@example.test`,
          confirmed_email: `${id}@example.test`,
          phone: '5550100000',
          company_id: tenant.companyId ?? null,
          location_id: tenant.locationId ?? null,
          all_companies: tenant.allCompanies ?? false,
          may_move_poles: tenant.mayMovePoles ?? true,
          created_at: time.now,
        })
        .execute();
      return id;
    },
    async client(userId) {
      const { token } = await db.transaction((trx) => sessions.start(trx, userId, null));
      return clientWith(userId, `${sessions.cookieName}=${token}`);
    },
    anonymous: () => clientWith('', null),
    async as(role, tenant) {
      return harness.client(await harness.addUser(role, tenant));
    },
    async close() {
      await app.close();
      await jobs.stop();
      await system.close();
      await database.remove();
    },
  };
  return harness;
}
