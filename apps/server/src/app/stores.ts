import type { RealtimeServer } from '@halyard/realtime';
import type { Logger } from 'pino';
import { CommandLog } from '../features/activity/commandLog/commandLog.ts';
import type { Config } from '../platform/config/config.ts';
import { holdFolder, treeStore } from '../platform/config/dataFolder.ts';
import {
  type Database,
  databasePlace,
  type OnMigration,
  openDatabase,
} from '../platform/database/database.ts';
import { type Bus, localBus, postgresBus } from '../platform/jobs/bus.ts';
import type { Cleanup } from '../platform/jobs/cleanup.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { Lease } from '../platform/jobs/lease.ts';
import { type IdentityParts, isSecret } from '../realtime/callers/identities.ts';
import { CommandReceipts } from '../realtime/commands/commandReceipts.ts';
import { type EmbeddedRealtime, linkEmbedded, type Realtime } from '../realtime/embedded.ts';
import { type OpenParts, openRealtime } from '../realtime/server/open.ts';
import type { Metrics } from './metrics/metrics.ts';

/** The namespace that clients send to select the realtime database. */
export const NAMESPACE = 'halyard';

/** The functions that identify the clients of the realtime database. */
export type Callers = Pick<IdentityParts, 'session' | 'device' | 'deviceReported' | 'token'> &
  Pick<OpenParts, 'refused'>;

/**
 * The two databases of a process, with the lease and the message bus. Only the code in this file
 * depends on where the realtime database runs.
 */
export interface Stores {
  db: Database;
  realtime: Realtime;
  /** The lease for the jobs that only one process may run at a time. The lease holder runs them. */
  lease: Lease;
  /**
   * All background jobs of this process. The jobs of the realtime database have already started.
   */
  jobs: Jobs;
  /** The message bus that connects all processes that use the same data. */
  bus: Bus;
  /** The realtime database inside this process. Null if another process runs it. */
  server: RealtimeServer | null;
  /**
   * Lets the realtime database identify clients by their accounts. Before this call, it treats all
   * clients as unauthenticated.
   */
  admit(callers: Callers): void;
}

export interface StoresParts {
  config: Config;
  clock: () => number;
  log: Logger;
  /**
   * Closes the databases, the lease and the message bus when the server stops or fails to start.
   */
  cleanup: Cleanup;
  /** The metrics; null if they are off. */
  metrics: Metrics | null;
  /** Called when another process has taken over this installation's data. */
  onLost(error: Error): void;
}

/** Opens both databases. The settings decide what kind of realtime database to use. */
export function openStores(parts: StoresParts): Promise<Stores> {
  switch (parts.config.realtimeMode) {
    case 'remote':
      return openRemote(parts);
    case 'firebase':
      return openFirebase(parts);
    default:
      return openEmbedded(parts);
  }
}

/** Opens both databases. The realtime database runs inside this process. */
async function openEmbedded({
  config,
  clock,
  log,
  cleanup,
  metrics,
  onLost,
}: StoresParts): Promise<Stores> {
  // Take the lock of the realtime store first, because only the process with that lock may touch
  // the rest of the folder. The relational database, which identifies clients, is open before any
  // client can connect.
  let callers: Callers | null = null;
  let driver: EmbeddedRealtime | null = null;
  const receipts = new CommandReceipts();
  const server = await openRealtime({
    store: metrics ? metrics.timed(treeStore(config)) : treeStore(config),
    clock,
    log,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    secure: config.secureCookies,
    onLost,
    session: async (cookie) => (callers ? callers.session(cookie) : null),
    device: async (key) => (callers ? callers.device(key) : null),
    deviceReported: (keyId) => callers?.deviceReported(keyId),
    token: async (secret) => (callers ? callers.token(secret) : null),
    refused: (request) => callers?.refused(request),
    isServer: isSecret(config.realtimeSecret),
    receipts,
    writeRefused: (write) => driver?.writeRefused(write),
  });
  cleanup.add(() => server.close());
  const db = await openDatabase(databasePlace(config), logMigrations(log));
  cleanup.add(() => db.close());
  const bus = await openBus(config, log);
  cleanup.add(() => bus.close());
  const { lease, jobs } = await openJobs(config, { db, bus, clock, log }, cleanup);
  const realtime = await linkEmbedded({
    server,
    db,
    bus,
    jobs,
    clock,
    log,
    receipts,
    observeCommands: CommandLog.start,
  });
  driver = realtime;
  cleanup.add(() => realtime.stop());
  return {
    db,
    realtime,
    lease,
    jobs,
    bus,
    server,
    admit(given) {
      callers = given;
    },
  };
}

