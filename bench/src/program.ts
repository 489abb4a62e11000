import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Stored } from './stored.ts';

/**
 * Runs one of the server's measurement programs from its TypeScript source.
 * @param source the program's path below `apps/server/src`
 * @param stored where the program keeps its data. If this is not PostgreSQL, the program creates
 * its own SQLite file.
 * @returns the measurements
 */
export function runProgram<Figures>(
  source: string,
  args: readonly number[],
  stored?: Stored,
): Promise<Figures> {
  const program = fileURLToPath(new URL(`../../apps/server/src/${source}`, import.meta.url));
  const child = fork(program, args.map(String), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [...process.execArgv, '--expose-gc'],
    env: { ...process.env, TEST_DATABASE_URL: stored?.in === 'postgres' ? stored.url : '' },
  });
  return new Promise((resolve, reject) => {
    const received: unknown[] = [];
    child.on('message', (figures) => received.push(figures));
    // The program still closes its database after it has sent the figures.
    child.once('exit', (code) => {
      if (received.length > 0) resolve(received[0] as Figures);
      else reject(new Error(`The measurement ended with ${code}`));
    });
  });
}
