import type { RealtimeServer } from '@halyard/realtime';
import { deviceKeyIdOf, sessionIdOf, userIdOf } from './identities.ts';

/** The live connections of browsers and poles, of which only the process that holds them knows. */
export interface Connections {
  /** Ends those of these sessions (public session ids). */
  endSessions(sessionIds: readonly string[]): void;
  /** Ends an account's; they come back with its new rights. */
  endAccount(userId: string): void;
  /** Ends those that a revoked or voided device key opened. */
  endDeviceKeys(keyIds: readonly string[]): void;
  /** Ids of the users that have one. */
  connectedUserIds(): ReadonlySet<string>;
}

/** The connections to the embedded realtime database in this process. */
export function embeddedConnections(server: RealtimeServer): Connections {
  return {
    endSessions(sessionIds) {
      const ended = new Set(sessionIds);
      server.disconnect((identity) => ended.has(sessionIdOf(identity) ?? ''));
    },
    endAccount(userId) {
      server.disconnect((identity) => userIdOf(identity) === userId);
    },
    endDeviceKeys(keyIds) {
      const revoked = new Set(keyIds);
      server.disconnect((identity) => revoked.has(deviceKeyIdOf(identity) ?? ''));
    },
    connectedUserIds() {
      const ids = new Set<string>();
      for (const { identity } of server.connections()) {
        const id = userIdOf(identity);
        if (id !== null) ids.add(id);
      }
      return ids;
    },
  };
}
