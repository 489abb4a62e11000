import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * The functions of a benchmark program that its parent process can call, by name. Their inputs and
 * outputs are passed as JSON.
 */
export type Verbs = Record<string, (input: never) => Promise<unknown>>;

interface Call {
  verb: string;
  input: unknown;
}
type Answer = { ok: true; output: unknown } | { ok: false; error: string };

const COMMON: Verbs = {
  /** Returns the CPU time in microseconds that this process has used, including all its threads. */
  async cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },

  /** Returns the memory in bytes that this process still uses after garbage collection. */
  async memory() {
    // Runs the garbage collector twice, because objects freed in the first round may have kept
    // others alive.
    for (let round = 0; round < 2; round++) {
      globalThis.gc?.();
      await sleep(100);
    }
    return process.memoryUsage.rss();
  },
};

/**
 * Runs in a child process: carries out the parent process's calls, and exits when the parent does.
 */
export function offer(own: Verbs): void {
  const verbs = { ...COMMON, ...own };
  process.on('disconnect', () => process.exit());
  process.on('message', ({ verb, input }: Call) => {
    // Both sides are compiled from the same sources, but JSON loses the types in between.
    const run = verbs[verb] as ((input: unknown) => Promise<unknown>) | undefined;
    const answer = (message: Answer) => process.send?.(message);
    if (run === undefined) {
      answer({ ok: false, error: `There is no "${verb}" here` });
      return;
    }
    run(input).then(
      (output) => answer({ ok: true, output }),
      (error: unknown) => answer({ ok: false, error: String(error) }),
    );
  });
}

/** A child process that runs one of the benchmark's programs from `parts/`. */
export class Part {
  readonly #child: ChildProcess;

  constructor(name: string) {
    const program = fileURLToPath(new URL(`./parts/${name}.js`, import.meta.url));
    this.#child = fork(program, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--expose-gc'],
    });
  }

  /**
   * Calls a function in the child process and returns its result. A call must end before the next
   * one begins.
   */
  async call<Output = void>(verb: string, input: unknown = null): Promise<Output> {
    const ended = new AbortController();
    const answered = once(this.#child, 'message', { signal: ended.signal });
    const gone = once(this.#child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error(`A process of the benchmark ended during "${verb}"`);
    });
    // Only one of the promises settles. The other one is aborted, and nothing waits for it anymore.
    for (const promise of [answered, gone]) promise.catch(() => undefined);
    this.#child.send({ verb, input } satisfies Call);
    try {
      const [answer] = (await Promise.race([answered, gone])) as [Answer];
      if (!answer.ok) throw new Error(answer.error);
      // As above, both sides are compiled from the same sources.
      return answer.output as Output;
    } finally {
      ended.abort();
    }
  }

  /** Kills the child process, as in a crash. */
  async kill(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}

/**
 * Starts one child process for each named program, passes the processes to `use`, and stops them
 * when `use` has ended or failed.
 */
export async function withParts<Name extends string, Output>(
  programs: Record<Name, string>,
  use: (parts: Record<Name, Part>) => Promise<Output>,
): Promise<Output> {
  const names = Object.keys(programs) as Name[];
  const parts = names.map((name) => [name, new Part(programs[name])] as const);
  try {
    // The object has one entry per name.
    return await use(Object.fromEntries(parts) as Record<Name, Part>);
  } finally {
    await Promise.all(parts.map(([, part]) => part.stop()));
  }
}

/** Returns the time of the monotonic clock that all processes on a machine share, in ms. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
