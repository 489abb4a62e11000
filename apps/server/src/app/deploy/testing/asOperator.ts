import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The top folder of the checkout. The user that runs the service cannot write to it. */
export const ROOT = path.resolve(import.meta.dirname, '../../../../../..');

/** Whether this process may run programs as another user. Only root can. */
export const isRoot = process.getuid?.() === 0;
/** The user ID of `nobody`, which is the same on every Linux system. */
const NOBODY = 65_534;

export interface Service {
  child: ChildProcess;
  /** Returns everything that the command has printed so far. */
  printed(): string;
  /**
   * Resolves when the command has printed the given text.
   * @throws Error with all output if the command ends before that
   */
  says(text: string): Promise<void>;
  /** Resolves with the exit code when the command ends. */
  ended: Promise<number | null>;
}

/**
 * Starts a program the way a service manager does: as an unprivileged user without capabilities.
 * The program gets only the given environment variables, and only that user can read the files that
 * it creates.
 */
export function startAsService(
  command: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Service {
  const drop = ['--clear-groups', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
  const user = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, ...drop] : [];
  const args = ['-c', 'umask 0077; exec "$@"', 'service', ...user, ...command];
  const child = spawn('sh', args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  return {
    child,
    printed: () => printed,
    async says(text) {
      while (!printed.includes(text)) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${printed}`);
        await sleep(50);
      }
    },
    ended,
  };
}

/** Makes the service's user the owner of a folder and its contents. */
export async function giveToService(folder: string): Promise<void> {
  if (!isRoot) return;
  const below = await readdir(folder, { recursive: true });
  for (const file of [folder, ...below.map((name) => path.join(folder, name))])
    await chown(file, NOBODY, NOBODY);
}
