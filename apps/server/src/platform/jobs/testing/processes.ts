import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reservePort } from '../../../../../../scripts/lib/ports.mjs';
import { whenReady } from '../../../../../../scripts/lib/started.mjs';
import { startNginx } from '../../../../../../scripts/nginx.mjs';
import { createDatabase } from '../../../../../../scripts/postgres.mjs';
import { programArgs } from '../../../testing/serverProcess.ts';

const EXAMPLE = path.resolve(
  import.meta.dirname,
  '../../../../../../deploy/nginx-several-processes.conf',
);

/** One process of an installation. It keeps its port when it restarts. */
export interface Process {
  readonly url: string;
  /** The ID of the running process. */
  readonly pid: number | undefined;
  /** The output since the first start. */
  readonly printed: string;
  /** Starts the process. Resolves when it serves requests. */
  start(): Promise<void>;
  /** Sends a signal to the process. Resolves when the process has exited. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/**
 * Two API processes and one process with the realtime database, all on one PostgreSQL server and
 * behind nginx.
 */
export interface Installation {
  /** The URL of nginx, which users open. */
  url: string;
  port: number;
  databaseUrl: string;
  embedded: Process;
  api: [Process, Process];
  /** The access log and the error log of nginx. */
  proxyLogs(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts an installation. If a process does not start, stops the other processes and throws an
 * error with its output.
 * @param server the URL of PostgreSQL; by default, the server that all tests use
 */
export async function startInstallation(server?: string): Promise<Installation> {
  const database = await createDatabase(server);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-cluster-'));
  // Each process keeps its port after a restart, so the operating system cannot choose it.
  const [port, embeddedPort, firstPort, secondPort] = [
    await reservePort(),
    await reservePort(),
    await reservePort(),
    await reservePort(),
  ];
  const url = `http://127.0.0.1:${port}`;
  const shared = {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.url,
    PUBLIC_URL: url,
    TRUST_PROXY: '1',
    REALTIME_SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: dataDir,
  };
  const remote = { REALTIME: 'remote', REALTIME_URL: `http://127.0.0.1:${embeddedPort}` };
  const embedded = newProcess(embeddedPort, shared);
  const api: [Process, Process] = [
    newProcess(firstPort, { ...shared, ...remote }),
    newProcess(secondPort, { ...shared, ...remote }),
  ];
  const stop = async () => {
    await nginx?.stop();
    for (const one of [...api, embedded]) await one.end('SIGTERM');
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined;
  try {
    // Start nginx first, because it starts fast. If it fails, the test need not wait for the
    // others.
    nginx = await startNginx(
      await exampleWith({ 8080: port, 3000: embeddedPort, 3001: firstPort, 3002: secondPort }),
    );
    await embedded.start();
    await Promise.all(api.map((one) => one.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  const { folder } = nginx;
  return {
    url,
    port,
    databaseUrl: database.url,
    embedded,
    api,
    proxyLogs: async () => {
      const read = (name: string) => readFile(path.join(folder, name), 'utf8');
      return (await read('access.log')) + (await read('error.log'));
    },
    stop,
  };
}

/** Returns the example configuration from the docs with the ports and paths of this test. */
async function exampleWith(ports: Record<number, number>): Promise<string> {
  const example = await readFile(EXAMPLE, 'utf8');
  return example
    .replace(/\/run\/nginx\.pid/, '{folder}/nginx.pid')
    .replaceAll('/var/log/nginx/', '{folder}/')
    .replace(/\b(8080|300[012])\b(?=[ ;])/g, (port) => String(ports[Number(port)]));
}

/** Prepares a process, but does not start it yet. */
export function newProcess(port: number, env: Record<string, string>): Process {
  let child: ChildProcess | null = null;
  let printed = '';
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return child?.pid;
    },
    get printed() {
      return printed;
    },
    async start() {
      const started = spawn(process.execPath, programArgs('main'), {
        env: { ...process.env, ...env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          printed += text;
        });
      await whenReady(started, (_printed, message) => message);
    },
    async end(signal) {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const ending = child;
      await new Promise((resolve) => {
        ending.once('exit', resolve);
        ending.kill(signal);
      });
    },
  };
}
