import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reservePort } from '../../../../../scripts/lib/ports.mjs';
import { findNginx } from '../../../../../scripts/nginx.mjs';
import {
  createDatabase,
  findPostgres,
  type RestartablePostgres,
  startRestartablePostgres,
} from '../../../../../scripts/postgres.mjs';
import { isFull } from '../../testing/full.ts';
import { newProcess, type Process, startInstallation } from './testing/processes.ts';
import { registerMaster, type Storm, startStorm } from './testing/storm.ts';

/**
 * These tests restart PostgreSQL and close its connections at random, under load. Halyard must
 * recover in the same processes and must not lose any confirmed change.
 */

/** How many times PostgreSQL is restarted. The test kills, stops and aborts it in turn. */
const RESTARTS = isFull ? 20 : 3;
/** How many connections PostgreSQL closes while it keeps running. */
const TERMINATIONS = isFull ? 600 : 30;
const LONG = 120_000 + RESTARTS * 60_000;

/** An installation to test, with one process or several. */
interface Setup {
  /** The URL that users and poles use. */
  url: string;
  databaseUrl: string;
  processes: readonly Process[];
  stop(): Promise<void>;
}

async function oneProcess(server: string): Promise<Setup> {
  const database = await createDatabase(server);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-away-'));
  const env = {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
  };
  const only = newProcess(await reservePort(), env);
  await only.start();
  return {
    url: only.url,
    databaseUrl: database.url,
    processes: [only],
    async stop() {
      await only.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function severalProcesses(server: string): Promise<Setup> {
  const installation = await startInstallation(server);
  return { ...installation, processes: [installation.embedded, ...installation.api] };
}

const hasNginx = findNginx() !== null;
const SETUPS = [
  ...(isFull || !hasNginx ? [{ name: 'one process', setUp: oneProcess }] : []),
  ...(hasNginx ? [{ name: 'several processes', setUp: severalProcesses }] : []),
];

describe.skipIf(findPostgres() === null).each(SETUPS)(
  'Halyard with $name, during an outage of PostgreSQL',
  ({ setUp }) => {
    let postgres: RestartablePostgres;
    let setup: Setup;
    let pids: (number | undefined)[];
    let storm: Storm;

    beforeAll(async () => {
      postgres = (await startRestartablePostgres())!;
      setup = await setUp(postgres.url);
      pids = setup.processes.map(({ pid }) => pid);
      await registerMaster(setup.url, setup.processes[0]!.printed);
      storm = await startStorm(setup.url);
    }, LONG);
    afterAll(async () => {
      await storm?.stop();
      await setup?.stop();
      await postgres?.close();
    }, LONG);

    /**
     * Checks that all processes serve requests again, that one of them holds the lease, and that
     * several processes receive each other's messages.
     */
    async function isBack(): Promise<void> {
      expect([...storm.unexpected]).toEqual([]);
      for (const { url } of setup.processes)
        await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(200);
      const before = storm.acknowledged();
      await expect.poll(() => storm.acknowledged()).toBeGreaterThan(before + 20);
      const { length } = setup.processes;
      await expect
        .poll(() => sessions())
        .toEqual({ store: 1, buses: length > 1 ? length : 0, holders: 1 });
    }

    /** Returns the database connections that stay open as long as a process runs. */
    async function sessions() {
      const admin = new pg.Client({ connectionString: setup.databaseUrl });
      admin.on('error', () => {});
      await admin.connect();
      const { rows } = await admin.query<{ name: string; leads: boolean }>(
        `select application_name as name, exists (
         select 1 from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted
           and l.objid = hashtext('jobs')::oid) as leads
       from pg_stat_activity a where datname = current_database()`,
      );
      await admin.end();
      const count = (name: string) => rows.filter((row) => row.name === name).length;
      return {
        store: count('halyard-realtime'),
        buses: count('halyard-bus'),
        holders: rows.filter(({ leads }) => leads).length,
      };
    }

    /**
     * Waits until the server has refused at least two more reports from every pole. One refusal is
     * not enough, because that report may have been waiting already.
     */
    async function allRefusedSince(before: number[]): Promise<void> {
      await expect
        .poll(() => storm.refused().every((count, i) => count > before[i]! + 1))
        .toBe(true);
    }

    /** Returns the lines in the logs of all processes with level `warn` or above. */
    const warnings = () =>
      setup.processes.flatMap(({ printed }) =>
        printed.split('\n').filter((line) => /"level":[456]0/.test(line)),
      );

    function expectNothingLost(lost: string[]): void {
      expect(lost).toEqual([]);
      expect([...storm.unexpected]).toEqual([]);
      expect(setup.processes.map(({ pid }) => pid)).toEqual(pids);
    }

    test(
      `recovers after PostgreSQL closes ${TERMINATIONS} random connections`,
      async () => {
        const admin = new pg.Client({ connectionString: setup.databaseUrl });
        await admin.connect();
        for (let i = 0; i < TERMINATIONS; i++) {
          // Every second time, prefer a connection that is in a transaction, because these are
          // rare.
          await admin.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()
           order by (state like '%transaction%') and $1 desc, random() limit 1`,
            [i % 2 === 0],
          );
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
        }
        await admin.end();
        await isBack();
        expectNothingLost(await storm.lost());
      },
      LONG,
    );

    test(
      `recovers after PostgreSQL is stopped, aborted and killed ${RESTARTS} times`,
      async () => {
        for (let i = 0; i < RESTARTS; i++) {
          const how = (['kill', 'stop', 'abort'] as const)[i % 3]!;
          const before = storm.refused();
          await postgres[how]();
          // Every second time, PostgreSQL is back before Halyard can notice.
          if (i % 2 === 0) await allRefusedSince(before);
          await postgres.start();
          await isBack();
          expectNothingLost(await storm.lost());
        }
      },
      LONG,
    );

    test(
      'rejects reports while PostgreSQL does not respond',
      async () => {
        const before = storm.refused();
        postgres.freeze();
        await allRefusedSince(before);
        for (const { url } of setup.processes)
          expect([url, (await fetch(`${url}/healthz`)).status]).toEqual([url, 503]);
        postgres.thaw();
        await isBack();
        expectNothingLost(await storm.lost());
      },
      LONG,
    );

    test('writes only a few log lines, without stack traces', async () => {
      await postgres.stop();
      const [linesBefore, before] = [warnings().length, storm.refused()];
      await expect
        .poll(() => storm.refused().every((count, i) => count > before[i]! + 10))
        .toBe(true);
      await postgres.start();
      await isBack();
      const count = (text: string) => warnings().filter((line) => line.includes(text)).length;
      const { length } = setup.processes;
      await expect
        .poll(() => count('The database is not available') - count('The database is back'))
        .toBe(0);
      expect(warnings().length - linesBefore).toBeLessThanOrEqual(4 * length);
      expect(warnings().filter((line) => line.includes('"stack"'))).toEqual([]);
    });
  },
);
