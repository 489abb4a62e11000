import type { ConnectionInfo, RealtimeServer, RealtimeStats } from '@halyard/realtime';
import { Counter, Gauge, type Registry } from 'prom-client';

const KINDS = ['socket', 'poll', 'stream'] as const satisfies ConnectionInfo['kind'][];

/** What the realtime database counts of itself since it started. */
const COUNTERS = {
  writes: 'Writes that were asked for',
  reads: 'Reads that were asked for',
  refused: 'Writes and reads that the rules refused',
  failures: 'Batches that could not be stored',
} as const satisfies Partial<Record<keyof RealtimeStats, string>>;

/** Tells of the embedded realtime database; in other processes there is none to tell of. */
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
  for (const [stat, help] of Object.entries(COUNTERS) as [keyof typeof COUNTERS, string][])
    new Counter({
      name: `halyard_realtime_${stat}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(server.stats()[stat]);
      },
    });
}
