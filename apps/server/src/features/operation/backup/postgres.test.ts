import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reservePort } from '../../../../../../scripts/lib/ports.mjs';
import { createDatabase } from '../../../../../../scripts/postgres.mjs';
import { runHere } from '../../../app/admin/testing/runHere.ts';
import { verifyInstallation } from '../../../app/admin/verify.ts';
import { start } from '../../../app/start.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { newProcess } from '../../../platform/jobs/testing/processes.ts';
import { isFull } from '../../../testing/full.ts';
import { signIn } from '../../../testing/people.ts';
import { programArgs } from '../../../testing/serverProcess.ts';
import { libpqConnection } from './archive/libpq.ts';
import { storedBackups } from './folder.ts';
import { dumpPostgres, restorePostgres } from './postgres.ts';
import { BackupSchedule, backupProcess } from './schedule.ts';

const hasTools =
  process.env.TEST_DATABASE_URL !== undefined &&
  ['pg_dump', 'pg_restore'].every((tool) => spawnSync(tool, ['--version']).status === 0);

const exec = promisify(execFile);
const pgDump = 'pg_dump';

/**
 * Returns every row of the tables that only grow during the test, and every value of the realtime
 * tree except revisions.
 */
async function contentOf(url: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const texts: string[] = [];
    for (const table of ['companies', 'locations', 'flags', 'users', 'device_keys', 'ledger']) {
      const { rows } = await client.query<object>(`select * from ${table}`);
      texts.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`));
    }
    const { rows } = await client.query<{ key: string; value: string }>(
      "select key, value from realtime_node where key not like '%/rev/'",
    );
    return new Set([...texts, ...rows.map(({ key, value }) => `${key} ${value}`)]);
  } finally {
    await client.end();
  }
}

const missingIn = (whole: Set<string>, part: Set<string>) =>
  [...part].filter((text) => !whole.has(text));

test.runIf(hasTools)(
  'a backup of a running Halyard on PostgreSQL contains the data of a single point in time and can be restored',
  { timeout: 300_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-dump-'));
    const [from, to] = [await createDatabase(), await createDatabase()];
    const env = (url: string, demo: string) => ({
      ...{ DATABASE_URL: url, DATA_DIR: path.join(folder, demo) },
      ...{ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    });
    const started = (url: string, name: string) =>
      start({ env: env(url, name), demo: true, reset: false, print: () => {} });
    const server = await started(from.url, 'a');
    // A shell would split this file name.
    const file = path.join(folder, "it's $(all) here.dump");
    try {
      const master = await signIn(server.url, 'master');
      const before = await contentOf(from.url);
      let stopped = false;
      const writing = (async () => {
        for (let i = 0; !stopped; i++) {
          const place = { address1: '1 Main Street', city: 'Fargo', state: 'ND', zip: '58102' };
          const company = { name: `Company ${i}`, phone: '7015550100', ...place };
          expect((await master.post('/api/companies', company)).status).toBe(201);
        }
      })();
      await dumpPostgres({ databaseUrl: from.url, pgDump, file }, Date.now);
      stopped = true;
      await writing;
      const after = await contentOf(from.url);
      expect(statSync(file).mode & 0o077).toBe(0);
      await restorePostgres({ databaseUrl: to.url, pgDump, file });
      const restored = await contentOf(to.url);
      expect(missingIn(restored, before)).toEqual([]);
      expect(missingIn(after, restored)).toEqual([]);
    } finally {
      await server.stop();
    }
    const config = readConfig(env(to.url, 'b'), { demo: false });
    const faults = (await verifyInstallation(config)).flatMap((one) => one.faults);
    expect(faults).toEqual([]);
    // A restore never overwrites data. It restores everything or nothing.
    await expect(restorePostgres({ databaseUrl: to.url, pgDump, file })).rejects.toThrow(
      /database is not empty/,
    );
    const again = await started(to.url, 'b');
    try {
      expect((await signIn(again.url, 'company')).user.username).toBe('company');
    } finally {
      await again.stop();
      await Promise.all([from.drop(), to.drop()]);
      rmSync(folder, { recursive: true });
    }
  },
);

describe.runIf(hasTools)('PostgreSQL backups', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'halyard-dumps-'));
  const at = (name: string) => path.join(folder, name);
  let database: Awaited<ReturnType<typeof createDatabase>>;
  /** The environment variables for `npm run admin`. */
  let env: Record<string, string>;
  const admin = (...args: string[]) => runHere(args, env);
  beforeAll(async () => {
    database = await createDatabase();
    env = { DATABASE_URL: database.url, DATA_DIR: at('data'), BACKUP_DIR: at('backups') };
    const args = ['create-master', '--username', 'first', '--first-name', 'Pat'];
    const more = ['--last-name', 'Lee', '--email', 'p@example.test', '--phone', '555'];
    const making = exec(process.execPath, [...programArgs('app/admin/cli'), ...args, ...more], {
      env: { ...process.env, ...env },
    });
    making.child.stdin?.end('long enough\n');
    await making;
    expect((await admin('backup', at('whole.dump'))).code).toBe(0);
  }, 120_000);
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  /** Creates a fake PostgreSQL program, which prints the given text and exits with status 0. */
  function pretends(name: string, says: string): string {
    const file = at(name);
    writeFileSync(file, `#!/bin/sh\necho '${says}'\n`);
    chmodSync(file, 0o755);
    return file;
  }
  const dump = (program: string, name: string) =>
    dumpPostgres({ databaseUrl: database.url, pgDump: program, file: at(name) }, Date.now);

  test('fail with an error that names the missing or outdated program, and leave no files behind', async () => {
    await expect(dump(at('nowhere'), 'a.dump')).rejects.toThrow(
      /^.*nowhere was not found. Install PostgreSQL's client programs, version \d+ or newer, or set PG_DUMP/,
    );
    const old = pretends('old', 'pg_dump (PostgreSQL) 9.6.24');
    await expect(dump(old, 'a.dump')).rejects.toThrow(
      /^pg_dump has version 9, which is older than the server's version \d+\. Install/,
    );
    await expect(dump(pretends('other', 'hello'), 'a.dump')).rejects.toThrow(
      /is not PostgreSQL's pg_dump/,
    );
    expect(await admin('backup', at('a.dump'))).toMatchObject({ code: 0 });
    const again = await admin('backup', at('a.dump'));
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/already exists/) });
    expect(readdirSync(folder).filter((name) => name.includes('.part-'))).toEqual([]);
  });

  test('never reveal the database password to other users of the machine', () => {
    writeFileSync(at('ca.pem'), '');
    const url = `postgres://me:s%40cret@db.example/flags?sslmode=no-verify&sslrootcert=${at('ca.pem')}`;
    expect(libpqConnection(url)).toEqual({
      database: 'flags',
      env: {
        PGHOST: 'db.example',
        PGPORT: '5432',
        PGUSER: 'me',
        PGPASSWORD: 's@cret',
        PGSSLMODE: 'require',
        PGSSLROOTCERT: at('ca.pem'),
      },
    });
  });

  test('are not restored if the file is damaged, missing or not a backup, and the database does not change', async () => {
    const to = await createDatabase();
    const bytes = readFileSync(at('whole.dump'));
    writeFileSync(at('cut.dump'), bytes);
    truncateSync(at('cut.dump'), Math.floor(bytes.length * 0.6));
    writeFileSync(at('text.dump'), 'What is this?');
    for (const name of ['cut.dump', 'text.dump', 'missing.dump'])
      await expect(
        restorePostgres({ databaseUrl: to.url, pgDump, file: at(name) }),
      ).rejects.toThrow(/backup|File not found|pg_restore/);
    await restorePostgres({ databaseUrl: to.url, pgDump, file: at('whole.dump') });
    await to.drop();
  });

  test('are rejected before anything is restored if they come from a newer version of Halyard', async () => {
    const [newer, to] = [await createDatabase(), await createDatabase()];
    await restorePostgres({ databaseUrl: newer.url, pgDump, file: at('whole.dump') });
    const client = new pg.Client({ connectionString: newer.url });
    await client.connect();
    await client.query('update schema_version set version = 999');
    await client.end();
    await expect(
      dumpPostgres({ databaseUrl: newer.url, pgDump, file: at('newer.dump') }, Date.now),
    ).rejects.toThrow(/schema version 999, from a newer version of Halyard/);
    await exec('pg_dump', ['--format=custom', `--file=${at('newer.dump')}`, newer.url]);
    const parts = { databaseUrl: to.url, pgDump, file: at('newer.dump') };
    await expect(restorePostgres(parts)).rejects.toThrow(/schema version 999/);
    // The database is still empty.
    await restorePostgres({ ...parts, file: at('whole.dump') });
    await Promise.all([newer.drop(), to.drop()]);
  });

  test.runIf(isFull)(
    'are made once a day, appear in the list, and are recorded in the activity log',
    async () => {
      const now = Date.now();
      const errors: unknown[] = [];
      const schedule = new BackupSchedule({
        plan: async () => ({ isOn: true, folder: at('backups'), minuteOfDay: 0, days: 14 }),
        clock: () => now,
        log: { ...console, info: () => {}, error: (...said: unknown[]) => errors.push(said) },
        signal: new AbortController().signal,
        check: async () => null,
        desk: {
          openRequest: async () => null,
          closeRequest: async () => undefined,
          report: async () => undefined,
        },
        make: (_plan, signal) =>
          backupProcess({ ...process.env, ...env }, signal, programArgs('app/admin/cli')),
      });
      await schedule.round();
      await schedule.round();
      expect(errors).toEqual([]);
      const stored = await storedBackups(at('backups'));
      expect(stored).toHaveLength(1);
      const { out: list } = await admin('backups');
      expect(list).toContain(stored[0]!.file);
      expect(list).toMatch(/^\w{3} \d+, \d{4}, \d+:\d\d:\d\d [AP]M \S+ +\d+ bytes/m);
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query(
        "select subject from activity where kind = 'backup.made' order by id desc limit 1",
      );
      await client.end();
      expect(rows).toEqual([{ subject: stored[0]!.file }]);
    },
  );

  test.runIf(isFull)(
    'are made if BACKUP_DIR is set, and a metric shows the time of the last backup',
    async () => {
      const METRICS_TOKEN = 'a-token-of-thirty-two-characters-or-more';
      const empty = await createDatabase();
      const own = { ...env, DATABASE_URL: empty.url, BACKUP_DIR: at('by-server'), METRICS_TOKEN };
      const server = newProcess(await reservePort(), {
        ...own,
        HOST: '127.0.0.1',
        LOG_LEVEL: 'error',
      });
      const lastBackup = async () => {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
        const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
        return Number(/^halyard_last_backup_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
      };
      try {
        await server.start();
        expect(await lastBackup()).toBe(0);
        await expect.poll(lastBackup, { timeout: 60_000 }).toBeGreaterThan(1.7e9);
        expect(await storedBackups(at('by-server'))).toHaveLength(1);
      } finally {
        await server.end('SIGTERM');
        await empty.drop();
      }
    },
  );

  test('can be restored with a command, and the restored activity log has an entry about the restore', async () => {
    const to = await createDatabase();
    const restored = await runHere(['restore', at('whole.dump')], { ...env, DATABASE_URL: to.url });
    expect(restored.out).toContain('You can now start Halyard.');
    const client = new pg.Client({ connectionString: to.url });
    await client.connect();
    const { rows } = await client.query(
      "select subject, detail from activity where kind = 'backup.restored'",
    );
    await client.end();
    expect(JSON.stringify(rows)).toMatch(/whole\.dump.*data of \d{4}-\d\d-\d\dT/);
    await to.drop();
  });
});
