import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyInstallation } from '../../../app/admin/verify.ts';
import type { FleetEntry } from '../../../app/demo/fleet.ts';
import { start } from '../../../app/start.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { prepareFolder } from '../../../platform/config/dataFolder.ts';
import { VERSION } from '../../../platform/config/version.ts';
import { openSqlite } from '../../../platform/database/engines/sqlite.ts';
import { MIGRATIONS } from '../../../platform/database/migrations/index.ts';
import { isFull } from '../../../testing/full.ts';
import { type Person, signIn } from '../../../testing/people.ts';
import {
  kill,
  programArgs,
  type ServerProcess,
  startServerProcess,
} from '../../../testing/serverProcess.ts';
import { sha256 } from './archive/files.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';
import { type Content, contentOf, REWRITTEN } from './testing/rows.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'halyard-backup-'));
let names = 0;
/** Returns a path in the test's folder that is not used yet. */
const fresh = () => path.join(folder, `n${++names}`);
const clock = Date.now;
/** The number of backups that are made while users and poles write. */
const BACKUPS_UNDER_LOAD = isFull ? 3 : 1;

let dataDir: string;
let server: ServerProcess;
let master: Person;
beforeAll(async () => {
  dataDir = fresh();
  server = await startServerProcess({ DATA_DIR: dataDir });
  master = await signIn(server.url, 'master');
});
afterAll(async () => {
  await kill(server.child);
  rmSync(folder, { recursive: true });
});

const restored = async (file: string) => {
  const to = fresh();
  await restoreBackup({ dataDir: to, file });
  return to;
};

/**
 * Makes a backup during which nothing is written. Tries again if necessary, because background jobs
 * may write at any time.
 */
async function backupAtRest() {
  for (;;) {
    const content = await contentOf(dataDir);
    const file = fresh();
    const manifest = await makeBackup({ dataDir, file, clock });
    if (isDeepStrictEqual(await contentOf(dataDir), content)) return { file, manifest, content };
  }
}

const faultsIn = async (dir: string) => {
  const config = readConfig({ DATA_DIR: dir }, { demo: false });
  return (await verifyInstallation(config)).flatMap(({ faults }) => faults);
};

/**
 * Starts simulated users who create companies, and a pole that reports. All of them write as fast
 * as they can until they are stopped.
 */
function writing(): { made(): number; stop(): Promise<void> } {
  let stopped = false;
  let made = 0;
  const people = ['a', 'b'].map(async (who) => {
    for (let i = 0; !stopped; i++) {
      const company = { name: `${who} ${i} ${names}`, address1: '1 Main Street', city: 'Fargo' };
      const more = { state: 'ND', zip: '58102', phone: '7015550100' };
      const answer = await master.post('/api/companies', { ...company, ...more });
      expect(answer.status).toBe(201);
      made++;
    }
  });
  const pole = async ({ ownerId, flagId, key }: FleetEntry) => {
    for (let i = 1; !stopped; i++) {
      const url = `${server.url}/users/${ownerId}/hardware/${flagId}.json?auth=${key}`;
      const body = JSON.stringify({ voltage: names * 1e6 + i });
      // The server soon closes idle connections of devices, and the users above must not reuse one
      // of these.
      const headers = { connection: 'close' };
      expect((await fetch(url, { method: 'PATCH', headers, body })).status).toBe(200);
    }
  };
  const all = [...people, pole(server.fleet[0]!)];
  return {
    made: () => made,
    async stop() {
      stopped = true;
      await Promise.all(all);
    },
  };
}

/**
 * Checks that nothing in the earlier content has been lost: the later content must contain all of
 * it.
 */
function expectNotAfter(earlier: Content, later: Content): void {
  for (const [table, rows] of earlier.tables) {
    if (REWRITTEN.has(table)) continue;
    const known = new Set(later.tables.get(table));
    expect([table, rows.filter((row) => !known.has(row))]).toEqual([table, []]);
  }
  for (const [leaf, value] of earlier.leaves) {
    const then = later.leaves.get(leaf);
    // The reports of the pole and the revision of a company only increase. Everything else stays as
    // it was written.
    if (/\/(voltage|seenAt|rev)\/$/.test(leaf))
      expect(Number(then)).toBeGreaterThanOrEqual(Number(value));
    else expect([leaf, then]).toEqual([leaf, value]);
  }
}

describe('a backup of a running server', () => {
  test('contains every row and realtime value as of a single point in time, even while users and poles write', {
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < BACKUPS_UNDER_LOAD; round++) {
      const before = await contentOf(dataDir);
      const writers = writing();
      await expect.poll(writers.made).toBeGreaterThan(3);
      const atStart = writers.made();
      const file = fresh();
      await makeBackup({ dataDir, file, clock });
      const atEnd = writers.made();
      await expect.poll(writers.made).toBeGreaterThan(atEnd + 3);
      await writers.stop();
      const after = await contentOf(dataDir);
      expect(atEnd).toBeGreaterThan(atStart);

      const to = await restored(file);
      const then = await contentOf(to);
      expectNotAfter(before, then);
      expectNotAfter(then, after);
      const count = ({ tables }: Content) => tables.get('stored_companies')!.length;
      expect(count(then)).toBeGreaterThan(count(before));
      expect(count(after)).toBeGreaterThan(count(then));
      // The tree matches the tables, or the outbox is about to update it, so everything is from a
      // single point in time.
      expect(await faultsIn(to)).toEqual([]);
    }
  });

  test('can be restored with every row and realtime value, and users can then sign in', async () => {
    const { file, manifest, content } = await backupAtRest();
    expect(manifest).toMatchObject({ schemaVersion: MIGRATIONS.length, halyard: VERSION });
    const to = await restored(file);
    expect(readdirSync(to).sort()).toEqual(['halyard.db', 'realtime']);
    expect(await contentOf(to)).toEqual(content);
    const env = { DATA_DIR: to, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
    const again = await start({ env, demo: false, reset: false, print: () => {} });
    try {
      const flagsAt = async (url: string) => {
        const person = await signIn(url, 'company');
        const flags = (await (await person.get('/api/flags')).json()) as { openAlerts: string[] }[];
        // A background job may open an alert in either server at any time.
        return flags.map((flag) => ({ ...flag, openAlerts: [] }));
      };
      const flags = await flagsAt(again.url);
      expect(flags.length).toBeGreaterThan(0);
      expect(flags).toEqual(await flagsAt(server.url));
    } finally {
      await again.stop();
    }
  });

  test('does not start if it might fill the disk', async () => {
    const file = fresh();
    const tooLittle = makeBackup({ dataDir, file, clock, freeBytes: async () => 1000 });
    await expect(tooLittle).rejects.toThrow(
      /^Not enough disk space for a backup: \d+ MB needed, 1 MB free\.$/,
    );
    const name = path.basename(file);
    expect(readdirSync(folder).filter((each) => each.startsWith(name))).toEqual([]);
  });

  test('can be read only by its owner, and never overwrites a file', async () => {
    const file = fresh();
    await makeBackup({ dataDir, file, clock });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const hash = await sha256(file);
    await expect(makeBackup({ dataDir, file, clock })).rejects.toThrow(/already exists/);
    expect(await sha256(file)).toBe(hash);
    const nowhere = path.join(fresh(), 'backup');
    await expect(makeBackup({ dataDir, file: nowhere, clock })).rejects.toThrow(
      /cannot be written/,
    );
    await expect(makeBackup({ dataDir: fresh(), file: fresh(), clock })).rejects.toThrow(
      /There is no Halyard data/,
    );
  });
});

describe('kill -9', () => {
  /**
   * Returns the file system steps at which to kill the process. With HALYARD_FULL, returns all
   * steps. Otherwise, returns the middle one and the last two, because the result becomes complete
   * between these two.
   */
  const points = (steps: number) => {
    const all = Array.from({ length: steps }, (_, i) => i + 1);
    if (isFull) return all;
    return all.filter((n) => n > steps - 2 || n === Math.ceil(steps / 2));
  };
  const run = (what: 'make' | 'restore', dir: string, file: string, at: number) => {
    const args = [
      ...programArgs('features/operation/backup/testing/killedAt'),
      what,
      dir,
      file,
      String(at),
    ];
    const { signal, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return { signal, steps: Number(stdout), stderr };
  };

  test("during a backup never leaves an incomplete file with the backup's name", {
    timeout: 60_000,
  }, async () => {
    const { steps } = run('make', dataDir, fresh(), 0);
    expect(steps).toBeGreaterThan(4);
    for (const at of points(steps)) {
      const file = fresh();
      expect(run('make', dataDir, file, at).signal).toBe('SIGKILL');
      const left = readdirSync(folder).includes(path.basename(file));
      if (left) await restored(file);
      else await makeBackup({ dataDir, file, clock });
      expect(await faultsIn(dataDir)).toEqual([]);
    }
  });

  test('during a restore leaves a folder that Halyard refuses to start with, and a second restore succeeds', {
    timeout: 60_000,
  }, async () => {
    const file = fresh();
    await makeBackup({ dataDir, file, clock });
    const whole = await contentOf(await restored(file));
    const { steps } = run('restore', fresh(), file, 0);
    expect(steps).toBeGreaterThan(8);
    for (const at of points(steps)) {
      const to = fresh();
      expect(run('restore', to, file, at).signal).toBe('SIGKILL');
      const left = existsSync(to) ? readdirSync(to) : [];
      // If the process is killed before the start of the restore, there is no folder or an empty
      // one. If it is killed after the end, the folder is complete.
      if (left.includes('.restore'))
        await expect(prepareFolder(to)).rejects.toThrow(/did not finish/);
      if (left.includes('.restore') || left.length === 0)
        await restoreBackup({ dataDir: to, file });
      expect(await contentOf(to)).toEqual(whole);
    }
  });
});

describe('data from a newer version of Halyard', () => {
  test('is rejected by the server, backups and checks, none of which change it', async () => {
    const dir = await restored(await backedUp());
    const tables = await openSqlite(path.join(dir, 'halyard.db'));
    tables.exec('update schema_version set version = 99');
    tables.close();
    (await openSqlite(path.join(dir, 'realtime/tree.db'))).close();
    const bytes = () =>
      ['halyard.db', 'realtime/tree.db'].map((name) =>
        readFileSync(path.join(dir, name)).toString('base64'),
      );
    const before = bytes();
    const env = { DATA_DIR: dir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
    const newer = /schema version 99, from a newer version of Halyard/;
    await expect(start({ env, demo: false, reset: false, print: () => {} })).rejects.toThrow(newer);
    await expect(makeBackup({ dataDir: dir, file: fresh(), clock })).rejects.toThrow(newer);
    await expect(faultsIn(dir)).rejects.toThrow(newer);
    expect(bytes()).toEqual(before);
    // The driver keeps the log file until the database's statements are garbage-collected.
    for (const name of readdirSync(dir).filter((one) => one.endsWith('-wal')))
      expect(statSync(path.join(dir, name)).size).toBe(0);
  });

  async function backedUp(): Promise<string> {
    const file = fresh();
    await makeBackup({ dataDir, file, clock });
    return file;
  }
});
