import type { RealtimeServer } from '@halyard/realtime';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import type { Bus } from '../platform/jobs/bus.ts';
import type { Job, Jobs } from '../platform/jobs/jobs.ts';
import { type Connections, embeddedConnections, serveConnections } from './callers/connections.ts';
import { deviceKeyIdOf, sessionIdOf } from './callers/identities.ts';
import { findRevoked } from './callers/revocations.ts';
import { ownSignIns } from './callers/signIns.ts';
import type { StartCommandObserver } from './commands/commandObserver.ts';
import type { CommandReceipts } from './commands/commandReceipts.ts';
import { createLink } from './createLink.ts';
import { createDriver, type Driver } from './driver.ts';
import type { RealtimeLink } from './link.ts';
import { embeddedTree } from './tree/embeddedTree.ts';
import { followTree } from './tree/followTree.ts';
import type { LiveState } from './tree/liveState.ts';

/** How long, in ms, a connection can outlive its session if the message to close it gets lost. */
const SWEEP_MS = 5000;
/**
 * How often to write the fleet summaries, in ms. Each write causes work in every browser that shows
 * a summary.
 */
const SUMMARY_PACE_MS = 500;

export interface EmbeddedParts {
  /** The server that `openRealtime` has created. */
  server: RealtimeServer;
  db: Database;
  bus: Bus;
  jobs: Pick<Jobs, 'start' | 'stop'>;
  clock: () => number;
  log: Logger;
  receipts: CommandReceipts;
  observeCommands: StartCommandObserver;
}

/** Gives the rest of the server access to the realtime database. */
export interface Realtime {
  link: RealtimeLink;
  connections: Connections;
  /** Whether this process keeps the realtime database consistent with the relational database. */
  isDriver(): boolean;
  stop(): Promise<void>;
}

/**
 * The realtime database inside this process. The process also keeps it consistent with the
 * relational database.
 */
export type EmbeddedRealtime = Realtime & Pick<Driver, 'writeRefused'>;

/**
 * Connects the realtime database inside this process to the rest of the server. This process also
 * keeps the realtime database consistent with the relational database.
 */
export async function linkEmbedded(parts: EmbeddedParts): Promise<EmbeddedRealtime> {
  const { server, bus, jobs, clock, log, receipts, observeCommands } = parts;
  const tree = embeddedTree(server);
  const { live, loaded, stop } = followTree(tree, clock, log);
  const driver = createDriver({
    tree,
    live,
    loaded,
    bus,
    clock,
    log,
    isFirebase: false,
    receipts,
    observeCommands,
  });
  await jobs.start(driver.jobs);
  // Only now execute the writes that an earlier process has left: the command log has started and
  // can see what they replace, and permissions are up to date.
  server.runLeftWrites();
  const unwatch = endListensOfMoved(server, live);
  const connections = embeddedConnections(server);
  serveConnections(bus, connections);
  await jobs.start([revocationJob(parts, connections)]);
  return {
    link: createLink({
      tree,
      live,
      connections,
      signIns: ownSignIns,
      flushOutbox: () => driver.flush(),
      bus,
      clock,
      summaryPace: () => SUMMARY_PACE_MS,
    }),
    connections,
    isDriver: () => true,
    writeRefused: (write) => driver.writeRefused(write),
    async stop() {
      await jobs.stop();
      unwatch();
      stop();
      await server.close();
    },
  };
}

/**
 * Ends users' subscriptions to a flag that has moved to a company or location that they may not
 * see. The rules do not do this, because they are checked only when a subscription begins.
 * @returns a function that stops this check
 */
function endListensOfMoved(server: RealtimeServer, live: LiveState): () => void {
  let isDue = false;
  return live.onMoved(() => {
    if (isDue) return;
    isDue = true;
    // Make one check for all flags that move in the same turn of the event loop, such as those of a
    // location.
    setImmediate(() => {
      isDue = false;
      server.recheck((identity) => sessionIdOf(identity) !== null);
    });
  });
}

/** Returns the job that closes the connections of clients that no longer have access. */
const revocationJob = (parts: EmbeddedParts, connections: Connections): Job => ({
  name: 'revocations',
  where: 'each',
  everyMs: SWEEP_MS,
  begin: () => ({ round: () => endRevoked(parts, connections) }),
});

/**
 * Ends connections whose session or device key is no longer valid, or whose permissions have
 * changed. Needed because the messages that end such connections may get lost.
 */
async function endRevoked(
  { server, db, bus }: EmbeddedParts,
  connections: Connections,
): Promise<void> {
  const all = Array.from(server.connections(), ({ identity }) => identity);
  // With a single process, sessions end without a message only if the operator changes the database
  // by hand. A SQLite query for 10,000 poles would block everything else in the meantime.
  const identities = bus.isShared ? all : all.filter((one) => deviceKeyIdOf(one) === null);
  const { sessionIds, deviceKeyIds } = await findRevoked(db, identities);
  if (sessionIds.length > 0) connections.endSessions(sessionIds);
  if (deviceKeyIds.length > 0) connections.endDeviceKeys(deviceKeyIds);
}
