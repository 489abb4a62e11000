// PostgreSQL for tests: a given server, or a temporary one from the binaries on this machine.
// Imports only node: modules at the top, because it loads before anything is installed.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended, spawnGuarded, stopGuarded } from './lib/guarded.mjs';
import { reservePort } from './lib/ports.mjs';

const START_TIMEOUT_MS = 8_000;
const INITDB_TIMEOUT_MS = 30_000;
/** Time limit in ms for a given server to respond. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Settings for tests. A killed process loses nothing that it has written to a file. Only a crash of
 * the machine does.
 */
const TEST_SETTINGS = ['fsync=off'];

/** Returns the folder with `initdb` and `postgres` of the newest version; null if there is none. */
export function findPostgres() {
  const numbered = (parent, tail) => {
    if (!existsSync(parent)) return [];
    const versions = readdirSync(parent).sort((a, b) =>
      b.localeCompare(a, 'en', { numeric: true }),
    );
    return versions.map((version) => path.join(parent, version, tail));
  };
  const brew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((parent) =>
    numbered(parent, 'bin').filter((folder) => folder.includes('postgresql')),
  );
  const folders = [
    ...numbered('/usr/lib/postgresql', 'bin'),
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...brew,
    ...numbered('/Applications/Postgres.app/Contents/Versions', 'bin'),
    ...numbered('/usr/pgsql', 'bin'),
  ];
  return (
    folders.find((folder) =>
      ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))),
    ) ?? null
  );
}

/**
 * Starts PostgreSQL for tests: either a new database on the server of `TEST_DATABASE_URL`, or a
 * temporary cluster that ends with `stop()` or with this process, however that ends. If PostgreSQL
 * is not installed, `url` is null and `reason` says why.
 * @param bin the folder with PostgreSQL's programs
 * @throws an error with the server's own message if it does not start or respond within 10 s
 */
export async function startPostgres(bin = findPostgres()) {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    const database = await createDatabase(given).catch((error) => {
      throw new Error(`TEST_DATABASE_URL cannot be used: ${error.message || error.code}`);
    });
    return { url: database.url, stop: database.drop };
  }
  if (bin === null)
    return unavailable('no PostgreSQL is installed here, and TEST_DATABASE_URL is not set');
  return startTemporary(bin, TEST_SETTINGS);
}

/**
 * Starts a temporary cluster like `startPostgres`, but with PostgreSQL's own settings for
 * durability, so that a benchmark measures commits that survive a crash of the machine.
 */
export async function startDurablePostgres() {
  const bin = findPostgres();
  if (bin === null) return unavailable('no PostgreSQL is installed here');
  return startTemporary(bin, []);
}

async function startTemporary(bin, settings) {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : {};
  if (user === null)
    return unavailable('PostgreSQL does not run as root, and there is no user for it');
  return startCluster(bin, user, settings).catch((error) => {
    throw new Error(`PostgreSQL does not start: ${error.message}`);
  });
}

/** Creates a new database on the URL's server. `drop()` closes its connections and deletes it. */
export async function createDatabase(url = process.env.TEST_DATABASE_URL) {
  const name = `halyard_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  // Uses a collation that differs from byte order if the server has one, so that tests detect a
  // missing COLLATE "C".
  const collated = `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'`;
  await run(url, collated).catch(() =>
    run(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`),
  );
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => run(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function run(url, statement) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function unavailable(reason) {
  return { url: null, reason, stop: async () => {} };
}

function unprivilegedUser() {
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return null;
}

async function startCluster(bin, user, settings) {
  const cluster = await makeCluster(bin, user, settings);
  const server = await startGuarded(cluster.command, cluster.folder, cluster.options);
  return { url: cluster.url, stop: () => stopGuarded(server) };
}

/** Creates a cluster in a new folder, without starting it. `settings` are its further settings. */
async function makeCluster(bin, user, settings) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'halyard-postgres-'));
  const data = path.join(folder, 'data');
  const password = randomBytes(18).toString('hex');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (user.uid !== undefined)
    for (const file of [folder, passwordFile]) chownSync(file, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const made = spawnSync(
    path.join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { ...options, encoding: 'utf8', timeout: INITDB_TIMEOUT_MS },
  );
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(made.error?.message ?? made.stderr.trim());
  }
  const port = await reservePort();
  const all = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=100',
    ...settings,
  ];
  const command = [
    path.join(bin, 'postgres'),
    '-D',
    data,
    ...all.flatMap((setting) => ['-c', setting]),
  ];
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return { folder, data, url, command, options };
}

/**
 * Starts a PostgreSQL server that can be stopped, killed, frozen and restarted. Returns null if its
 * binaries are missing. The server ends with `close()` or with this process, however that ends.
 */
export async function startRestartablePostgres() {
  const bin = findPostgres();
  const user = process.getuid?.() === 0 ? unprivilegedUser() : {};
  if (bin === null || user === null) return null;
  const { folder, data, url, command, options } = await makeCluster(bin, user, TEST_SETTINGS);
  // Deletes the folder at the very end. The server's own guard starts and ends with each run of the
  // server.
  const waiting = [process.execPath, '-e', 'setInterval(() => {}, 1e9)'];
  const keeper = spawnGuarded(waiting, folder, { cwd: os.tmpdir(), env: process.env });
  keeper.unref();
  keeper.stderr.unref();
  /** The guard of the running server. */
  let server = null;
  const pid = () => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const gone = async () => {
    if (server.exitCode === null) await ended(server);
  };
  const end = async (signal) => {
    process.kill(pid(), signal);
    await gone();
  };
  const start = async () => {
    // After a kill, the old processes may still be shutting down, and PostgreSQL does not start
    // before they have.
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
      try {
        server = await startGuarded(command, path.join(folder, 'unused'), options);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(100);
      }
    }
  };
  await start();
  return {
    url,
    start,
    /** Like `pg_ctl stop`: ends all connections, then the server. */
    stop: () => end('SIGINT'),
    /** Like `pg_ctl stop --mode immediate`: ends without writing to disk. */
    abort: () => end('SIGQUIT'),
    kill: () => end('SIGKILL'),
    /** Stops responding without closing any connections, like a cut cable. */
    freeze: () => signalAll(pid(), 'SIGSTOP'),
    thaw: () => signalAll(pid(), 'SIGCONT'),
    async close() {
      await stopGuarded(server);
      await stopGuarded(keeper);
    },
  };
}

/** Sends a signal to a process and its children. */
function signalAll(pid, signal) {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  for (const each of [pid, ...stdout.split('\n').map(Number).filter(Boolean)]) {
    try {
      process.kill(each, signal);
    } catch {
      // The process has ended in the meantime.
    }
  }
}

function startGuarded(command, folder, options) {
  const guard = spawnGuarded(command, folder, options);
  return new Promise((resolve, reject) => {
    let log = '';
    const fail = () => {
      clearTimeout(timer);
      guard.kill('SIGTERM');
      reject(new Error(log.trim().split('\n').slice(-3).join(' ') || 'no output'));
    };
    const timer = setTimeout(fail, START_TIMEOUT_MS);
    // Clients that connect too early make the server log FATAL lines, so only its exit counts as a
    // failure.
    guard.once('close', fail);
    const read = (text) => {
      log += text;
      if (!log.includes('ready to accept connections')) return;
      clearTimeout(timer);
      guard.off('close', fail);
      // Discards the server's later log, because it says nothing about the start.
      guard.stderr.off('data', read).resume();
      guard.unref();
      guard.stderr.unref();
      resolve(guard);
    };
    guard.stderr.setEncoding('utf8').on('data', read);
  });
}
