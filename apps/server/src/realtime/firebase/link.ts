import { setTimeout as sleep } from 'node:timers/promises';
import { getAuth } from 'firebase-admin/auth';
import type { Logger } from 'pino';
import type { FirebaseSettings } from '../../platform/config/firebaseSettings.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Bus } from '../../platform/jobs/bus.ts';
import type { Job, Jobs } from '../../platform/jobs/jobs.ts';
import type { Lease } from '../../platform/jobs/lease.ts';
import type { StartCommandObserver } from '../commands/commandObserver.ts';
import { CommandReceipts } from '../commands/commandReceipts.ts';
import { createLink } from '../createLink.ts';
import { createDriver } from '../driver.ts';
import type { Realtime } from '../embedded.ts';
import { flushRemotely } from '../outbox/remoteOutbox.ts';
import { adminTree } from '../tree/adminTree.ts';
import { followTree } from '../tree/followTree.ts';
import { googleConnections, googleSignIns, sweepDevices } from './accounts.ts';
import { OwnFieldsGuard, ROUND_MS } from './ownFields.ts';
import { openProject } from './project.ts';

export interface FirebaseParts {
  settings: FirebaseSettings;
  /** The lease whose holder keeps the realtime database consistent with the relational database. */
  lease: Lease;
  jobs: Pick<Jobs, 'start' | 'stop'>;
  db: Database;
  bus: Bus;
  clock: () => number;
  log: Logger;
  observeCommands: StartCommandObserver;
}

/** How long the server waits at startup for the lease and for the live data, in ms. */
const START_WAIT_MS = 5_000;
/**
 * How often to write the fleet summaries, in ms. The interval is long because Google charges for
 * what browsers receive.
 */
const SUMMARY_PACE_MS = 2_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Connects the operator's Firebase project with the rest of the server. Only one process keeps the
 * project consistent with the relational database. If Google cannot be reached, the server starts
 * anyway and sends the changes later.
 */
export async function linkFirebase(parts: FirebaseParts): Promise<Realtime> {
  const { settings, lease, jobs, db, bus, clock, log, observeCommands } = parts;
  const app = openProject(settings);
  const auth = getAuth(app);
  const tree = adminTree(app, log);
  const { live, loaded, stop } = followTree(tree, clock, log);

  const driver = createDriver({
    tree,
    live,
    loaded,
    bus,
    clock,
    log,
    isFirebase: true,
    receipts: new CommandReceipts(),
    observeCommands,
  });
  const ownFieldsJob: Job = {
    name: 'own-fields',
    where: 'holder',
    start: 'later',
    everyMs: ROUND_MS,
    async begin({ db, signal }) {
      await driver.driving(signal);
      const guard = new OwnFieldsGuard({ tree, live, db, clock, log });
      signal.addEventListener('abort', () => guard.stop());
      return guard;
    },
  };
  const deviceAccountsJob: Job = {
    name: 'device-accounts',
    where: 'holder',
    start: 'later',
    everyMs: DAY_MS,
    begin: ({ db }) => ({
      async round() {
        const count = await sweepDevices(auth, db, clock());
        if (count > 0) log.info({ count }, 'Deleted accounts of devices without a key');
      },
    }),
  };
  await jobs.start([...driver.jobs, ownFieldsJob, deviceAccountsJob]);
  // The first start prints a link, and only the process that holds the lease does.
  const isBegun = new Promise<void>((begun) => {
    void lease.add(async () => {
      begun();
      return async () => {};
    });
  });
  const connections = googleConnections(auth, log);
  await inTime(Promise.all([isBegun, loaded]));
  return {
    link: createLink({
      tree,
      live,
      connections,
      signIns: googleSignIns(auth, settings.project.authDomain, log),
      flushOutbox: () => (driver.isDriving() ? driver.flush() : flushRemotely(db, bus)),
      bus,
      clock,
      summaryPace: () => (driver.isDriving() && tree.isConnected() ? SUMMARY_PACE_MS : null),
    }),
    connections,
    isDriver: () => lease.isHeld(),
    async stop() {
      await jobs.stop();
      stop();
      await tree.close();
    },
  };
}

async function inTime(work: Promise<unknown>): Promise<void> {
  const waited = new AbortController();
  const late = sleep(START_WAIT_MS, undefined, { signal: waited.signal }).catch(() => undefined);
  await Promise.race([work, late]);
  waited.abort();
}
