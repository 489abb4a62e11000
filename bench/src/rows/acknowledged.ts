import { withParts } from '../part.ts';
import { type Benchmark, inTurn, type Result } from '../result.ts';

const RUNS = 7;
const COUNT = 1500;
const DURABLE_COUNT = 500;
/** The allowed overhead of a durable server: a time in ms or a share, whichever is greater. */
const SLACK_MS = 0.1;
const SLACK_SHARE = 0.2;

/** Measures the median time until a `set()` is acknowledged, one write after another. */
export const acknowledged: Benchmark = {
  name: 'acknowledged',
  run() {
    const programs = {
      memory: 'server',
      disk: 'server',
      echo: 'echo',
      floor: 'onlyAnswers',
      nullDurable: 'nullDurable',
      bare: 'bareCommit',
      setter: 'setter',
    };
    return withParts(programs, async (parts) => {
      const { memory, disk, echo, floor, nullDurable, bare, setter } = parts;
      const memoryPort = await memory.call<number>('start', { durable: false });
      const diskPort = await disk.call<number>('start', { durable: true });
      const echoPort = await echo.call<number>('start');
      const floorPort = await floor.call<number>('start');
      const nullDurablePort = await nullDurable.call<number>('start');
      const raw = (port: number, greeted: boolean, count: number) => () =>
        setter.call<number>('raw', { port, greeted, count });
      const sdk = (port: number, count: number) => () =>
        setter.call<number>('sdk', { port, count });
      const figures = await inTurn(RUNS, {
        echo: raw(echoPort, false, COUNT),
        memory: raw(memoryPort, true, COUNT),
        disk: raw(diskPort, true, DURABLE_COUNT),
        nullDurable: raw(nullDurablePort, false, DURABLE_COUNT),
        commit: () => bare.call<number>('latency', { count: DURABLE_COUNT }),
        floorSdk: sdk(floorPort, COUNT),
        memorySdk: sdk(memoryPort, COUNT),
        diskSdk: sdk(diskPort, DURABLE_COUNT),
      });
      return table(figures);
    });
  },
};

function table(
  figures: Record<
    'echo' | 'memory' | 'disk' | 'nullDurable' | 'commit' | 'floorSdk' | 'memorySdk' | 'diskSdk',
    number
  >,
): Result[] {
  const parts = figures.echo + figures.commit;
  return [
    {
      what: 'set() acknowledged, memory, raw client, p50',
      ours: figures.memory,
      peer: figures.echo,
      against: 'raw ws echo of the same bytes',
      goal: { atMost: 1.5 },
      unit: 'ms',
    },
    {
      what: 'set() acknowledged, memory, SDK, p50',
      ours: figures.memorySdk,
      peer: figures.floorSdk,
      against: 'the SDK at a server that only responds',
      unit: 'ms',
    },
    {
      what: 'set() acknowledged, durable, raw client, p50',
      ours: figures.disk,
      peer: parts + Math.max(SLACK_MS, parts * SLACK_SHARE),
      against: 'echo + a bare commit + 20% or 0.1 ms, whichever is more',
      goal: { atMost: 1 },
      unit: 'ms',
    },
    {
      what: 'set() acknowledged, durable, raw client, p50',
      ours: figures.disk,
      peer: figures.nullDurable,
      against: 'a server that only parses, commits and responds',
      unit: 'ms',
    },
    {
      what: 'set() acknowledged, durable, SDK, p50',
      ours: figures.diskSdk,
      peer: figures.floorSdk + figures.commit,
      against: 'the SDK at a server that only responds + a bare commit',
      unit: 'ms',
    },
  ];
}
