import { withParts } from '../part.ts';
import { type Benchmark, inTurn, median, type Result } from '../result.ts';

const RUNS = 5;
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
    count: 30,
    spacing: 105,
    what: 'command, SDK set to event stream, durable, p50',
  },
  {
    device: 'listen',
    durable: true,
    count: 120,
    spacing: 3,
    what: 'command, SDK set to SDK listener, durable, p50',
  },
  {
    device: 'listen',
    durable: false,
    count: 120,
    spacing: 3,
    what: 'command, SDK set to SDK listener, memory, p50',
  },
];

/** How long a command takes from the console's `set` to the device, beside a bare echo of its bytes. */
export const latency: Benchmark = {
  name: 'latency',
  async run() {
    const results: Result[] = [];
    for (const way of WAYS) results.push(await measure(way));
    return results;
  },
};

function measure({ what, device: kind, durable, count, spacing }: Way): Promise<Result> {
  const programs = {
    server: 'server',
    device: 'device',
    writer: 'sdk-writer',
    echo: 'echo',
    pinger: 'pinger',
  };
  return withParts(programs, async ({ server, device, writer, echo, pinger }) => {
    const port = await server.call<number>('start', { durable });
    const echoPort = await echo.call<number>('start');
    await device.call(kind, { port });
    await writer.call('connect', { port });
    const figures = await inTurn(RUNS, {
      async ours() {
        await writer.call('run', { count, spacing });
        return figureOf(await device.call<number[]>('latencies'), count);
      },
      async peer() {
        return figureOf(
          await pinger.call<number[]>('run', { port: echoPort, count, spacing }),
          count,
        );
      },
    });
    return { what, ...figures, against: 'raw ws echo', unit: 'ms' };
  });
}

function figureOf(latencies: readonly number[], count: number): number {
  // A stream may merge the first command into the value that it begins with (protocol §16).
  if (latencies.length < count - 1) {
    throw new Error(`Only ${latencies.length} of ${count} commands arrived`);
  }
  return median(latencies.slice(WARM_UP));
}
