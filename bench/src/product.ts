import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FleetFlag } from './productFleet.ts';
import { type Stored, temporaryDirectory } from './stored.ts';
import type { StoreKind } from './stores.ts';

/**
 * The path of the server, as run by `npm start`, and the path of the program that adds a large
 * fleet to the server's database.
 */
const PRODUCT = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const FILL = fileURLToPath(new URL('../../apps/server/src/testing/largeFleet.ts', import.meta.url));
/** How often each pole reports, in seconds. */
export const REPORT_SECONDS = 30;
/** Duration of each measurement of CPU time, in seconds. */
export const MEASURED_SECONDS = 30;
const CONNECT_SECONDS = 180;
/** Time limit in seconds for all poles to report for the first time. */
const ONLINE_SECONDS = 300;
/**
 * How often to query the number of open streams, in ms. Each query costs the server some CPU time.
 */
const POLL_MS = 1000;
const METRICS_TOKEN = 'bench-metrics-token-of-32-characters';
const TICKS_PER_SECOND = 100;

export interface Fleet {
  flags: number;
  /** The number of poles that listen on event streams. The other poles only report. */
  streams: number;
}

/**
 * Returns the size of the measured fleet: 25,000 flags, and 4,000 poles with event streams. The
 * environment variable `PRODUCT_FLEET` sets another size, such as `PRODUCT_FLEET=100000,16000`.
 */
export function measuredFleet(): Fleet {
  const [flags = 25_000, streams = 4000] = (process.env.PRODUCT_FLEET ?? '')
    .split(',')
    .filter(Boolean)
    .map(Number);
  return { flags, streams };
}

/**
 * The accounts in a database with a large fleet: the username and password of a master, and API
 * tokens of masters.
 */
export interface Filled {
  username: string;
  password: string;
  tokens: string[];
}

/** The environment variables that tell a server where its data is. */
export interface DataPlace {
  DATA_DIR: string;
  /** The URL of a PostgreSQL database; empty for SQLite in the data folder. */
  DATABASE_URL: string;
}

/** Creates an empty data folder and, for PostgreSQL, an empty database. */
export async function createPlace({ create }: StoreKind): Promise<DataPlace> {
  const stored: Stored = await create();
  return {
    DATA_DIR: stored.in === 'sqlite' ? stored.directory : temporaryDirectory(),
    DATABASE_URL: stored.in === 'postgres' ? stored.url : '',
  };
}

/** Fills a server's empty database with a large fleet. */
export function fillFleet(place: DataPlace, flags: number): Filled {
  const output = execFileSync(
    process.execPath,
    ['--conditions=source', FILL, place.DATA_DIR, String(flags), place.DATABASE_URL],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return JSON.parse(output) as Filled;
}

/** A running Halyard server, as started by `npm start`. */
export class Product {
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
   * @param port the port of an earlier process, so that poles reconnect; by default, any free port
   */
  static async start(place: DataPlace, port = 0): Promise<Product> {
    const begun = performance.now();
    const child = fork(PRODUCT, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...place,
        ...{ PORT: String(port), HOST: '0.0.0.0', LOG_LEVEL: 'error' },
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

  /** Looks up the database IDs of flags. */
  async find(flags: readonly FleetFlag[], token: string): Promise<(FleetFlag & { id: string })[]> {
    return Promise.all(
      flags.map(async (flag) => {
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
