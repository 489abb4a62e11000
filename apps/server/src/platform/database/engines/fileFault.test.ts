import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyInstallation } from '../../../app/admin/verify.ts';
import { asCannotStart } from '../../../app/asCannotStart.ts';
import { start } from '../../../app/start.ts';
import { makeBackup } from '../../../features/operation/backup/backup.ts';
import { programArgs } from '../../../testing/serverProcess.ts';
import { CannotStart } from '../../config/cannotStart.ts';
import { readConfig } from '../../config/config.ts';
import { asFileFault, FileFault, requireWritable } from './fileFault.ts';
import { openSqlite } from './sqlite.ts';

const parent = mkdtempSync(path.join(tmpdir(), 'halyard-files-'));
const whole = path.join(parent, 'whole');
const PAGE_BYTES = 4096;
/** The page number, starting at 1, of the first page of the table `users` in halyard.db. */
let usersPage = 0;
const isRoot = process.getuid?.() === 0;
const envOf = (dataDir: string) => ({
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  DATA_DIR: dataDir,
});
const begin = (dataDir: string) =>
  start({ env: envOf(dataDir), demo: false, reset: false, print: () => {} });

beforeAll(async () => {
  await (await begin(whole)).stop();
  // If there is a log next to the file, SQLite reads that instead of the file.
  for (const name of ['halyard.db', 'realtime/tree.db']) {
    const file = path.join(whole, name);
    const database = await openSqlite(file);
    database.exec('pragma wal_checkpoint(truncate)');
    const users = database
      .prepare("select rootpage from sqlite_master where name = 'stored_users'")
      .get();
    if (users !== undefined) usersPage = Number(users.rootpage);
    database.close();
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
  }
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Copies an undamaged installation, and changes one of its files. */
function withFile(name: string, change: (file: string) => void): { dataDir: string; file: string } {
  const dataDir = mkdtempSync(path.join(parent, 'data-'));
  cpSync(whole, dataDir, { recursive: true });
  const file = path.join(dataDir, name);
  change(file);
  return { dataDir, file };
}

const scribble = (file: string) => writeFileSync(file, 'This is no database. '.repeat(1000));
/** Keeps the header and the first page, and removes the rest. */
const cutOff = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 5000));
/** Removes the last page. SQLite itself would read the missing part as zeros. */
const cutOffEnd = (file: string) => {
  const content = readFileSync(file);
  writeFileSync(file, content.subarray(0, content.length - PAGE_BYTES / 2));
};

/** Changes the number of the schema format in the header. */
const changeFormat = (file: string) => overwrite(file, 44, Buffer.from([0, 0, 0, 77]));
/**
 * Overwrites a table that the server reads late during startup. Leaves the schema and its version
 * unchanged.
 */
const overwriteUsers = (file: string) =>
  overwrite(file, (usersPage - 1) * PAGE_BYTES, Buffer.alloc(PAGE_BYTES, 0x33));

function overwrite(file: string, offset: number, bytes: Buffer): void {
  const content = readFileSync(file);
  bytes.copy(content, offset);
  writeFileSync(file, content);
}

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => {
      const known = asCannotStart(error);
      return known instanceof CannotStart || error instanceof FileFault
        ? (known as Error).message
        : `not for the operator: ${String(error)}`;
    },
  );

