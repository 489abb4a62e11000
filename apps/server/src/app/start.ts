import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { momentText, setDisplayLocale } from '@halyard/domain';
import { useLanguage } from '@halyard/messages/language';
import { CallRefusals } from '../features/activity/commandLog/callRefusals.ts';
import { StrangerRefusals } from '../features/activity/strangerRefusals.ts';
import { deviceKeyHolder } from '../features/flags/keys/keys.ts';
import { createKeyUses, type KeyUses } from '../features/flags/keys/keyUses.ts';
import { createPoleTests } from '../features/flags/poleTests/poleTests.ts';
import { watchRefusedDevices } from '../features/flags/refusedDevices/refusedDevices.ts';
import { createLists } from '../features/fleet/summaries/createLists.ts';
import { PoleIndex } from '../features/halfStaff/poles/poleIndex.ts';
import { SiteCounts } from '../features/halfStaff/poles/siteCounts.ts';
import { WrongPositionIndex } from '../features/halfStaff/poles/wrongPositions/wrongPositionIndex.ts';
import { createSessions, type Sessions } from '../features/identity/sessions/sessions.ts';
import { ensureSetupCode } from '../features/identity/signIn/setUpCode.ts';
import { createTokens, type Tokens } from '../features/identity/tokens/tokens.ts';
import { SystemSettings } from '../features/operation/settings/systemSettings.ts';
import { domainClockOf } from '../platform/clock.ts';
import { type Config, readConfig, SETTING_NAMES } from '../platform/config/config.ts';
import { emptyFolder, prepareFolder } from '../platform/config/dataFolder.ts';
import { misspelled } from '../platform/config/settingNames.ts';
import {
  type Database,
  databasePlace,
  refuseNewer,
  SQLITE_FILE,
} from '../platform/database/database.ts';
import { asFileFault } from '../platform/database/engines/fileFault.ts';
import { SQLITE } from '../platform/database/engines/outage.ts';
import { openFrontDoor } from '../platform/http/frontDoor.ts';
import { wrongHost } from '../platform/http/hosts.ts';
import { openCertificate } from '../platform/http/tls/openCertificate.ts';
import { Cleanup } from '../platform/jobs/cleanup.ts';
import { createLog } from '../platform/log/log.ts';
import { mailCatcher } from '../platform/mail/catcher.ts';
import { framedMailer } from '../platform/mail/frame.ts';
import { passOnRefusals } from '../realtime/server/refusedRequests.ts';
import { buildApp } from './api/app.ts';
import { createHealth } from './api/health.ts';
import { addressOf, settingsOf } from './appSettings.ts';
import { asCannotStart } from './asCannotStart.ts';
import type { DemoClock } from './demo/demoClock.ts';
import { isUnfinished } from './demo/fleet.ts';
import type { StartMemorialDay } from './demo/memorialDayRun.ts';
import { DEMO_SIGN_INS, seedDemo } from './demo/seed.ts';
import { jobList } from './jobs/list.ts';
import { displayLanguage } from './language.ts';
import { watchFleet } from './metrics/fleetMetrics.ts';
import { watchJobs } from './metrics/jobMetrics.ts';
import { watchConnections } from './metrics/limitMetrics.ts';
import { createMetrics } from './metrics/metrics.ts';
import { countedMailer, watchOperation } from './metrics/operationMetrics.ts';
import { watchRealtime } from './metrics/realtimeMetrics.ts';
import { type Callers, openStores } from './stores.ts';

const HELP_ROOT = fileURLToPath(new URL('../../../docs/dist', import.meta.url));

export interface StartOptions {
  env: NodeJS.ProcessEnv;
  /** Whether to create the demo data and to show the demo accounts. */
  demo: boolean;
  /** Whether to empty DATA_DIR before starting. Used only by the demo. */
  reset: boolean;
  print(text: string): void;
  /**
   * Called when another process has taken over this installation's data. After that, this process
   * serves no requests and must exit.
   */
  onLost?(error: Error): void;
  /** Returns the current time in epoch milliseconds. Tests pass their own clock. */
  clock?: () => number;
  /**
   * The demo's clock for half-staff days and orders. A demo clock also turns autopilot on. Defaults
   * to real time.
   */
  demoClock?: DemoClock | null;
  /**
   * Whether to turn autopilot on in the demo and create sample orders. With a demo clock, autopilot
   * is always on.
   */
  demoAutopilot?: boolean;
  /**
   * Starts the Memorial Day simulation next to the demo. Omitted if this process cannot start it.
   */
  startMemorialDay?: StartMemorialDay;
}

