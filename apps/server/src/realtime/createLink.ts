import { randomUUID } from 'node:crypto';
import { desiredStates, newCommand, readRecord, withSwitches } from '@halyard/domain';
import { AppError } from '../errors.ts';
import { hardwarePath } from '../outbox/mirror.ts';
import type { Connections } from './connections.ts';
import type { RealtimeLink } from './link.ts';
import type { LiveState } from './liveState.ts';
import type { SignIns } from './signIns.ts';
import type { TreeClient } from './tree.ts';

export interface LinkParts {
  tree: TreeClient;
  live: LiveState;
  connections: Connections;
  signIns: SignIns;
  /** Has what the outbox holds applied; answers after at most 2 s, done or not. */
  flushOutbox(): Promise<void>;
  clock: () => number;
}

/** The link over any tree. */
export function createLink({
  tree,
  live,
  connections,
  signIns,
  flushOutbox,
  clock,
}: LinkParts): RealtimeLink {
  return {
    flushOutbox,
    record: (address) => live.record(address),
    ownersOf: (flagId) => live.ownersOf(flagId),
    async command(address, states, userId) {
      try {
        // Built on what is desired at that very moment: two people's switches do not undo each other.
        await tree.modify(hardwarePath(address), (current) => {
          const desired = withSwitches(desiredStates(readRecord(current)), states);
          return { ...newCommand(desired, userId, randomUUID(), clock()) };
        });
      } catch (error) {
        throw new AppError('unavailable', 'The command could not be stored.', { cause: error });
      }
    },
    ...signIns,
    sessionsEnded: (sessionIds) => connections.endSessions(sessionIds),
    accountChanged: (userId) => connections.endAccount(userId),
    deviceKeysRevoked: (keyIds) => connections.endDeviceKeys(keyIds),
    connectedUserIds: () => new Set(Array.from(connections.sessions(), ({ userId }) => userId)),
    isHealthy: async () => tree.isConnected(),
  };
}