describe('a damaged data file', () => {
  test.each([
    ['halyard.db', scribble],
    ['halyard.db', cutOff],
    ['halyard.db', cutOffEnd],
    ['halyard.db', changeFormat],
    ['halyard.db', overwriteUsers],
    ['realtime/tree.db', scribble],
    ['realtime/tree.db', cutOff],
    ['realtime/tree.db', cutOffEnd],
    ['realtime/tree.db', changeFormat],
  ])('is reported in a sentence that tells the operator what to do: %s', async (name, damage) => {
    const { dataDir, file } = withFile(name, damage);
    const expected = `${file} is damaged`;
    const config = readConfig(envOf(dataDir), { demo: false });
    const backup = { dataDir, file: path.join(dataDir, 'backup'), clock: Date.now };
    const verified = await verifyInstallation(config).then(
      (findings) => findings.flatMap(({ faults }) => faults).join('\n'),
      (error: unknown) => messageOf(Promise.reject(error as Error)),
    );
    const said = [await messageOf(begin(dataDir)), await messageOf(makeBackup(backup)), verified];
    for (const text of said) {
      expect(text).toContain(expected);
      expect(text).toContain('restore a backup');
    }
  });

  test('is reported if it contains an invalid realtime value', async () => {
    const { dataDir, file } = withFile('realtime/tree.db', () => {});
    const tree = await openSqlite(file);
    tree.exec("insert into node values ('damaged/', '@@@')");
    tree.close();
    const config = readConfig(envOf(dataDir), { demo: false });
    // Start the servers one after another, because a promise that rejects before it is awaited
    // counts as unhandled.
    for (const work of [() => begin(dataDir), () => verifyInstallation(config)])
      expect(await messageOf(work())).toMatch(`${file} is damaged`);
  });

  test('is reported even if it is only the lock file, which contains no data', async () => {
    const { dataDir, file } = withFile('realtime/lock.db', scribble);
    expect(await messageOf(begin(dataDir))).toMatch(
      new RegExp(`^${file} is damaged .*: stop Halyard and delete it; it has no data\\.$`),
    );
  });

  test('is reported in one line by the commands that an operator runs', () => {
    const { dataDir, file } = withFile('halyard.db', scribble);
    for (const args of [['verify'], ['backup', path.join(dataDir, 'backup')]]) {
      const { status, stderr } = spawnSync(
        process.execPath,
        [...programArgs('app/admin/cli'), ...args],
        { env: { ...process.env, ...envOf(dataDir), DATABASE_URL: '' }, encoding: 'utf8' },
      );
      expect([status, stderr.trim().split('\n')]).toEqual([
        1,
        [expect.stringContaining(`${args[0]}: ${file} is damaged`)],
      ]);
    }
  });
});

test.skipIf(!isRoot)(
  'an error about a data file that a different system user owns names that user and says how to fix the problem',
  () => {
    const { file } = withFile('halyard.db', (each) => chownSync(each, 12_345, 12_345));
    const error = asFileFault({ code: 'EACCES', message: 'permission denied' }, file);
    expect((error as Error).message).toBe(
      `${file} belongs to user ID 12345, but this runs as 0: give it back with "chown -R 0 ${path.dirname(file)}", or run this as that user.`,
    );
  },
);

test('an error about a read-only data file names the command that makes it writable', () => {
  const { file } = withFile('halyard.db', () => {});
  const error = asFileFault({ code: 'EACCES', message: 'permission denied' }, file);
  expect((error as Error).message).toBe(
    `${file} cannot be written: allow it with "chmod -R u+rwX ${path.dirname(file)}".`,
  );
});

test('a disk that is mounted read-only is reported both by the server and by a backup', async () => {
  const { dataDir, file } = withFile('halyard.db', () => {});
  const target = path.join(parent, 'mounted');
  mkdirSync(target);
  if (spawnSync('mount', ['--bind', dataDir, target]).status !== 0) return;
  try {
    spawnSync('mount', ['-o', 'remount,ro,bind', target]);
    const expected = 'is on a disk that is mounted read-only';
    expect(() => requireWritable(path.join(target, path.basename(file)))).toThrow(expected);
    expect(await messageOf(begin(target))).toMatch(/read-only|cannot be written/);
    const backup = { dataDir: target, file: path.join(parent, 'backup'), clock: Date.now };
    expect(await messageOf(makeBackup(backup))).toContain(expected);
  } finally {
    spawnSync('umount', [target]);
  }
});

test('an error that is not about an unusable database file is passed on unchanged', () => {
  const other = Object.assign(new Error('UNIQUE constraint failed: users.id'), {
    code: 'ERR_SQLITE_ERROR',
  });
  expect(asFileFault(other, '/nowhere')).toBe(other);
  expect(statSync(whole).isDirectory()).toBe(true);
});