export interface Running {
  url: string;
  /** The path of the file with the demo's poles and their keys. Null if this is not the demo. */
  fleetFile: string | null;
  /**
   * Stops the server: refuses new connections, ends streams and sockets, stores all pending data,
   * and closes the databases, in this order.
   */
  stop(): Promise<void>;
}

/**
 * Reads the configuration, opens both databases and starts serving.
 * @throws CannotStart for every problem that an operator can fix
 */
export async function start(options: StartOptions): Promise<Running> {
  const cleanup = new Cleanup();
  try {
    return await assemble(options, cleanup);
  } catch (error) {
    await cleanup.run();
    throw asCannotStart(error);
  }
}

async function assemble(options: StartOptions, cleanup: Cleanup): Promise<Running> {
  const config = readConfig(options.env, { demo: options.demo });
  try {
    return await assembleBy(config, options, cleanup);
  } catch (error) {
    // Any query during startup may be the first one to hit damaged data. Errors from the realtime
    // database already name the damaged file.
    const isOfTables = (error as { code?: unknown }).code === SQLITE;
    throw isOfTables ? asFileFault(error, path.join(config.dataDir, SQLITE_FILE)) : error;
  }
}

async function assembleBy(
  given: Config,
  options: StartOptions,
  cleanup: Cleanup,
): Promise<Running> {
  const clock = options.clock ?? Date.now;
  const { log, watch } = createLog(given.logLevel);
  const { webRoot, language } = displayLanguage(given.displayLanguage);
  useLanguage(language);
  setDisplayLocale(language.tag);
  const doubtful = misspelled(options.env, SETTING_NAMES);
  if (doubtful.length > 0)
    log.warn(
      { names: Object.fromEntries(doubtful.map(({ name, meant }) => [name, meant])) },
      'Some environment variables have no effect: their names look like misspelled settings',
    );
  const certificate = given.tls && (await openCertificate(given.tls, { log, clock }));
  if (given.realtimeMode !== 'remote') await prepareFolder(given.dataDir);
  // A process that serves only the API is one of several. A proxy can use the others until this one
  // is ready.
  const listensLate = given.realtimeMode === 'remote';
  const door = await openFrontDoor({ ...given, listensLate }, certificate);
  cleanup.add(() => door.close());
  const config = {
    ...given,
    publicUrl: given.publicUrl ?? addressOf(given, certificate, door.port),
  };
  if (options.demo && (options.reset || (await isUnfinished(config.dataDir))))
    await emptyFolder(config);
  // Check this before opening the realtime database, because opening it executes the pending
  // disconnect operations.
  await refuseNewer(databasePlace(config));

  const metrics = config.metricsToken === null ? null : createMetrics();
  const parts = {
    config,
    clock,
    log,
    cleanup,
    metrics,
    onLost: (error: Error) => options.onLost?.(error),
  };
  const stores = await openStores(parts);
  const { db, realtime, jobs } = stores;
  const health = createHealth({ db, link: realtime.link });
  const unwatch = watch(async () => {
    const { database, realtime: tree } = await health();
    return database && tree;
  });
  cleanup.add(async () => unwatch());
  // Without a mail server, the demo shows its emails in the browser instead of sending them.
  const catcher = options.demo && config.given.smtpUrl === null ? mailCatcher(clock) : undefined;
  const settings = settingsOf(config, door.port, options);
  const system = await SystemSettings.open({
    db,
    log,
    given: config.given,
    dataDir: config.dataDir,
    secrets: settings.secrets,
    fallback: catcher ?? null,
    around: (mailer) => {
      const framed = framedMailer(mailer, settings);
      return metrics ? countedMailer(metrics.registry, framed) : framed;
    },
    announce: () => jobs.kick('settings'),
  });
  cleanup.add(() => system.close());

  const services = {
    db,
    link: realtime.link,
    get mailer() {
      return system.mailer;
    },
    clock,
    domainClock: options.demoClock?.domainClock ?? domainClockOf(clock),
    log,
  };
  const sessions = createSessions(services, settings);
  const tokens = createTokens(services);
  const keyUses = createKeyUses(services);
  const strangers = new StrangerRefusals(services);
  const refusals = new CallRefusals(services);
  const refusedDevices = stores.server && watchRefusedDevices(services);
  const refused = refusedDevices ? passOnRefusals(strangers, refusedDevices) : () => {};
  stores.admit({ ...identitiesOf(db, sessions, tokens, keyUses), refused });
  const poleTests = createPoleTests(services);
  const poles = new PoleIndex(db);
  const lists = createLists(services, poles, stores.bus);
  const siteCounts = new SiteCounts(services, poles);
  const wrongPositions = new WrongPositionIndex(services, poles);
  const list = jobList({
    services,
    settings,
    config,
    env: options.env,
    system,
    sessions,
    uses: [keyUses, tokens],
    connections: realtime.connections,
    refusals: [strangers, refusals, ...(refusedDevices ? [refusedDevices] : [])],
    poleTests,
    lists,
    poles,
    siteCounts,
    wrongPositions,
  });
  cleanup.add(() => jobs.stop());
  if (metrics) {
    watchConnections(metrics.registry, door);
    if (stores.server) watchRealtime(metrics.registry, stores.server);
    watchOperation(metrics.registry, { db, dataDir: config.dataDir });
    watchJobs(metrics.registry, jobs, stores.lease);
    const unwatch = watchFleet(metrics.registry, services, wrongPositions, lists.fleet);
    cleanup.add(async () => unwatch());
  }
  const app = await buildApp({
    ...services,
    lists,
    siteCounts,
    wrongPositions,
    system,
    backups: { kick: () => jobs.kick('backups') },
    orderSources: { kick: () => jobs.kick('order-sources') },
    poleTests,
    sessions,
    tokens,
    settings,
    strangers,
    refusals,
    ...(catcher && { catcher }),
    ...(options.startMemorialDay && { startMemorialDay: options.startMemorialDay }),
    ...(metrics && config.metricsToken && { metrics: { metrics, token: config.metricsToken } }),
    webRoot,
    ...(existsSync(path.join(HELP_ROOT, 'index.html')) && { helpRoot: HELP_ROOT }),
    serverFactory: door.serverFactory,
  });
  await app.ready();
  cleanup.add(() => app.close());
  cleanup.add(async () => {
    door.stopAccepting();
    await stores.server?.stopServing();
    await door.answered();
  });

  const demo = options.demo
    ? await seedDemo({
        ...services,
        dataDir: config.dataDir,
        autopilot: options.demoClock ? 'on-own-clock' : options.demoAutopilot ? 'on' : 'off',
      })
    : null;
  // After a restart, all poles reconnect at once. Load the lists before that, because users would
  // otherwise wait for them.
  if (stores.server) await lists.fleet.current();
  // Start the jobs only after the demo's history has been created.
  await jobs.start(list);
  await door.open(stores.server, wrongHost({ ...config, tls: config.tls !== null }));
  const scheme = config.tls ? 'https' : 'http';
  const url = config.publicUrl ?? `${scheme}://localhost:${door.port}`;
  options.print(`${config.productName} is ready: ${url}`);
  if (demo) greetDemo(options);
  else if (realtime.isDriver()) await greetFirst(options, db, url);
  return {
    // This is the URL of the process itself, not the URL of a proxy in front of it.
    url: `${scheme}://127.0.0.1:${door.port}`,
    fleetFile: demo?.fleetFile ?? null,
    stop: () => cleanup.run(),
  };
}

