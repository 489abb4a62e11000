import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { ReadyMessage } from '../main.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');
/** How Node runs our sources without a build. */
export const FROM_SOURCE = ['--conditions=source', '--import', 'tsx'];

/** The server in a process of its own, on a free port of this machine, with the demo's people. */
export async function startServerProcess(
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [...FROM_SOURCE, MAIN, '--demo'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = await new Promise<ReadyMessage>((resolve, reject) => {
    child.once('message', (message) => resolve(message as ReadyMessage));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
  return { child, url: ready.url };
}

/** Ends it by `kill -9`. */
export const kill = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });
