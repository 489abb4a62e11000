import type { RealtimeServer } from '@halyard/realtime';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { embeddedConnections } from './connections.ts';
import { createLink } from './createLink.ts';
import { startDriver } from './driver.ts';
import { embeddedTree } from './embeddedTree.ts';
import { followTree } from './followTree.ts';
import type { RealtimeLink } from './link.ts';
import { ownSignIns } from './signIns.ts';

export interface EmbeddedParts {
  /** As `openRealtime` made it. */
  server: RealtimeServer;
  db: Database;
  clock: () => number;
  log: Logger;
}

/** The realtime database as the rest of the server is given it. */
export interface Realtime {
  link: RealtimeLink;
  stop(): Promise<void>;
}

/** Wires the embedded realtime database to the rest of the server; this process drives it. */
export async function linkEmbedded({ server, db, clock, log }: EmbeddedParts): Promise<Realtime> {
  const tree = embeddedTree(server);
  const { live, loaded, stop } = followTree(tree, clock, log);
  await loaded;
  const driver = await startDriver({ tree, live, db, clock, log });
  return {
    link: createLink({
      tree,
      live,
      connections: embeddedConnections(server),
      signIns: ownSignIns,
      flushOutbox: () => driver.flush(),
      clock,
    }),
    async stop() {
      await driver.stop();
      stop();
      await server.close();
    },
  };
}
