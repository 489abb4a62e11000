import { asWritten, commandTo, type FlagLock, isLocked, readRecord } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError } from '../platform/errors.ts';
import type { Bus } from '../platform/jobs/bus.ts';
import type { Connections } from './callers/connections.ts';
import type { SignIns } from './callers/signIns.ts';
import { refuseLocked } from './commands/lockRefusal.ts';
import type { RealtimeLink } from './link.ts';
import { hardwarePath } from './outbox/mirroredChanges.ts';
import type { LiveState } from './tree/liveState.ts';
import { type SummaryNodes, summaryNodes } from './tree/summaryNodes.ts';
import type { TreeClient } from './tree/tree.ts';

/**
 * The maximum time in ms that a request waits for its change to reach the realtime database
 * (decision 6).
 */
const PATIENCE_MS = 2000;

export interface LinkParts {
  tree: TreeClient;
  live: LiveState;
  connections: Connections;
  signIns: SignIns;
  /**
   * Applies all queued changes to the realtime database. Resolves when that is done, or after 2 s.
   */
  flushOutbox(): Promise<void>;
  bus: Pick<Bus, 'subscribe'>;
  clock: () => number;
  /**
   * Returns how often this process writes the fleet summaries (the flag counts that browsers show),
   * as an interval in ms. Null if this process does not write them.
   */
  summaryPace: SummaryNodes['pace'];
}

/**
 * Creates the functions that give other features access to the realtime database, whether it is
 * embedded, in another process or in Firebase.
 */
export function createLink({
  tree,
  live,
  connections,
  signIns,
  flushOutbox,
  bus,
  clock,
  summaryPace,
}: LinkParts): RealtimeLink {
  return {
    flushOutbox,
    whenStored: (listener) => bus.subscribe('outbox-done', listener),
    record: (address) => live.record(address),
    positionSince: (address) => live.positionSince(address),
    until: (address, holds) => live.until(address, holds, PATIENCE_MS),
    ownersOf: (flagId) => live.ownersOf(flagId),
    watch: (watcher) => live.watch(watcher),
    async command(address, states, given, only = () => true) {
      let lock: FlagLock | null = null;
      let isWritten: boolean;
      try {
        // Change the current desired state, so that two users do not undo each other's changes.
        isWritten = await tree.modify(hardwarePath(address), (current) => {
          const record = readRecord(current);
          lock = record.lock;
          if (isLocked(record) || !only(record)) return undefined;
          return asWritten(commandTo(record, states, { ...given, issuedAt: clock() }));
        });
      } catch (error) {
        throw new AppError('unavailable', msg`Couldn’t save the command. Try again.`, {
          cause: error,
        });
      }
      refuseLocked(lock);
      return isWritten;
    },
    async report(address, report) {
      await tree.modify(hardwarePath(address), (current) => {
        const { id } = (current ?? {}) as { id?: unknown };
        return id === address.flagId ? report : undefined;
      });
    },
    summaries: summaryNodes(tree, summaryPace),
    ...signIns,
    sessionsEnded: (sessionIds) => connections.endSessions(sessionIds),
    accountChanged: (userId) => connections.endAccount(userId),
    deviceKeysRevoked: (keyIds) => connections.endDeviceKeys(keyIds),
    connectedUserIds: () => new Set(Array.from(connections.sessions(), ({ userId }) => userId)),
    isHealthy: async () => tree.isConnected(),
    canStore: async () => (tree.canStore ? tree.canStore() : tree.isConnected()),
  };
}
