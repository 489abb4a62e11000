import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The `apps/poles` command-line program, as shipped. */
const PROGRAM = fileURLToPath(new URL('../../apps/poles/dist/cli.js', import.meta.url));

interface Simulated {
  server: string;
  /**
   * The prefix of the simulated poles' flag IDs, which end in a number, starting at 1. A pole's ID
   * is also its device key.
   */
  prefix: string;
  count: number;
  reportSeconds: number;
  /** The folder for the file with the simulated poles' device keys. */
  directory: string;
}

/** Returns the flag IDs of the poles that a pole simulator with these options runs. */
export const simulatedFlags = ({ prefix, count }: Pick<Simulated, 'prefix' | 'count'>): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);

/** A process that runs simulated poles. Poles retry automatically after a failure. */
export class Simulator {
  readonly #child: ChildProcess;

  constructor(options: Simulated) {
    const { server, reportSeconds } = options;
    const poles = numbered(options);
    this.#child = fork(
      PROGRAM,
      ['--server', server, ...poles, '--report-every', String(reportSeconds), '--quiet'],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    );
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}

function numbered(options: Simulated): string[] {
  const { prefix, count, directory } = options;
  const keys = path.join(directory, `${prefix}keys`);
  writeFileSync(keys, simulatedFlags(options).join('\n'));
  const ids = ['--count', String(count), '--prefix', prefix, '--owner', 'bench'];
  return [...ids, '--key-file', keys];
}