/**
 * Opens both databases in a process that does not run the realtime database itself. This process
 * uses the same PostgreSQL database as the process that runs the realtime database.
 */
async function openRemote({ config, clock, log, cleanup }: StoresParts): Promise<Stores> {
  const { databaseUrl, realtimeUrl: url, realtimeSecret: secret } = config;
  if (databaseUrl === null || url === null || secret === null)
    throw new TypeError('REALTIME=remote without its settings');
  const db = await openDatabase({ databaseUrl }, logMigrations(log));
  cleanup.add(() => db.close());
  const bus = await openBus(config, log);
  cleanup.add(() => bus.close());
  const place = { url, secret, namespace: NAMESPACE };
  // Load Google's libraries only here. They take a second to load, and the other modes do not need
  // them.
  const { linkRemote } = await import('../realtime/remote.ts');
  const realtime = await linkRemote({ place, db, bus, clock, log });
  cleanup.add(() => realtime.stop());
  const { lease, jobs } = await openJobs(config, { db, bus, clock, log }, cleanup);
  return { db, realtime, lease, jobs, bus, server: null, admit() {} };
}

/** Opens both databases. The realtime database is in the operator's Firebase project. */
async function openFirebase({ config, clock, log, cleanup }: StoresParts): Promise<Stores> {
  const { databaseUrl, firebase: settings } = config;
  if (settings === null) throw new TypeError('REALTIME=firebase without its settings');
  if (databaseUrl === null) cleanup.add(await holdFolder(config));
  const db = await openDatabase(databasePlace(config), logMigrations(log));
  cleanup.add(() => db.close());
  const bus = await openBus(config, log);
  cleanup.add(() => bus.close());
  const { lease, jobs } = await openJobs(config, { db, bus, clock, log }, cleanup);
  const { linkFirebase } = await import('../realtime/firebase/link.ts');
  const realtime = await linkFirebase({
    settings,
    lease,
    jobs,
    db,
    bus,
    clock,
    log,
    observeCommands: CommandLog.start,
  });
  cleanup.add(() => realtime.stop());
  // Do this before stopping the link to the realtime database, so that this process does not use a
  // database that is closing.
  cleanup.add(() => lease.stop());
  return { db, realtime, lease, jobs, bus, server: null, admit() {} };
}

/**
 * Opens the message bus between processes. If only one process may run, messages stay inside that
 * process.
 */
async function openBus(config: Config, log: Logger): Promise<Bus> {
  const { databaseUrl, mayBeSeveral } = config;
  return databaseUrl === null || !mayBeSeveral ? localBus() : postgresBus(databaseUrl, log);
}

/** Returns a function that logs the progress of changes to the database's schema. */
const logMigrations =
  (log: Logger): OnMigration =>
  (number, total) =>
    log.info({ number, total }, 'Updating the database schema');

/**
 * Opens the lease that lets one of several server processes run the background jobs. Creates the
 * object that runs this process's jobs.
 */
async function openJobs(
  { databaseUrl }: Config,
  parts: { db: Database; bus: Bus; clock: () => number; log: Logger },
  cleanup: Cleanup,
): Promise<{ lease: Lease; jobs: Jobs }> {
  const lease = await Lease.open({ name: 'jobs', ...parts, databaseUrl });
  cleanup.add(() => lease.stop());
  const jobs = new Jobs({ ...parts, lease });
  cleanup.add(() => jobs.stop());
  return { lease, jobs };
}
