// PostgreSQL for tests: a server that is given, or a throw-away one from binaries on this machine.
// Only node: modules at the top, since this is loaded before anything is installed.

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
/** What a server that is given may take to answer. */
const CONNECT_TIMEOUT_MS = 10_000;

/** The folder that holds `initdb` and `postgres`, the newest one first, or null. */
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
 * A running PostgreSQL: that of `TEST_DATABASE_URL`, else a cluster of our own, which ends with
 * `stop()` or with this process, however that ends.
 * Where none is installed, `url` is null and `reason` says why. One that does not start or answer
 * within 10 s is an error with its own words.
 * @param bin the folder of its programs
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
  const user = process.getuid?.() === 0 ? unprivilegedUser() : {};
  if (user === null)
    return unavailable('PostgreSQL does not run as root, and there is no user for it');
  return startCluster(bin, user).catch((error) => {
    throw new Error(`PostgreSQL does not start: ${error.message}`);
  });
}

/** A fresh database beside the one of the URL; `drop()` removes it, its connections included. */
export async function createDatabase(url = process.env.TEST_DATABASE_URL) {
  const name = `halyard_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  // A collation unlike bytes, where the server has one: a forgotten COLLATE "C" must show.
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

async function startCluster(bin, user) {
  const cluster = await makeCluster(bin, user);
  const server = await startGuarded(cluster.command, cluster.folder, cluster.options);
  return { url: cluster.url, stop: () => stopGuarded(server) };
}

/** A cluster that nobody has started yet, in a folder of its own. */
async function makeCluster(bin, user) {
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
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=100',
    // A process that is killed loses nothing of what it has written to a file; only a machine does.
    'fsync=off',
  ];
  const command = [
    path.join(bin, 'postgres'),
    '-D',
    data,
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return { folder, data, url, command, options };
}

/**
 * A PostgreSQL of its own that can be stopped, killed, frozen and started again; null where there are no
 * binaries for one. It ends with `close()` or with this process, however that ends.
 */
export async function startRestartablePostgres() {
  const bin = findPostgres();
  const user = process.getuid?.() === 0 ? unprivilegedUser() : {};
  if (bin === null || user === null) return null;
  const { folder, data, url, command, options } = await makeCluster(bin, user);
  // Removes the folder when all is over; the server's own guard comes and goes with it.
  const waiting = [process.execPath, '-e', 'setInterval(() => {}, 1e9)'];
  const keeper = spawnGuarded(waiting, folder, { cwd: os.tmpdir(), env: process.env });
  keeper.unref();
  keeper.stderr.unref();
  /** The guard of the server that runs now. */
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
    // After a kill its own processes may still be ending: it refuses to start beside them.
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
    /** As `pg_ctl stop` does: ends all connections, then itself. */
    stop: () => end('SIGINT'),
    /** As `pg_ctl stop --mode immediate` does: without a word to its disk. */
    abort: () => end('SIGQUIT'),
    kill: () => end('SIGKILL'),
    /** Answers nobody any more and closes nothing, as behind a cable that was cut. */
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
      // It has ended meanwhile.
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
      reject(new Error(log.trim().split('\n').slice(-3).join(' ') || 'it says nothing'));
    };
    const timer = setTimeout(fail, START_TIMEOUT_MS);
    // Clients that come too early make it log FATAL lines of their own, so only its end is a failure.
    guard.once('close', fail);
    const read = (text) => {
      log += text;
      if (!log.includes('ready to accept connections')) return;
      clearTimeout(timer);
      guard.off('close', fail);
      // What it logs from now on is drained, and says nothing about its start.
      guard.stderr.off('data', read).resume();
      guard.unref();
      guard.stderr.unref();
      resolve(guard);
    };
    guard.stderr.setEncoding('utf8').on('data', read);
  });
}
