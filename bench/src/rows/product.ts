import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Part, withParts } from '../part.ts';
import { type FleetFlag, fleetFlag } from '../productFleet.ts';
import type { Benchmark, Result } from '../result.ts';
import { temporaryDirectory } from '../stored.ts';

/** The server as `npm start` runs it. `FILL` is the program that fills its data folder. */
const PRODUCT = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));
const FILL = fileURLToPath(
  new URL('../../../apps/server/src/testing/largeFleet.ts', import.meta.url),
);
const REPORT_SECONDS = 30;
/** The number of flags that get commands: the last flags of the fleet. */
const COMMANDED = 20;
const COMMANDS = 200;
const CONSOLES = 50;
/** The number of flags on the page that a console shows. */
const ROWS = 50;
const MEASURED_SECONDS = 30;
/** Time in seconds after which a server with all poles online has finished its initial work. */
const SETTLE_SECONDS = 30;
const CONNECT_SECONDS = 180;
/** Maximum time in seconds until all poles have reported for the first time. */
const ONLINE_SECONDS = 300;
/**
 * Interval in ms between two queries for the number of open streams. Each query costs the server
 * some CPU time.
 */
const POLL_MS = 1000;
const METRICS_TOKEN = 'bench-metrics-token-of-32-characters';
const TICKS_PER_SECOND = 100;

interface Fleet {
  flags: number;
  /** The number of poles that listen on event streams. The other poles only report. */
  streams: number;
}

/**
 * The size of the measured fleet: the number of flags, and the number of poles with event streams.
 * To measure another fleet, set for example `PRODUCT_FLEET=100000,16000`.
 */
const [flags = 25_000, streams = 4000] = (process.env.PRODUCT_FLEET ?? '')
  .split(',')
  .filter(Boolean)
  .map(Number);

const LIMITS = {
  start: 8,
  cores: 1.5,
  memory: 2500,
  command: 100,
  back: 20,
  list: 1000,
  pushes: 100,
};

/**
 * Measures the whole product on SQLite with a large fleet. Some poles have event streams, and the
 * others report over shared connections. Autopilot, alerts and history are on.
 */
export const product: Benchmark = {
  name: 'product',
  run: () =>
    withParts(
      {
        ...{ reporters: 'reporters', commands: 'reporters', poles: 'streams' },
        ...{ consoles: 'consoles', visitors: 'visitors' },
      },
      (parts) => measure({ flags, streams }, parts),
    ),
};

