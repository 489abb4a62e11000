import type { RealtimeServer } from '@halyard/realtime';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import type { Bus } from '../platform/jobs/bus.ts';
import { everyRound } from '../platform/jobs/rounds.ts';
import { type Connections, embeddedConnections, serveConnections } from './callers/connections.ts';
import { deviceKeyIdOf } from './callers/identities.ts';
import { findRevoked } from './callers/revocations.ts';
import { ownSignIns } from './callers/signIns.ts';
import type { StartCommandObserver } from './commands/commandObserver.ts';
import type { CommandReceipts } from './commands/commandReceipts.ts';
import { createLink } from './createLink.ts';
import { type Driver, startDriver } from './driver.ts';
import type { RealtimeLink } from './link.ts';
import { embeddedTree } from './tree/embeddedTree.ts';
import { followTree } from './tree/followTree.ts';

/** Milliseconds that a connection may outlive its session where nothing told this process of its end. */
const SWEEP_MS = 5000;

export interface EmbeddedParts {
  /** As `openRealtime` made it. */
  server: RealtimeServer;
  db: Database;
  bus: Bus;
  clock: () => number;
  log: Logger;
  receipts: CommandReceipts;
  observeCommands: StartCommandObserver;
}

/** The realtime database as the rest of the server is given it. */
export interface Realtime {
  link: RealtimeLink;
  connections: Connections;
  /** Whether this process is the one that keeps both databases in step and in order. */
  isDriver(): boolean;
  stop(): Promise<void>;
}

/** The realtime database of this process, which drives it. */
export type EmbeddedRealtime = Realtime & Pick<Driver, 'writeRefused'>;

/** Wires the embedded realtime database to the rest of the server; this process drives it. */
export async function linkEmbedded(parts: EmbeddedParts): Promise<EmbeddedRealtime> {
  const { server, db, bus, clock, log, receipts, observeCommands } = parts;
  const tree = embeddedTree(server);
  const { live, loaded, stop } = followTree(tree, clock, log);
  await loaded;
  const driver = await startDriver({
    tree,
    live,
    db,
    bus,
    clock,
    log,
    isFirebase: false,
    receipts,
    observeCommands,
  });
  // After the log has begun, which would not see what is replaced, and rights are up to date.
  server.runLeftWrites();
  const connections = embeddedConnections(server);
  serveConnections(bus, connections);
  const sweep = everyRound(
    SWEEP_MS,
    async () => endRevoked(parts, connections),
    (error) => log.warn({ err: error }, 'Could not check the sessions of live connections'),
  );
  return {
    link: createLink({
      tree,
      live,
      connections,
      signIns: ownSignIns,
      flushOutbox: () => driver.flush(),
      bus,
      clock,
    }),
    connections,
    isDriver: () => true,
    writeRefused: (write) => driver.writeRefused(write),
    async stop() {
      await sweep.stop();
      await driver.stop();
      stop();
      await server.close();
    },
  };
}

/** Ends the connections whose session or key is gone or has other rights: no message need arrive. */
async function endRevoked(
  { server, db, bus }: EmbeddedParts,
  connections: Connections,
): Promise<void> {
  const all = Array.from(server.connections(), ({ identity }) => identity);
  // Beside a single process there is the operator's own hand at most, which ends sessions. Asking
  // SQLite for 10,000 poles would hold up everyone else for as long as it takes.
  const identities = bus.isShared ? all : all.filter((one) => deviceKeyIdOf(one) === null);
  const { sessionIds, deviceKeyIds } = await findRevoked(db, identities);
  if (sessionIds.length > 0) connections.endSessions(sessionIds);
  if (deviceKeyIds.length > 0) connections.endDeviceKeys(deviceKeyIds);
}
