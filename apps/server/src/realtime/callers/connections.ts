import type { RealtimeServer } from '@halyard/realtime';
import type { Bus, Messages } from '../../platform/jobs/bus.ts';
import { deviceKeyIdOf, isToken, sessionIdOf, userIdOf } from './identities.ts';

/**
 * The live connections of browsers and poles. Only the process that has a connection can end it.
 */
export interface Connections {
  /** Ends the connections of the given sessions (by public session ID) and API tokens. */
  endSessions(sessionIds: readonly string[]): void;
  /**
   * Ends an account's connections. Its clients then reconnect with the account's current
   * permissions.
   */
  endAccount(userId: string): void;
  /** Ends the connections that were opened with revoked or invalidated device keys. */
  endDeviceKeys(keyIds: readonly string[]): void;
  /** The sessions of this process's open connections. */
  sessions(): Iterable<{ sid: string; userId: string }>;
}

/** Returns the connections to this process's embedded realtime database. */
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
    *sessions() {
      for (const { identity } of server.connections()) {
        if (isToken(identity)) continue;
        const sid = sessionIdOf(identity);
        const userId = userIdOf(identity);
        if (sid !== null && userId !== null) yield { sid, userId };
      }
    },
  };
}

/** The maximum number of IDs in one message. The message bus limits the length of messages. */
const IDS_PER_MESSAGE = 200;

/**
 * Ends connections of another process by sending it a message. That process also checks its
 * connections regularly, in case the message gets lost.
 */
export function remoteConnections(bus: Bus): Connections {
  const send = (message: Messages['connections-end']) =>
    void bus.publish('connections-end', message);
  return {
    endSessions(ids) {
      for (const sessionIds of parts(ids)) send({ sessionIds });
    },
    endAccount: (userId) => send({ userId }),
    endDeviceKeys(ids) {
      for (const deviceKeyIds of parts(ids)) send({ deviceKeyIds });
    },
    // A live connection counts as using its session. The process that has the connection records
    // this.
    sessions: () => [],
  };
}

/** Ends connections of this process when other processes request it. */
export function serveConnections(bus: Bus, connections: Connections): void {
  bus.subscribe('connections-end', ({ sessionIds, userId, deviceKeyIds }) => {
    if (sessionIds) connections.endSessions(sessionIds);
    if (userId !== undefined) connections.endAccount(userId);
    if (deviceKeyIds) connections.endDeviceKeys(deviceKeyIds);
  });
}

function parts(ids: readonly string[]): string[][] {
  const all: string[][] = [];
  for (let i = 0; i < ids.length; i += IDS_PER_MESSAGE) all.push(ids.slice(i, i + IDS_PER_MESSAGE));
  return all;
}
