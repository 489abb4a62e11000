import type { RealtimeServer } from '@halyard/realtime';
import type { Bus, Messages } from '../../platform/jobs/bus.ts';
import { deviceKeyIdOf, isToken, sessionIdOf, userIdOf } from './identities.ts';

/** The live connections of browsers and poles, of which only the process that holds them knows. */
export interface Connections {
  /** Ends those of these sessions (public session ids) and API tokens. */
  endSessions(sessionIds: readonly string[]): void;
  /** Ends an account's; they come back with its new rights. */
  endAccount(userId: string): void;
  /** Ends those that a revoked or voided device key opened. */
  endDeviceKeys(keyIds: readonly string[]): void;
  /** The sessions behind them, as far as this process knows. */
  sessions(): Iterable<{ sid: string; userId: string }>;
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

/** Ids in one message: it has a bounded length. */
const IDS_PER_MESSAGE = 200;

/** The connections to another process, which hears of it over the bus and looks for itself too. */
export function remoteConnections(bus: Bus): Connections {
  const tell = (message: Messages['connections-end']) =>
    void bus.publish('connections-end', message);
  return {
    endSessions(ids) {
      for (const sessionIds of parts(ids)) tell({ sessionIds });
    },
    endAccount: (userId) => tell({ userId }),
    endDeviceKeys(ids) {
      for (const deviceKeyIds of parts(ids)) tell({ deviceKeyIds });
    },
    // They count as use of their sessions, which the other process writes down.
    sessions: () => [],
  };
}

/** Does to this process's connections what other processes ask for. */
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
