import { withParts } from '../part.ts';
import { type Benchmark, inTurn, median, type Result } from '../result.ts';

const RUNS = 3;
/** The first commands warm both sides up and do not count. */
const WARM_UP = 10;

interface Way {
  /** How the device listens. */
  device: 'stream' | 'listen';
  durable: boolean;
  count: number;
  /** Milliseconds between commands; a stream gets one event per 100 ms at most (protocol §16). */
  spacing: number;
  what: string;
}

const WAYS: Way[] = [
  {
    device: 'stream',
    durable: true,
    count: 35,
    spacing: 105,
    what: 'command, SDK set to event stream, durable, p50',
  },
  {
    device: 'listen',
    durable: true,
    count: 200,
    spacing: 3,
    what: 'command, SDK set to SDK listener, durable, p50',
  },
  {
    device: 'listen',
    durable: false,
    count: 200,
    spacing: 3,
    what: 'command, SDK set to SDK listener, memory, p50',
  },
];

/** How long a command takes from the console's `set` to the device, beside a bare echo of its bytes. */
export const latency: Benchmark = {
  name: 'latency',
  async run() {
    const results: Result[] = [];
    for (const way of WAYS) {
      const figures = await inTurn(RUNS, { ours: () => commands(way), peer: () => echoes(way) });
      results.push({ what: way.what, ...figures, against: 'raw ws echo', unit: 'ms' });
    }
    return results;
  },
};

function commands({ device: kind, durable, count, spacing }: Way): Promise<number> {
  return withParts(['server', 'device', 'sdk-writer'], async ({ server, device, ...parts }) => {
    const port = await server.call<number>('start', { durable });
    await device.call(kind, { port });
    await parts['sdk-writer'].call('run', { port, count, spacing });
    return figureOf(await device.call<number[]>('latencies'), count);
  });
}

function echoes({ count, spacing }: Way): Promise<number> {
  return withParts(['echo', 'pinger'], async ({ echo, pinger }) => {
    const port = await echo.call<number>('start');
    return figureOf(await pinger.call<number[]>('run', { port, count, spacing }), count);
  });
}

function figureOf(latencies: readonly number[], count: number): number {
  if (latencies.length < count - 1) {
    throw new Error(`Only ${latencies.length} of ${count} commands arrived`);
  }
  return median(latencies.slice(WARM_UP));
}
