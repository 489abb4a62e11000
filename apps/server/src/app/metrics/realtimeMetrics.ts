import type { ConnectionInfo, RealtimeServer, RealtimeStats } from '@halyard/realtime';
import { Counter, Gauge, type Registry } from 'prom-client';

const KINDS = ['socket', 'poll', 'stream'] as const satisfies ConnectionInfo['kind'][];

/** The values that the realtime database has counted since its start. */
const COUNTERS = {
  writes: 'Writes requested',
  reads: 'Reads requested',
  refused: 'Writes and reads refused by the rules',
  failures: 'Batches that could not be stored',
  followed: 'Listened places and filters evaluated for writes',
  deliveries: 'Messages sent to listens because of writes',
  listensRefused: 'Listens refused because a user has too many',
  crowded: 'Connections and requests refused or ended because a user or an address has too many',
} as const satisfies Partial<Record<keyof RealtimeStats, string>>;

/** The current values that the realtime database reports. */
const GAUGES = {
  listens: 'Listens of browsers, poles and programs',
  strangers: 'Connections, and requests with a body, of clients that have not signed in',
  unread: 'Bytes sent to clients that they have not read yet',
  waiting: 'Requests that wait because their user or address has used up its share of work',
} as const satisfies Partial<Record<keyof RealtimeStats, string>>;

/** Exposes metrics about the realtime database, if it runs inside this process. */
export function watchRealtime(registry: Registry, server: RealtimeServer): void {
  const registers = [registry];
  new Gauge({
    name: 'halyard_realtime_connections',
    help: 'Open connections: socket and poll are browsers and programs, stream are event streams of poles',
    labelNames: ['kind'] as const,
    registers,
    collect() {
      const counts = { socket: 0, poll: 0, stream: 0 };
      for (const { kind } of server.connections()) counts[kind]++;
      for (const kind of KINDS) this.set({ kind }, counts[kind]);
    },
  });
  new Gauge({
    name: 'halyard_realtime_pending',
    help: 'Answers that wait for a commit',
    registers,
    collect() {
      this.set(server.stats().pending);
    },
  });
  for (const [stat, help] of Object.entries(GAUGES) as [keyof typeof GAUGES, string][])
    new Gauge({
      name: `halyard_realtime_${snakeCase(stat)}`,
      help,
      registers,
      collect() {
        this.set(server.stats()[stat]);
      },
    });
  for (const [stat, help] of Object.entries(COUNTERS) as [keyof typeof COUNTERS, string][])
    new Counter({
      name: `halyard_realtime_${snakeCase(stat)}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(server.stats()[stat]);
      },
    });
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
