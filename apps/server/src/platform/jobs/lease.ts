import { Mutex } from 'async-mutex';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { asDatabaseError } from '../database/engines/outage.ts';
import { beginTerm, beginTermOn, type Epoch, type Term } from './epoch.ts';

/**
 * A task that runs only in the process that holds the lease. The task starts when a lease term
 * begins, and returns a function that stops it.
 */
export type HolderTask = (term: Term) => Promise<() => Promise<void>>;

export interface LeaseParts {
  /**
   * The name of the lease. Processes compete for the lease if they use the same name and the same
   * database.
   */
  name: string;
  db: Database;
  /** The URL of the PostgreSQL database. Null if there are no other processes. */
  databaseUrl: string | null;
  log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * The first of the two keys that each of our advisory locks has. The second key is derived from the
 * name of the lease.
 */
const LOCK_CLASS = 0x68616c79;
/**
 * How often, in ms, a process tries to take the lease's lock, or checks that it still has the lock.
 */
const ROUND_MS = 1000;
/**
 * How long, in ms, a new holder of the lease waits before it starts its tasks. This gives the
 * previous holder time to notice that PostgreSQL has closed its connection, and to stop.
 */
const HANDOVER_MS = 1000;
/** How long the holder of the lease waits for a response from PostgreSQL before it stops, in ms. */
const QUERY_TIMEOUT_MS = 5000;
/**
 * Settings that make PostgreSQL release the lease's lock within about 10 s after the holder's
 * machine disappears.
 */
const SETTINGS = `
  set statement_timeout = 0; set idle_session_timeout = 0;
  set tcp_keepalives_idle = 4; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3`;

/**
 * Competes for the lease. Only the process that holds the lease runs the tasks that must not run
 * twice on the same data. On PostgreSQL, the holder of the lease has an advisory lock. `fenced`
 * databases reject writes from a process that has lost the lock without noticing.
 */
export class Lease {
  readonly #parts: LeaseParts;
  readonly #stopping = new AbortController();
  readonly #tasks: { begin: HolderTask; end: (() => Promise<void>) | null }[] = [];
  #term: Term | null = null;
  /**
   * Signals the end of the current lease term to all tasks. Null if this process does not hold the
   * lease.
   */
  #over: AbortController | null = null;
  #loop: Promise<void> | null = null;
  /** Makes a new lease term wait until the previous one has ended completely. */
  readonly #turn = new Mutex();

  private constructor(parts: LeaseParts) {
    this.#parts = parts;
  }

  /**
   * Opens the lease. If this is the installation's only process, it holds the lease immediately.
   * Otherwise, it starts competing for the lease.
   */
  static async open(parts: LeaseParts): Promise<Lease> {
    const lease = new Lease(parts);
    if (parts.databaseUrl === null) await lease.#begin(await beginTerm(parts.db, parts.name));
    else lease.#loop = lease.#compete(parts.databaseUrl);
    return lease;
  }

  /** The current lease term of this process. Null if the process does not hold the lease. */
  get term(): Term | null {
    return this.#term;
  }

  isHeld(): boolean {
    return this.#term !== null;
  }

  /** Whether this process is the only one that can take the lease. */
  get isAlone(): boolean {
    return this.#parts.databaseUrl === null;
  }

  /**
   * Runs a task in every lease term, including the current one if this process holds the lease.
   * Rejects if the task cannot start in the current term.
   */
  add(begin: HolderTask): Promise<void> {
    return this.#turn.runExclusive(async () => {
      const task = { begin, end: this.#term && (await begin(this.#term)) };
      this.#tasks.push(task);
    });
  }

  /** Stops the lease holder's tasks in reverse order, and releases the lease. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#lapse();
    await this.#loop;
    await this.#end();
  }

  #begin(epoch: Epoch): Promise<void> {
    return this.#turn.runExclusive(async () => {
      if (this.#stopping.signal.aborted) return;
      const over = new AbortController();
      const term = { ...epoch, signal: over.signal };
      this.#over = over;
      this.#term = term;
      for (const task of this.#tasks) {
        if (over.signal.aborted) return;
        task.end = await task.begin(term);
      }
    });
  }

  /** Signals the end of the lease term to all tasks at once. `#end` then waits for the tasks. */
  #lapse(): void {
    this.#term = null;
    this.#over?.abort();
  }

  #end(): Promise<void> {
    this.#lapse();
    return this.#turn.runExclusive(async () => {
      for (const task of this.#tasks.toReversed()) {
        const { end } = task;
        task.end = null;
        await end?.();
      }
    });
  }

  async #compete(databaseUrl: string): Promise<void> {
    const { name, log } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const client = newClient(databaseUrl);
      try {
        await client.connect();
        await client.query(SETTINGS);
        let isTaken = false;
        while (!isTaken && !signal.aborted) {
          isTaken = await takesLock(client, name);
          await pause(signal, isTaken ? HANDOVER_MS : ROUND_MS);
        }
        if (isTaken && !signal.aborted) await this.#hold(client);
      } catch (error) {
        log.warn(
          { err: asDatabaseError(error), lease: name },
          'Cannot check the lease in PostgreSQL. Retrying',
        );
      } finally {
        await client.end().catch(() => undefined);
      }
      await pause(signal, ROUND_MS);
    }
  }

  /**
   * Holds the lease and runs its tasks until the process stops or loses its connection to
   * PostgreSQL, which releases the lock.
   */
  async #hold(client: pg.Client): Promise<void> {
    const { name, db, log } = this.#parts;
    const lost = new AbortController();
    client.once('end', () => {
      lost.abort();
      this.#lapse();
    });
    const over = AbortSignal.any([this.#stopping.signal, lost.signal]);
    try {
      // This throws if the connection, and with it the lock, was lost in the meantime.
      const epoch = await beginTermOn(client, db, name);
      await this.#begin(epoch);
      log.info({ lease: name, epoch: epoch.epoch }, 'This process holds the lease');
      while (!over.aborted) {
        await client.query('select 1');
        await pause(over, ROUND_MS);
      }
    } finally {
      await this.#end();
    }
  }
}

function newClient(databaseUrl: string): pg.Client {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    // This name shows an operator which process holds the lease.
    application_name: `halyard-lease-${process.pid}`,
  });
  // Without a listener, a lost connection would crash the process. The `end` event follows.
  client.on('error', () => undefined);
  return client;
}

async function takesLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as taken',
    [LOCK_CLASS, name],
  );
  return rows[0]?.taken === true;
}

function pause(signal: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
