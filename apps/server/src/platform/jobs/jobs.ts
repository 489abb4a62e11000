import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { fenced } from './epoch.ts';
import type { Lease } from './lease.ts';
import { everyRound, type Rounds } from './rounds.ts';

/** Work that goes on for as long as the server runs. */
export interface Job {
  /** In logs and metrics; unique. */
  readonly name: string;
  /** `holder`: only in the process that holds the lease. `each`: in every process. */
  readonly where: 'holder' | 'each';
  /** Milliseconds between two rounds. */
  readonly everyMs: number;
  /** Prepares what the rounds need. If it rejects, the next round tries again. */
  begin(run: Run): Promise<Work> | Work;
}

/** What a job is given when it begins. */
export interface Run {
  /** For a job of the holder, its transactions fail once another process holds the lease. */
  readonly db: Database;
  /** Aborted as soon as the job is to stop: a long round ends early. */
  readonly signal: AbortSignal;
  /** Runs a round now, or right after the current one. */
  kick(): void;
}

export interface Work {
  round(): Promise<void>;
  /** After the last round. */
  stop?(): Promise<void> | void;
}

/** How a job does in this process. Moments are epoch milliseconds. */
export interface JobState {
  readonly name: string;
  readonly isRunning: boolean;
  /** Rounds that failed since the process started. */
  readonly failures: number;
  readonly lastSuccessAt: number | null;
  /** Milliseconds that the last round took. */
  readonly lastMs: number | null;
}

export interface JobsParts {
  list: readonly Job[];
  lease: Lease;
  db: Database;
  clock: () => number;
  log: Pick<Logger, 'error'>;
}

/** Starts, stops and observes all jobs of a process. */
export class Jobs {
  readonly #parts: JobsParts;
  readonly #jobs: readonly RunningJob[];
  #isStopped = false;

  constructor(parts: JobsParts) {
    this.#parts = parts;
    this.#jobs = parts.list.map((job) => new RunningJob(job, parts));
  }

  /** Resolves when all have begun that run in this process now. */
  async start(): Promise<void> {
    const { lease, db } = this.#parts;
    for (const each of this.#jobs) {
      if (each.job.where === 'each') await each.start(db);
      else
        await lease.add(async (term) => {
          if (!this.#isStopped) await each.start(fenced(db, term));
          return () => each.stop();
        });
    }
  }

  /** Runs a round of this job now, if it runs in this process. */
  kick(name: string): void {
    this.#jobs.find(({ job }) => job.name === name)?.kick();
  }

  states(): readonly JobState[] {
    return this.#jobs.map((each) => each.state());
  }

  /** Stops the jobs of this process, the latest first. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const each of this.#jobs.toReversed()) await each.stop();
  }
}

class RunningJob {
  readonly job: Job;
  readonly #parts: JobsParts;
  #run: { rounds: Rounds; stopping: AbortController } | null = null;
  #work: Work | null = null;
  #failures = 0;
  #lastSuccessAt: number | null = null;
  #lastMs: number | null = null;

  constructor(job: Job, parts: JobsParts) {
    this.job = job;
    this.#parts = parts;
  }

  /** Begins, and runs the first round without waiting for its end. */
  async start(db: Database): Promise<void> {
    const stopping = new AbortController();
    const run = { db, signal: stopping.signal, kick: () => this.kick() };
    const rounds = everyRound(
      this.job.everyMs,
      async () => {
        const begun = performance.now();
        await this.#begin(run);
        await this.#work?.round();
        this.#lastMs = performance.now() - begun;
        this.#lastSuccessAt = this.#parts.clock();
      },
      (error) => this.#failed(error),
    );
    this.#run = { rounds, stopping };
    await this.#begin(run).catch((error: unknown) => this.#failed(error));
    rounds.kick();
  }

  async #begin(run: Run): Promise<void> {
    this.#work ??= await this.job.begin(run);
  }

  kick(): void {
    this.#run?.rounds.kick();
  }

  #failed(error: unknown): void {
    this.#failures++;
    this.#parts.log.error(
      { err: error, job: this.job.name },
      'A job failed. Its next round retries',
    );
  }

  state(): JobState {
    return {
      name: this.job.name,
      isRunning: this.#run !== null,
      failures: this.#failures,
      lastSuccessAt: this.#lastSuccessAt,
      lastMs: this.#lastMs,
    };
  }

  async stop(): Promise<void> {
    const run = this.#run;
    this.#run = null;
    run?.stopping.abort();
    await run?.rounds.stop();
    const work = this.#work;
    this.#work = null;
    try {
      await work?.stop?.();
    } catch (error) {
      this.#failed(error);
    }
  }
}
