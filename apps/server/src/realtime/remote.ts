import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import type { Bus } from '../platform/jobs/bus.ts';
import { remoteConnections } from './callers/connections.ts';
import { ownSignIns } from './callers/signIns.ts';
import { createLink } from './createLink.ts';
import type { Realtime } from './embedded.ts';
import { flushRemotely } from './outbox/remoteOutbox.ts';
import { followTree } from './tree/followTree.ts';
import { type RemotePlace, remoteTree } from './tree/remoteTree.ts';

/** How long the server waits for the live data when it starts, in ms. */
const START_WAIT_MS = 10_000;

export interface RemoteParts {
  place: RemotePlace;
  db: Database;
  bus: Bus;
  clock: () => number;
  log: Logger;
}

/**
 * Connects this process to the realtime database in another process. That other process keeps the
 * realtime database consistent with the relational database.
 */
export async function linkRemote({ place, db, bus, clock, log }: RemoteParts): Promise<Realtime> {
  const tree = remoteTree(place, log);
  const { live, loaded, stop } = followTree(tree, clock, log);
  const waited = new AbortController();
  const late = sleep(START_WAIT_MS, 'late', { signal: waited.signal }).catch(() => 'loaded');
  if ((await Promise.race([loaded, late])) === 'late')
    log.warn('Serving without live values: the realtime database has not responded yet');
  waited.abort();
  const connections = remoteConnections(bus);
  return {
    link: createLink({
      tree,
      live,
      connections,
      signIns: ownSignIns,
      flushOutbox: () => flushRemotely(db, bus),
      bus,
      clock,
      summaryPace: () => null,
    }),
    connections,
    isDriver: () => false,
    async stop() {
      stop();
      await tree.close();
    },
  };
}
