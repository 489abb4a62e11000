import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** A job that hashes or checks one password. Each hash takes tens of milliseconds of CPU time. */
export type HashJob =
  | { kind: 'hash'; password: string }
  /** Checks the password against every hash, so that timing does not reveal which hash matches. */
  | { kind: 'match'; hashes: readonly string[]; password: string };

/**
 * The result of a job: the hash in PHC format or, for a `match` job, whether the password matches
 * each hash.
 */
export type HashResult = string | boolean[];

interface Waiting {
  job: HashJob;
  resolve(result: HashResult): void;
  reject(error: Error): void;
}

/**
 * The parameters for argon2id that OWASP recommends: 19 MiB, 2 passes, one lane. Only tests change
 * them (testing/cheapPasswords.ts).
 */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * How much to raise the niceness of the hashing threads above that of the process, so that the
 * event loop has priority on a shared core. Only Linux has a niceness per thread.
 */
const NICER = 5;

/**
 * The code that every password hashing thread runs. It is a string, not a file, so that threads
 * start just as fast when the server runs from TypeScript source (tests, `npm run dev`).
 */
const SCRIPT = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { hashSync, verifySync } = require(workerData.argon2);
  if (process.platform === 'linux') {
    const os = require('node:os');
    try {
      os.setPriority(0, Math.min(os.constants.priority.PRIORITY_LOW, os.getPriority(0) + workerData.nicer));
    } catch {
      // The service manager may forbid this. Passwords are hashed anyway.
    }
  }
  const run = ({ job, options }) =>
    job.kind === 'hash'
      ? hashSync(job.password, options)
      : job.hashes.map((hash) => verifySync(hash, job.password));
  parentPort.on('message', (message) => {
    try {
      parentPort.postMessage({ result: run(message) });
    } catch (error) {
      parentPort.postMessage({ failure: String(error) });
    }
  });
`;

/**
 * Threads used only for password hashing, so that hashing does not delay other work. Clients take
 * turns: a client with 30 jobs delays another client by only one job.
 * @param count the number of threads, which is also the number of parallel jobs
 */
export class HashThreads {
  readonly #count: number;
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Waiting>();
  /** The waiting hashing jobs by client. The client whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(count: number) {
    this.#count = count;
  }

  /**
   * Runs a password hashing job.
   * @param client the client that the job is for
   */
  run(client: string, job: HashJob): Promise<HashResult> {
    return new Promise((resolve, reject) => {
      const jobs = this.#waiting.get(client);
      const waiting = { job, resolve, reject };
      if (jobs) jobs.push(waiting);
      else this.#waiting.set(client, [waiting]);
      this.#next();
    });
  }

  #next(): void {
    while (this.#waiting.size > 0 && this.#busy.size < this.#count) {
      const waiting = this.#take();
      const thread = this.#idle.pop() ?? this.#start();
      this.#busy.set(thread, waiting);
      thread.ref();
      thread.postMessage({ job: waiting.job, options: ARGON2 });
    }
  }

  /**
   * Removes the first job of the client whose turn it is, and moves that client to the end of the
   * queue.
   */
  #take(): Waiting {
    const [client, [first, ...others]] = this.#waiting.entries().next().value as [
      string,
      [Waiting, ...Waiting[]],
    ];
    this.#waiting.delete(client);
    if (others.length > 0) this.#waiting.set(client, others);
    return first;
  }

  #start(): Worker {
    const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2');
    const thread = new Worker(SCRIPT, {
      eval: true,
      workerData: { argon2, nicer: NICER },
    });
    thread.on('message', (answer: { result: HashResult } | { failure: string }) => {
      const waiting = this.#busy.get(thread);
      this.#busy.delete(thread);
      this.#idle.push(thread);
      thread.unref();
      if ('result' in answer) waiting?.resolve(answer.result);
      else waiting?.reject(new Error(answer.failure));
      this.#next();
    });
    thread.on('error', (error) => this.#gone(thread, error));
    thread.on('exit', () => this.#gone(thread, new Error('The hashing thread has ended')));
    return thread;
  }

  /** Fails the job of a hashing thread that has ended. The next job starts a new thread. */
  #gone(thread: Worker, error: Error): void {
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#busy.get(thread)?.reject(error);
    this.#busy.delete(thread);
    this.#next();
  }
}
