import { setTimeout as sleep } from 'node:timers/promises';
import { getAuth } from 'firebase-admin/auth';
import type { Logger } from 'pino';
import type { FirebaseSettings } from '../../platform/config/firebaseSettings.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Bus } from '../../platform/jobs/bus.ts';
import type { Lease } from '../../platform/jobs/lease.ts';
import type { StartCommandObserver } from '../commands/commandObserver.ts';
import { CommandReceipts } from '../commands/commandReceipts.ts';
import { createLink } from '../createLink.ts';
import { type Driver, startDriver } from '../driver.ts';
import type { Realtime } from '../embedded.ts';
import { flushRemotely } from '../outbox/remoteOutbox.ts';
import { adminTree } from '../tree/adminTree.ts';
import { followTree } from '../tree/followTree.ts';
import { googleConnections, googleSignIns, sweepDevices } from './accounts.ts';
import { type Kept, keepTrying } from './keepTrying.ts';
import { OwnFieldsGuard } from './ownFields.ts';
import { openProject } from './project.ts';

export interface FirebaseParts {
  settings: FirebaseSettings;
  /**
   * The lease. The process that holds it keeps the realtime database consistent with the tables.
   */
  lease: Lease;
  db: Database;
  bus: Bus;
  clock: () => number;
  log: Logger;
  observeCommands: StartCommandObserver;
}

/** How long the server waits at startup for the lease and for the live data, in ms. */
const START_WAIT_MS = 5_000;
/**
 * Time in ms between two writes of the fleet summaries. It is long because Google charges for what
 * browsers receive.
 */
const SUMMARY_PACE_MS = 2_000;

/**
 * Keeps the Firebase project consistent with the tables. There is no `writeRefused`, because only
 * Google knows which writes its rules reject.
 */
type FirebaseDriver = Omit<Driver, 'writeRefused'>;

/**
 * Connects the operator's Firebase project with the rest of the server. Only one process keeps the
 * project consistent with the tables. If Google cannot be reached, the server starts anyway and
 * sends the changes later.
 */
export async function linkFirebase(parts: FirebaseParts): Promise<Realtime> {
  const { settings, lease, db, bus, clock, log, observeCommands } = parts;
  const app = openProject(settings);
  const auth = getAuth(app);
  const tree = adminTree(app, log);
  const { live, loaded, stop } = followTree(tree, clock, log);

  const drive = async (): Promise<FirebaseDriver> => {
    await loaded;
    const driver = await startDriver({
      tree,
      live,
      db,
      bus,
      clock,
      log,
      isFirebase: true,
      receipts: new CommandReceipts(),
      observeCommands,
    });
    const guard = new OwnFieldsGuard({ tree, live, db, clock, log });
    sweepDevices(auth, db, clock()).then(
      (count) => count > 0 && log.info({ count }, 'Deleted accounts of devices without a key'),
      (error: unknown) => log.warn({ err: error }, 'The device accounts could not be checked'),
    );
    return {
      flush: () => driver.flush(),
      async stop() {
        await guard.stop();
        await driver.stop();
      },
    };
  };
  let driving: Kept<FirebaseDriver> | null = null;
  const endDriving = async () => {
    const kept = driving;
    driving = null;
    await kept?.stop();
  };
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  await lease.add(async ({ signal }) => {
    // Stop immediately and not after the other tasks of the lease holder, which stop one after
    // another.
    signal.addEventListener('abort', () => void endDriving());
    const kept = keepTrying(drive, log);
    driving = kept;
    begun();
    return endDriving;
  });
  const connections = googleConnections(auth, log);
  await inTime(Promise.all([isBegun, loaded]));
  return {
    link: createLink({
      tree,
      live,
      connections,
      signIns: googleSignIns(auth, settings.project.authDomain, log),
      flushOutbox: () => driving?.current()?.flush() ?? flushRemotely(db, bus),
      bus,
      clock,
      summaryPace: () => (driving?.current() && tree.isConnected() ? SUMMARY_PACE_MS : null),
    }),
    connections,
    isDriver: () => lease.isHeld(),
    async stop() {
      await endDriving();
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
