import { type Part, withParts } from '../part.ts';
import { type Benchmark, inTurn, median, type Result } from '../result.ts';
import { IN_MEMORY, type Stored } from '../stored.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

/** Number of runs. The machine's speed changes within seconds, so many short runs are compared. */
const RUNS = 25;
const MILLISECONDS = 500;
const CONNECTIONS = 64;
const WINDOW = 16;
const LOAD = { connections: CONNECTIONS, window: WINDOW, milliseconds: MILLISECONDS };

/**
 * Compares how many pole reports per second a server handles with Halyard's rules and with open
 * rules. Servers with a durable store are also compared with a minimal server that only stores the
 * reports, and with the store on its own.
 */
export const rules: Benchmark = {
  name: 'rules',
  async run() {
    return [...(await measureMemory()), ...(await onEachStore(measureDurable))];
  },
};

async function measureMemory(): Promise<Result[]> {
  return withParts({ on: 'server', off: 'server', load: 'load' }, async ({ on, off, load }) => {
    const sides = {
      on: new Side(on, load, await startOurs(on, { stored: IN_MEMORY, rules: 'halyard' }), true),
      off: new Side(off, load, await startOurs(off, { stored: IN_MEMORY }), true),
    };
    const figures = await inTurn(RUNS, { on: () => sides.on.run(), off: () => sides.off.run() });
    return againstNoRules('memory', figures, sides);
  });
}

function measureDurable({ name, create }: StoreKind): Promise<Result[]> {
  const programs = {
    on: 'server',
    off: 'server',
    nothing: 'nullDurable',
    bare: 'bareCommit',
    load: 'load',
  };
  return withParts(programs, async ({ on, off, nothing, bare, load }) => {
    const nothingPort = await nothing.call<number>('start', { stored: await create() });
    await bare.call('start', { stored: await create() });
    const onPort = await startOurs(on, { stored: await create(), rules: 'halyard' });
    const sides = {
      on: new Side(on, load, onPort, true),
      off: new Side(off, load, await startOurs(off, { stored: await create() }), true),
      nothing: new Side(nothing, load, nothingPort, false),
    };
    const figures = await inTurn(RUNS, {
      on: () => sides.on.run(),
      off: () => sides.off.run(),
      nothing: () => sides.nothing.run(),
      bare: () => bare.call<number>('reports', LOAD),
    });
    const line = { what: what(name), ours: figures.on, unit: '/s' } as const;
    const against = 'server that only parses, commits and responds';
    return [
      ...againstNoRules(name, figures, sides),
      { ...line, peer: figures.nothing, against, goal: { atLeast: 0.6 } },
      cpuResult(name, sides.on, { side: sides.nothing, against }),
      { ...line, peer: figures.bare, against: 'bare group commit of the same rows' },
    ];
  });
}

/** One of the compared servers, and the CPU time that it uses. */
class Side {
  readonly #server: Part;
  readonly #load: Part;
  readonly #port: number;
  readonly #greeted: boolean;
  readonly #cpu: number[] = [];

  constructor(server: Part, load: Part, port: number, greeted: boolean) {
    this.#server = server;
    this.#load = load;
    this.#port = port;
    this.#greeted = greeted;
  }

  /** Measures one run. Returns the reports per second. */
  async run(): Promise<number> {
    const target = { port: this.#port, greeted: this.#greeted };
    const before = await this.#server.call<number>('cpu');
    const perSecond = await this.#load.call<number>('reports', { ...LOAD, ...target });
    const used = (await this.#server.call<number>('cpu')) - before;
    this.#cpu.push(used / ((perSecond * MILLISECONDS) / 1000));
    return perSecond;
  }

  /** The median of the server's CPU time per report, in microseconds. */
  get cpu(): number {
    return median(this.#cpu);
  }
}

/** Starts a Halyard server with one flag for each connection. Returns its port. */
async function startOurs(
  server: Part,
  start: { stored: Stored; rules?: 'halyard' },
): Promise<number> {
  const port = await server.call<number>('start', start);
  await server.call('addFlags', { flags: Array.from({ length: CONNECTIONS }, (_, i) => `p${i}`) });
  return port;
}

const what = (store: string): string => `poles’ reports, Halyard’s rules, ${store}`;

function againstNoRules(
  store: string,
  { on, off }: Record<'on' | 'off', number>,
  sides: Record<'on' | 'off', Side>,
): Result[] {
  const against = 'the same without rules';
  return [
    { what: what(store), ours: on, peer: off, against, goal: { atLeast: 0.85 }, unit: '/s' },
    cpuResult(store, sides.on, { side: sides.off, against }),
  ];
}

function cpuResult(store: string, on: Side, peer: { side: Side; against: string }): Result {
  return {
    what: `${what(store)}: server CPU per report`,
    ours: on.cpu,
    peer: peer.side.cpu,
    against: peer.against,
    unit: 'µs',
  };
}