/** Returns the functions that identify the clients of the realtime database. */
function identitiesOf(
  db: Database,
  sessions: Sessions,
  tokens: Tokens,
  keyUses: KeyUses,
): Omit<Callers, 'refused'> {
  return {
    async session(cookie) {
      const signedIn = await sessions.fromCookie(cookie);
      if (!signedIn) return null;
      const { session, actor } = signedIn;
      // Users who must first set a new password or set up two-factor authentication cannot access
      // the realtime database.
      if (session.temporary || session.secondFactorMissing) return null;
      return { sid: session.sid, actor, expiresAt: session.expiresAt };
    },
    async device(key) {
      const holder = await deviceKeyHolder(db, key);
      if (holder) keyUses.presented(holder);
      return holder;
    },
    deviceReported: (keyId) => keyUses.reported(keyId),
    token: (secret) => tokens.find(secret),
  };
}

function greetDemo({ print, demoClock }: StartOptions): void {
  const { usernames, password } = DEMO_SIGN_INS;
  print(
    `Sign in as ${usernames.join(', ')} with the password ${password}. Press Ctrl-C to stop the demo.`,
  );
  if (!demoClock) return;
  const shown = momentText(demoClock.domainClock.now());
  print(
    `Autopilot is on; the demo clock shows ${shown} and runs ${demoClock.speed} times as fast.`,
  );
}

/**
 * Prints the setup link if there are no accounts. Only one process may print it, because each new
 * setup code invalidates the previous one.
 */
async function greetFirst({ print }: StartOptions, db: Database, url: string): Promise<void> {
  const code = await ensureSetupCode(db);
  if (code !== null) print(`Create the first master account: ${url}/setup#${code}`);
}