async function measure(
  fleet: Fleet,
  {
    reporters,
    commands,
    poles,
    consoles,
    visitors,
  }: Record<'reporters' | 'commands' | 'poles' | 'consoles' | 'visitors', Part>,
): Promise<Result[]> {
  const directory = temporaryDirectory();
  const filled = execFileSync(
    process.execPath,
    ['--conditions=source', FILL, directory, String(fleet.flags)],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const tokens = filled.trim().split('\n');
  const results: Result[] = [];
  const add = (what: string, ours: number, peer: number, unit: Result['unit']) =>
    results.push({
      what: `product with ${fleet.flags.toLocaleString('en')} poles: ${what}`,
      ...{ ours, peer, unit, against: 'the limit', goal: { atMost: 1 } },
    });
  // The first start writes all flags into the realtime database, so the second one is measured.
  let server = await Product.start(directory);
  await server.stop();
  server = await Product.start(directory);
  try {
    add('start until the first answer', server.startSeconds, LIMITS.start, 's');
    const reporting = Array.from({ length: fleet.flags - COMMANDED }, (_, n) => fleetFlag(n));
    const perSecond = fleet.flags / REPORT_SECONDS;
    await reporters.call('report', { url: server.url, flags: reporting, perSecond });
    await poles.call('open', { url: server.url, flags: reporting.slice(0, fleet.streams) });
    await server.connected(fleet.streams);
    await server.online(reporting.length);
    await sleep(SETTLE_SECONDS * 1000);

    const acceptedBefore = await accepted(reporters);
    const alone = await server.cores();
    results.push({
      what: `product with ${fleet.flags.toLocaleString('en')} poles: reports accepted`,
      ours: ((await accepted(reporters)) - acceptedBefore) / MEASURED_SECONDS,
      peer: perSecond,
      ...{ unit: '/s', against: 'all reports', goal: { atLeast: 0.98 } },
    });
    add(
      `CPU, ${fleet.streams.toLocaleString('en')} of them on event streams`,
      alone,
      LIMITS.cores,
      'cores',
    );
    add('memory', server.memoryMegabytes(), LIMITS.memory, 'MB');
    await consoles.call('watch', { port: server.port, consoles: consolesFor(fleet, tokens) });
    results.push({
      what: `product with ${fleet.flags.toLocaleString('en')} poles: CPU with ${CONSOLES} consoles, ${ROWS} flags each`,
      ...{ ours: await server.cores(), peer: alone, unit: 'cores', against: 'without consoles' },
      goal: { atMost: 1.3 },
    });
    const { perSecond: pushes } = await consoles.call<{ perSecond: number }>('received');
    add('pushes to one console', pushes / CONSOLES, LIMITS.pushes, '/s');
    const commanded = await server.find(fleet, tokens[0]!);
    const { p99 } = await commands.call<{ p99: number }>('command', {
      ...{ url: server.url, token: tokens[0], flags: commanded, commands: COMMANDS },
    });
    add('command to pole, p99', p99, LIMITS.command, 'ms');
    await consoles.stop();

    const begun = performance.now();
    await server.kill();
    server = await Product.start(directory, server.port);
    add('kill -9 until the first answer', (performance.now() - begun) / 1000, LIMITS.back, 's');
    await visitors.call('begin', { url: server.url, token: tokens[0] });
    await server.connected(fleet.streams);
    add('kill -9 until all streams are back', (performance.now() - begun) / 1000, LIMITS.back, 's');
    const served = await visitors.call<{ p99: number }>('end');
    add('a list on a new connection in the meantime, p99', served.p99, LIMITS.list, 'ms');
    const { reports, refused } = await reporters.call<{ reports: number; refused: number }>('stop');
    results.push({
      what: 'the same: reports that were accepted, including those during the outage',
      ...{ ours: reports - refused, peer: reports, against: 'all', unit: 'times' },
    });
    return results;
  } finally {
    await server.stop();
  }
}

const accepted = async (reporters: Part) =>
  (await reporters.call<{ accepted: number }>('accepted')).accepted;

/**
 * Returns the paths that each console listens to: the flags on one page, and the counts of all
 * flags.
 */
const consolesFor = (fleet: Fleet, tokens: readonly string[]) =>
  Array.from({ length: CONSOLES }, (_, console) => ({
    credential: tokens[console % tokens.length]!,
    paths: [
      '/summaries/all',
      ...Array.from({ length: ROWS }, (_row, row) => {
        const { ownerId, flagId } = fleetFlag((console * ROWS + row) % fleet.flags);
        return `/users/${ownerId}/hardware/${flagId}`;
      }),
    ],
  }));

/** A running Halyard server, as started by `npm start`. */
class Product {
  readonly startSeconds: number;
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string, startSeconds: number) {
    this.#child = child;
    this.url = url;
    this.startSeconds = startSeconds;
  }

  /**
   * Starts the server.
   * @param port the port of an earlier process, so that poles reconnect; any free port if absent
   */
  static async start(directory: string, port = 0): Promise<Product> {
    const begun = performance.now();
    const child = fork(PRODUCT, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...{ DATA_DIR: directory, PORT: String(port), HOST: '0.0.0.0', LOG_LEVEL: 'error' },
        METRICS_TOKEN,
      },
    });
    const [ready] = (await once(child, 'message')) as [{ url: string }];
    const url = ready.url.replace('localhost', '127.0.0.1');
    const first = new Product(child, url, 0);
    await first.#get('/api/config', '');
    return new Product(child, url, (performance.now() - begun) / 1000);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Returns the CPU time in seconds that all threads of the server have used. */
  #cpuSeconds(): number {
    const stat = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces. After it, user and system time are fields 12, 13.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }

  /** Returns the average number of processor cores that the server uses. */
  async cores(): Promise<number> {
    const used = this.#cpuSeconds();
    await sleep(MEASURED_SECONDS * 1000);
    return (this.#cpuSeconds() - used) / MEASURED_SECONDS;
  }

  memoryMegabytes(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
  }

  /** Waits until this many event streams are open. */
  connected(count: number): Promise<void> {
    return this.#reach('halyard_realtime_connections{kind="stream"}', count, CONNECT_SECONDS);
  }

  /** Waits until this many poles are online. */
  online(count: number): Promise<void> {
    return this.#reach('halyard_poles{state="online"}', count, ONLINE_SECONDS);
  }

  /** Waits until a metric has at least this value. */
  async #reach(metric: string, value: number, seconds: number): Promise<void> {
    const deadline = performance.now() + seconds * 1000;
    while ((await this.#metric(metric)) < value) {
      if (performance.now() > deadline) throw new Error(`${metric} did not reach ${value} in time`);
      await sleep(POLL_MS);
    }
  }

  async #metric(name: string): Promise<number> {
    const text = await (await this.#get('/metrics', METRICS_TOKEN)).text();
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    return Number(line?.slice(name.length) ?? 0);
  }

  #get(path: string, token: string): Promise<Response> {
    return fetch(new URL(path, this.url), { headers: { authorization: `Bearer ${token}` } });
  }

  /** Looks up the last flags of the fleet with their database IDs. */
  async find(fleet: Fleet, token: string): Promise<(FleetFlag & { id: string })[]> {
    return Promise.all(
      Array.from({ length: COMMANDED }, async (_, n) => {
        const flag = fleetFlag(fleet.flags - 1 - n);
        const answer = await this.#get(`/api/flags?page=1&q=${flag.flagId}`, token);
        const { items } = (await answer.json()) as { items: { id: string; flagId: string }[] };
        const found = items.find(({ flagId }) => flagId === flag.flagId);
        if (!found) throw new Error(`There is no flag ${flag.flagId}`);
        return { ...flag, id: found.id };
      }),
    );
  }

  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exited;
  }
}
