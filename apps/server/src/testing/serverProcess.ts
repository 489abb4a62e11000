import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { copyDemoData } from '../../../../scripts/lib/demoData.mjs';
import { whenReady } from '../../../../scripts/lib/started.mjs';
import { programArgs as workspaceProgram } from '../../../../scripts/program.mjs';
import type { FleetEntry } from '../app/demo/fleet.ts';
import type { ReadyMessage } from '../main.ts';

/**
 * Returns the arguments with which Node runs one of the server's programs.
 * @param name the path of the program's file in `src`, without the extension
 */
export const programArgs = (name: string) =>
  workspaceProgram(path.resolve(import.meta.dirname, '../..'), name);

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** The poles of the demo, with their keys. */
  fleet: FleetEntry[];
}

/**
 * Starts the server in a separate process, on a free port of this machine, with the demo's users.
 * If it does not start, throws an error with everything that it has printed.
 */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const program = [...programArgs('main'), '--demo', '--without-autopilot'];
  if (env.DATA_DIR && isPlain(env) && isEmpty(env.DATA_DIR))
    await copyDemoData(env.DATA_DIR, program);
  const child = spawn(process.execPath, program, {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ready = await whenReady(child, (_printed, message) => message as ReadyMessage | undefined);
  child.stderr?.pipe(process.stderr, { end: false });
  const fleet = JSON.parse(readFileSync(ready.fleetFile!, 'utf8')) as FleetEntry[];
  return { child, url: ready.url, fleet };
}

/**
 * Whether a server with these settings creates the default demo data, so that a copy of that data
 * can be used instead.
 */
const isPlain = (env: Record<string, string>) => !('DATABASE_URL' in env || 'REALTIME' in env);

const isEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0;

/** Kills the process with `kill -9`. */
export const kill = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });
