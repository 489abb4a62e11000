import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyDemoData } from '../../scripts/lib/demoData.mjs';
import { whenReady } from '../../scripts/lib/started.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** A server started from the production build. */
export interface RunningServer {
  url: string;
  dataDir: string;
  /** The path of the file with the device keys and behaviors of the demo's simulated poles. */
  fleetFile: string;
  /** Returns everything that the server has printed so far. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface Ready {
  type: 'ready';
  url: string;
  fleetFile: string;
}

const end = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });

interface ServerOptions {
  /** Whether to start with the demo's data. If false, the server starts empty. */
  demo?: boolean;
  /** Command-line arguments for the demo, such as --at. */
  args?: readonly string[];
  /**
   * Whether autopilot is on, as in `npm run demo`. If it is off, poles move only when a test moves
   * them, regardless of the date.
   */
  autopilot?: boolean;
}

/**
 * Whether a server with these settings creates the same demo data as a server with the default
 * settings.
 */
const hasUsualData = (env: NodeJS.ProcessEnv, args: readonly string[]) =>
  args.length === 0 && !('REALTIME' in env || 'DISPLAY_LANGUAGE' in env);

/**
 * Starts the built server on a free port with a new data folder and, by default, the demo's data.
 * @param env additional settings, such as REALTIME=off
 * @throws Error that contains the server's output, if the server does not start
 */
export async function startServer(
  env: NodeJS.ProcessEnv = {},
  { demo = true, args = [], autopilot = false }: ServerOptions = {},
): Promise<RunningServer> {
  const isNew = env.DATA_DIR === undefined;
  const dataDir = env.DATA_DIR ?? fs.mkdtempSync(path.join(os.tmpdir(), 'halyard-e2e-'));
  const program = [
    path.join(ROOT, 'apps/server/dist/main.js'),
    ...(demo ? ['--demo'] : []),
    ...(demo && !autopilot ? ['--without-autopilot'] : []),
    ...args,
  ];
  if (isNew && demo && hasUsualData(env, args)) await copyDemoData(dataDir, program);
  const child = spawn(process.execPath, program, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', ...env, DATA_DIR: dataDir },
  });
  let output = '';
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  const ready = await whenReady(child, (_printed, message) => message as Ready | undefined);
  return {
    url: ready.url,
    dataDir,
    fleetFile: ready.fleetFile,
    output: () => output,
    stop: (signal = 'SIGTERM') => end(child, signal),
  };
}

/** Starts the demo's simulated poles for a server, in a separate process. */
export function startPoles(server: Pick<RunningServer, 'url' | 'fleetFile'>): {
  stop(): Promise<void>;
} {
  const child = spawn(
    process.execPath,
    [
      path.join(ROOT, 'apps/poles/dist/cli.js'),
      ...['--server', server.url, '--fleet', server.fleetFile, '--quiet', '--insecure'],
      // Most tests wait for a pole, and real travel times would make up a fifth of their time.
      ...['--travel', '0.5'],
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  // Fails the test immediately, instead of letting it wait for poles that never appear.
  const failed = (code: number | null) => {
    throw new Error(`The simulated poles ended with ${code}`);
  };
  child.once('exit', failed);
  return {
    stop: () => {
      child.off('exit', failed);
      return end(child, 'SIGTERM');
    },
  };
}

/**
 * Starts a server with the demo's data and its poles.
 * @param args arguments for the demo, such as --at
 * @param options `env` contains additional settings
 */
export async function startWorld(
  args: readonly string[] = [],
  { env, ...options }: Pick<ServerOptions, 'autopilot'> & { env?: NodeJS.ProcessEnv } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = await startServer(env, { args, ...options });
  const poles = startPoles(server);
  return {
    url: server.url,
    stop: async () => {
      await poles.stop();
      await server.stop();
    },
  };
}
