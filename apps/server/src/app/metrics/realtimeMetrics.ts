import type { ConnectionInfo, RealtimeServer, RealtimeStats } from '@halyard/realtime';
import { Counter, Gauge, type Registry } from 'prom-client';

const KINDS = ['socket', 'poll', 'stream'] as const satisfies ConnectionInfo['kind'][];

/**
 * The descriptions of the metrics that count events in the realtime database since the process
 * started.
 */
const COUNTERS = {
  writes: 'Writes requested',
  reads: 'Reads requested',
  refused: 'Writes and reads refused by the rules',
  failures: 'Batches that could not be stored',
  followed: 'Paths and filters of subscriptions that were evaluated because of writes',
  deliveries: 'Messages sent to subscriptions because of writes',
  listensRefused: 'Subscriptions refused because a user had too many',
  crowded: 'Connections and requests refused or ended because a user or an IP address had too many',
} as const satisfies Partial<Record<keyof RealtimeStats, string>>;

/** The descriptions of the metrics that show a current value of the realtime database. */
const GAUGES = {
  listens: 'Subscriptions of browsers, poles and programs',
  strangers: 'Connections, and requests with a body, of clients that have not signed in',
  unread: 'Bytes that were sent to clients but that they have not read yet',
  waiting: 'Requests that are waiting because their user or IP address has used up its share',
} as const satisfies Partial<Record<keyof RealtimeStats, string>>;

/** Exposes metrics about the realtime database, if it runs inside this process. */
export function watchRealtime(registry: Registry, server: RealtimeServer): void {
  const registers = [registry];
  new Gauge({
    name: 'halyard_realtime_connections',
    help: 'Open connections; socket and poll are those of browsers and programs, stream is that of poles',
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
    help: 'Responses that are waiting for a commit',
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
