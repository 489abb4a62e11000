import { type Part, withParts } from '../part.ts';
import { type Benchmark, inTurn, type Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

const RUNS = 7;
const COUNT = 1500;
const DURABLE_COUNT = 500;
/**
 * How much longer a durable write may take than an echo and a bare commit together: 0.1 ms or 20
 * percent, whichever is greater.
 */
const SLACK_MS = 0.1;
const SLACK_SHARE = 0.2;

/**
 * Measures the median time until a `set()` is acknowledged. Each write starts after the previous
 * one is acknowledged.
 */
export const acknowledged: Benchmark = {
  name: 'acknowledged',
  async run() {
    return [...(await measureMemory()), ...(await onEachStore(measureDurable))];
  },
};

function measureMemory(): Promise<Result[]> {
  const programs = { memory: 'server', echo: 'echo', floor: 'onlyAnswers', setter: 'setter' };
  return withParts(programs, async ({ memory, echo, floor, setter }) => {
    const port = await memory.call<number>('start', {});
    const echoPort = await echo.call<number>('start');
    const floorPort = await floor.call<number>('start');
    const figures = await inTurn(RUNS, {
      echo: raw(setter, { port: echoPort, greeted: false, count: COUNT }),
      memory: raw(setter, { port, greeted: true, count: COUNT }),
      floorSdk: sdk(setter, { port: floorPort, count: COUNT }),
      memorySdk: sdk(setter, { port, count: COUNT }),
    });
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
    ];
  });
}

function measureDurable({ name, create }: StoreKind): Promise<Result[]> {
  const programs = {
    disk: 'server',
    echo: 'echo',
    floor: 'onlyAnswers',
    nothing: 'nullDurable',
    bare: 'bareCommit',
    setter: 'setter',
  };
  return withParts(programs, async ({ disk, echo, floor, nothing, bare, setter }) => {
    const port = await disk.call<number>('start', { stored: await create() });
    const nothingPort = await nothing.call<number>('start', { stored: await create() });
    const echoPort = await echo.call<number>('start');
    const floorPort = await floor.call<number>('start');
    await bare.call('start', { stored: await create() });
    const count = DURABLE_COUNT;
    const figures = await inTurn(RUNS, {
      echo: raw(setter, { port: echoPort, greeted: false, count }),
      disk: raw(setter, { port, greeted: true, count }),
      nothing: raw(setter, { port: nothingPort, greeted: false, count }),
      commit: () => bare.call<number>('latency', { count }),
      floorSdk: sdk(setter, { port: floorPort, count }),
      diskSdk: sdk(setter, { port, count }),
    });
    const parts = figures.echo + figures.commit;
    const what = `set() acknowledged, ${name}`;
    return [
      {
        what: `${what}, raw client, p50`,
        ours: figures.disk,
        peer: parts + Math.max(SLACK_MS, parts * SLACK_SHARE),
        against: 'echo + a bare commit + 20% or 0.1 ms, whichever is more',
        goal: { atMost: 1 },
        unit: 'ms',
      },
      {
        what: `${what}, raw client, p50`,
        ours: figures.disk,
        peer: figures.nothing,
        against: 'a server that only parses, commits and responds',
        unit: 'ms',
      },
      {
        what: `${what}, SDK, p50`,
        ours: figures.diskSdk,
        peer: figures.floorSdk + figures.commit,
        against: 'the SDK at a server that only responds + a bare commit',
        unit: 'ms',
      },
    ];
  });
}

/**
 * Returns a function that measures the time of a `set` request sent through a plain socket, without
 * the SDK.
 */
const raw = (setter: Part, sets: { port: number; greeted: boolean; count: number }) => () =>
  setter.call<number>('raw', sets);

const sdk = (setter: Part, sets: { port: number; count: number }) => () =>
  setter.call<number>('sdk', sets);
