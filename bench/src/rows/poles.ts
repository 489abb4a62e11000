import { setTimeout as sleep } from 'node:timers/promises';
import { HARDWARE, OPERATOR } from '../halyard.ts';
import { Part, withParts } from '../part.ts';
import type { Benchmark, Result } from '../result.ts';
import { Simulator, simulatedFlags } from '../simulator.ts';
import { type Stored, temporaryDirectory } from '../stored.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

const POLES = 10_000;
/** Number of pole simulators, each with its own IP address and the same number of poles. */
const SIMULATORS = 5;
/** Number of additional event streams that measure when commands arrive. */
const PROBES = 50;
const CONSOLES = 50;
const REPORT_SECONDS = 30;
/** Duration of the measurement in seconds. It is long enough for every pole to report once. */
const MEASURED_SECONDS = 30;
const COMMANDS_PER_SECOND = 20;
/** Number of clients that write reports. They are disconnected at the same time as the poles. */
const WRITERS = 8;
const CONNECT_SECONDS = 180;

const CORES_LIMIT = 0.3;
const COMMAND_LIMIT_MS = 50;
const RETURN_LIMIT_SECONDS = 30;

type Parts = Record<'consoles' | 'probes' | 'writers', Part>;

/**
 * Measures a fleet on event streams, the consoles that watch the whole fleet, and how both recover
 * from a lost connection.
 */
export const poles: Benchmark = {
  name: 'poles',
  run: () => onEachStore(measure),
};

function measure({ name, create }: StoreKind): Promise<Result[]> {
  const programs = { consoles: 'listeners', probes: 'probes', writers: 'writers' };
  return withParts(programs, async (parts) => {
    const fleet = new Fleet(await create());
    try {
      await fleet.start();
      const results = [...(await work(fleet, parts)), ...(await cutOff(fleet, parts))];
      return results.map((result) => ({ ...result, what: `${result.what}, ${name}` }));
    } finally {
      await fleet.stop();
    }
  });
}

/** A running Halyard server and its simulated poles. */
class Fleet {
  readonly #stored: Stored;
  /** The folder for the files with the simulated poles' device keys. */
  readonly #directory = temporaryDirectory();
  readonly #simulators: Simulator[] = [];
  server = new Part('server');
  port = 0;

  constructor(stored: Stored) {
    this.#stored = stored;
  }

  async start(): Promise<void> {
    await this.#serve();
    const groups = Array.from({ length: SIMULATORS }, (_, i) => ({
      server: `http://127.0.0.${i + 1}:${this.port}`,
      prefix: `s${i}-`,
      count: POLES / SIMULATORS,
      reportSeconds: REPORT_SECONDS,
      directory: this.#directory,
    }));
    const own = Array.from({ length: Math.max(PROBES, WRITERS) }, (_, i) => `p${i}`);
    await this.server.call('addFlags', { flags: [...own, ...groups.flatMap(simulatedFlags)] });
    for (const group of groups) this.#simulators.push(new Simulator(group));
    await this.connected();
  }

  async #serve(): Promise<void> {
    this.port = await this.server.call<number>('start', {
      stored: this.#stored,
      rules: 'halyard',
      port: this.port,
    });
  }

  /** Waits until every simulated pole is connected. */
  async connected(): Promise<void> {
    const deadline = performance.now() + CONNECT_SECONDS * 1000;
    while ((await this.server.call<number>('streams')) < POLES) {
      if (performance.now() > deadline) throw new Error('The poles did not connect in time');
      await sleep(50);
    }
  }

  /** Kills the server and starts a new one on the same data. */
  async replaceServer(): Promise<void> {
    await this.server.kill();
    this.server = new Part('server');
    await this.#serve();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#simulators.map((simulator) => simulator.stop()));
    await this.server.stop();
  }
}

async function work({ server, port }: Fleet, { consoles, probes }: Parts): Promise<Result[]> {
  await consoles.call('raw', {
    port,
    listeners: CONSOLES,
    greeted: true,
    path: `/${HARDWARE}`,
    credential: OPERATOR,
  });
  await probes.call('connect', { port, probes: PROBES });
  const [begin, used] = [performance.now(), await server.call<number>('cpu')];
  const { p50, p99 } = await probes.call<{ p50: number; p99: number }>('run', {
    perSecond: COMMANDS_PER_SECOND,
    seconds: MEASURED_SECONDS,
  });
  const microseconds = (await server.call<number>('cpu')) - used;
  const cores = microseconds / 1000 / (performance.now() - begin);
  const what = `${POLES.toLocaleString('en')} poles reporting each ${REPORT_SECONDS} s, ${CONSOLES} consoles on all`;
  const limit = { against: 'the limit', goal: { atMost: 1 } } as const;
  return [
    { what: `${what}: server CPU`, ours: cores, peer: CORES_LIMIT, unit: 'cores', ...limit },
    {
      what: 'the same: command to pole, p99',
      ours: p99,
      peer: COMMAND_LIMIT_MS,
      unit: 'ms',
      ...limit,
    },
    {
      what: 'the same: command to pole, p50',
      ours: p50,
      peer: COMMAND_LIMIT_MS,
      unit: 'ms',
      against: 'the limit of p99',
    },
  ];
}

async function cutOff(fleet: Fleet, { consoles, probes, writers }: Parts): Promise<Result[]> {
  await Promise.all([consoles.stop(), probes.stop()]);
  await writers.call('start', { port: fleet.port, writers: WRITERS });
  await sleep(2000);
  const begin = performance.now();
  await fleet.replaceServer();
  await fleet.connected();
  const seconds = (performance.now() - begin) / 1000;
  const { acknowledged, kept } = await writers.call<{ acknowledged: number; kept: number }>(
    'check',
    {
      port: fleet.port,
    },
  );
  return [
    {
      what: `${POLES.toLocaleString('en')} poles cut off by kill -9, until all are back`,
      ours: seconds,
      peer: RETURN_LIMIT_SECONDS,
      against: 'the limit',
      goal: { atMost: 1 },
      unit: 's',
    },
    {
      what: 'the same: acknowledged writes that are stored',
      ours: kept,
      peer: acknowledged,
      against: 'all',
      goal: { atLeast: 1 },
      unit: 'times',
    },
  ];
}
