import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Bus } from './bus.ts';
import { fenced, LeaseLost } from './epoch.ts';
import type { Lease } from './lease.ts';
import { everyRound, type Rounds } from './rounds.ts';

/** Background work that is repeated as long as the server runs. */
export interface Job {
  /** The unique name of the job in logs and metrics. */
  readonly name: string;
  /**
   * The processes that run the job. `holder`: only the one that holds the lease. `each`: all of
   * them.
   */
  readonly where: 'holder' | 'each';
  /** The interval between two runs of the job, in ms. */
  readonly everyMs: number;
  /**
   * Whether the server's start depends on the job. `required`: if `begin` fails, the server does
   * not start. `later`: `begin` is not called until the job's first run. By default, the job is
   * required only if the installation has a single process.
   */
  readonly start?: 'required' | 'later';
  /** Prepares the job. If this rejects and the server starts anyway, the next run tries again. */
  begin(run: Run): Promise<Work> | Work;
}

/** The objects that a job can use while it runs. */
export interface Run {
  /** The database. In a `holder` job, transactions fail when another process holds the lease. */
  readonly db: Database;
  /** A signal that is aborted when the job must stop, so that a long run can end early. */
  readonly signal: AbortSignal;
  /** Runs the job now, or right after the current run. */
  kick(): void;
  /**
   * Counts and logs a failure of background work that the job has started. The current run of the
   * job, or the next one if none is in progress, then does not count as a success.
   */
  failed(error: unknown): void;
}

export interface Work {
  round(): Promise<void>;
  /** Called after the last run of the job. */
  stop?(): Promise<void> | void;
}

/** The state of a background job in this process. Times are in epoch milliseconds. */
export interface JobState {
  readonly name: string;
  readonly isRunning: boolean;
  /** The number of failures of the job since the process started. */
  readonly failures: number;
  readonly lastSuccessAt: number | null;
  /** The duration of the job's last run in ms. */
  readonly lastMs: number | null;
}

export interface JobsParts {
  lease: Pick<Lease, 'isAlone' | 'add'>;
  /** Sends messages between processes that use the same data. */
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  db: Database;
  clock: () => number;
  log: Pick<Logger, 'error' | 'warn'>;
}

/** Starts, stops and monitors all jobs of a process. */
export class Jobs {
  readonly #parts: JobsParts;
  readonly #jobs: RunningJob[] = [];
  readonly #unsubscribe: () => void;
  #isStopped = false;

  constructor(parts: JobsParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.bus.subscribe('job-due', (name) =>
      this.#jobs.find(({ job }) => job.name === name)?.kick(),
    );
  }

  /** Starts jobs in order. Resolves when the jobs that run in this process have started. */
  async start(list: readonly Job[]): Promise<void> {
    const { lease, db } = this.#parts;
    for (const job of list) {
      const each = new RunningJob(job, this.#parts);
      this.#jobs.push(each);
      if (job.where === 'each') await each.start(db, null);
      else
        await lease.add(async (term) => {
          if (!this.#isStopped) await each.start(fenced(db, term), term.signal);
          return () => each.stop();
        });
    }
  }

  /** Runs a job now, in every process that runs this job. */
  kick(name: string): void {
    void this.#parts.bus.publish('job-due', name);
  }

  states(): readonly JobState[] {
    return this.#jobs.map((each) => each.state());
  }

  /** Stops the jobs of this process in reverse order. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    for (const each of this.#jobs.toReversed()) await each.stop();
  }
}

class RunningJob {
  readonly job: Job;
  readonly #parts: JobsParts;
  #rounds: Rounds | null = null;
  #stopping: AbortController | null = null;
  #work: Work | null = null;
  /**
   * Resolves when the job has stopped. All callers of `stop` wait for this promise. Null unless the
   * job is stopping.
   */
  #end: Promise<void> | null = null;
  #failures = 0;
  /** Whether background work that the job started has failed since the job's last run ended. */
  #hasFailed = false;
  #lastSuccessAt: number | null = null;
  #lastMs: number | null = null;

  constructor(job: Job, parts: JobsParts) {
    this.job = job;
    this.#parts = parts;
  }

  /**
   * Starts the job and its first run, without waiting for the run to end.
   * @param over a signal that is aborted when this process no longer holds the lease
   */
  async start(db: Database, over: AbortSignal | null): Promise<void> {
    const stopping = new AbortController();
    this.#stopping = stopping;
    const signal = over ? AbortSignal.any([stopping.signal, over]) : stopping.signal;
    const failed = (error: unknown) => this.#failed(error, signal);
    const run: Run = {
      db,
      signal,
      kick: () => this.kick(),
      failed: (error) => {
        this.#hasFailed = true;
        failed(error);
      },
    };
    // Set this before the first run, so that the timer does not start a slow job a second time.
    const { start = this.#parts.lease.isAlone ? 'required' : null } = this.job;
    try {
      if (start !== 'later') this.#work = await this.job.begin(run);
    } catch (error) {
      if (start === 'required') throw error;
      failed(error);
    }
    this.#rounds = everyRound(
      this.job.everyMs,
      async () => {
        if (signal.aborted) return;
        const begun = performance.now();
        try {
          this.#work ??= await this.job.begin(run);
          await this.#work.round();
          this.#lastMs = performance.now() - begun;
          if (!this.#hasFailed) this.#lastSuccessAt = this.#parts.clock();
        } finally {
          this.#hasFailed = false;
        }
      },
      failed,
    );
    this.#rounds.kick();
  }

  kick(): void {
    this.#rounds?.kick();
  }

  /**
   * Logs an error in a run of the job. Counts it, unless another process has taken the lease.
   * Ignores errors after the job was asked to stop.
   */
  #failed(error: unknown, signal: AbortSignal): void {
    const { log } = this.#parts;
    const { name: job } = this.job;
    if (signal.aborted) return;
    if (error instanceof LeaseLost)
      return log.warn({ err: error, job }, 'A job lost its lease, so its changes were not stored');
    this.#failures++;
    log.error({ err: error, job }, 'A job failed. It will be tried again');
  }

  state(): JobState {
    return {
      name: this.job.name,
      isRunning: this.#rounds !== null && this.#end === null,
      failures: this.#failures,
      lastSuccessAt: this.#lastSuccessAt,
      lastMs: this.#lastMs,
    };
  }

  stop(): Promise<void> {
    this.#end ??= this.#stop().finally(() => {
      this.#end = null;
    });
    return this.#end;
  }

  async #stop(): Promise<void> {
    this.#stopping?.abort();
    await this.#rounds?.stop();
    this.#rounds = null;
    const work = this.#work;
    this.#work = null;
    try {
      await work?.stop?.();
    } catch (error) {
      this.#parts.log.error({ err: error, job: this.job.name }, 'A job failed to stop cleanly');
    }
  }
}
