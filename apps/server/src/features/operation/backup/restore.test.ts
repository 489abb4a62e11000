import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Header, type HeaderData, list } from 'tar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { start } from '../../../app/start.ts';
import { openSqliteCopy } from '../../../platform/database/engines/sqlite.ts';
import { DATABASES } from './archive/files.ts';
import type { Manifest } from './archive/manifest.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

interface Entry extends Omit<HeaderData, 'size'> {
  path: string;
  body: Buffer;
  /** The size to write in the entry's header. By default, the actual size of `body`. */
  size?: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'halyard-restore-'));
let names = 0;
const fresh = () => path.join(folder, `n${++names}`);

/** The entries of a valid backup: the manifest, the tables and the tree. */
let good: Entry[];
let goodFile: string;
beforeAll(async () => {
  const dataDir = fresh();
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
  await (await start({ env, demo: false, reset: false, print: () => {} })).stop();
  goodFile = fresh();
  await makeBackup({ dataDir, file: goodFile, clock: Date.now });
  good = [];
  await list({
    file: goodFile,
    async onReadEntry(entry) {
      const chunks: Buffer[] = [];
      good.push({ path: entry.path, body: Buffer.alloc(0) });
      const own = good.at(-1)!;
      entry.on('data', (chunk: Buffer) => chunks.push(chunk));
      entry.on('end', () => {
        own.body = Buffer.concat(chunks);
      });
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a gzipped archive of the given entries. */
function archiveOf(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ body, size = body.length, ...about }) => {
    const header = new Header({ mode: 0o644, type: 'File', ...about, size });
    const block = Buffer.alloc(512);
    if (header.encode(block, 0)) throw new Error('A test needs a shorter path');
    return [block, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

const manifestOf = (): Manifest => JSON.parse(good[0]!.body.toString()) as Manifest;
const withManifest = (manifest: unknown): Entry[] => [
  { path: 'manifest.json', body: Buffer.from(JSON.stringify(manifest)) },
  ...good.slice(1),
];

/** Returns a backup with modified tables and a matching manifest. */
async function withTables(work: (file: string) => Promise<void>): Promise<Entry[]> {
  const file = fresh();
  writeFileSync(file, good[1]!.body);
  await work(file);
  const body = readFileSync(file);
  const manifest = manifestOf();
  const sha256 = createHash('sha256').update(body).digest('hex');
  manifest.files = manifest.files.map((one) =>
    one.name === 'halyard.db' ? { ...one, bytes: body.length, sha256 } : one,
  );
  const [, , tree] = good;
  return [...withManifest(manifest).slice(0, 1), { path: 'halyard.db', body }, tree!];
}

/**
 * Tries to restore a file, and returns the error message. Checks that no other files are left
 * behind.
 */
async function refusalOf(bytes: Buffer): Promise<string> {
  const around = fresh();
  const dataDir = path.join(around, 'deep', 'data');
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(around, 'backup');
  writeFileSync(file, bytes);
  const refusal = await restoreBackup({ dataDir, file }).then(
    () => 'none',
    (error: Error) => error.message,
  );
  expect(readdirSync(around, { recursive: true }).sort()).toEqual(['backup', 'deep', 'deep/data']);
  return refusal;
}

test('a restore accepts a missing or empty data folder, and an empty disk with only the key file', async () => {
  const [missing, empty, disk] = [fresh(), fresh(), fresh()];
  mkdirSync(empty);
  mkdirSync(path.join(disk, 'lost+found'), { recursive: true });
  writeFileSync(path.join(disk, 'secrets.key'), 'key');
  for (const dataDir of [missing, empty, disk]) {
    await restoreBackup({ dataDir, file: goodFile });
    for (const { path: name, body } of good.slice(1))
      expect(readFileSync(path.join(dataDir, name)).equals(body)).toBe(true);
  }
});

test('a restore reports its progress, up to the last byte', async () => {
  const lines: string[] = [];
  await restoreBackup({ dataDir: fresh(), file: goodFile, onProgress: (line) => lines.push(line) });
  const [, done, total] = /^Unpacked (\d+) of (\d+) MB…$/.exec(lines.at(-3) ?? '') ?? [];
  expect([done === total, ...lines.slice(-2)]).toEqual([
    true,
    ...Object.values(DATABASES).map((name) => `Checking ${name}…`),
  ]);
});

test('a restore rejects a data folder that already contains data, and does not change it', async () => {
  const dataDir = fresh();
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, 'halyard.db'), 'mine');
  await expect(restoreBackup({ dataDir, file: goodFile })).rejects.toThrow(/is not empty/);
  expect(readdirSync(dataDir)).toEqual(['halyard.db']);
  expect(readFileSync(path.join(dataDir, 'halyard.db'), 'utf8')).toBe('mine');
});

test('a restore is rejected while another restore into the same folder is running', async () => {
  const dataDir = fresh();
  mkdirSync(path.join(dataDir, '.restore'), { recursive: true });
  const lock = await openSqliteCopy(path.join(dataDir, '.restore/lock.db'));
  lock.exec('begin exclusive');
  mkdirSync(path.join(dataDir, '.restore/unpacked'));
  await expect(restoreBackup({ dataDir, file: goodFile })).rejects.toThrow(/Another process/);
  expect(readdirSync(path.join(dataDir, '.restore'))).toContain('unpacked');
  lock.close();
  await restoreBackup({ dataDir, file: goodFile });
  expect(readdirSync(dataDir).sort()).toEqual(['halyard.db', 'realtime']);
});

test('a restore rejects a missing file or a file that is not a backup', async () => {
  const dataDir = fresh();
  await expect(restoreBackup({ dataDir, file: fresh() })).rejects.toThrow(/^File not found/);
  expect(await refusalOf(Buffer.alloc(0))).toMatch(/not a backup|damaged/);
  expect(await refusalOf(Buffer.from('What is this?'))).toMatch(/not a backup|damaged/);
  expect(await refusalOf(Buffer.from(Array.from({ length: 4096 }, (_, i) => i % 251)))).toMatch(
    /not a backup|damaged/,
  );
});

test('a restore rejects a truncated backup file, no matter where it was cut off', async () => {
  const bytes = archiveOf(good);
  for (const part of [0.02, 0.3, 0.6, 0.9, 0.999])
    expect(await refusalOf(bytes.subarray(0, Math.floor(bytes.length * part)))).toMatch(
      /damaged|not a backup/,
    );
  const plain = gunzipSync(bytes);
  for (const length of [700, 4096, plain.length - 30_000])
    expect(await refusalOf(gzipSync(plain.subarray(0, length)))).toMatch(/damaged|not a backup/);
});

describe('restoring a modified backup', () => {
  const evil = Buffer.from('evil');
  const cases: [string, () => Entry[] | Promise<Entry[]>, RegExp][] = [
    [
      'a path outside the folder',
      () => [good[0]!, { path: '../../../../evil', body: evil }],
      /unexpected file/,
    ],
    [
      'an absolute path',
      () => [good[0]!, { path: '/tmp/halyard-evil', body: evil }],
      /unexpected file/,
    ],
    [
      'a link in place of a database',
      () => [
        good[0]!,
        { path: 'halyard.db', type: 'SymbolicLink', linkpath: '/etc/passwd', body: evil, size: 0 },
      ],
      /not a plain file|damaged/,
    ],
    ['an additional file', () => [...good, { path: 'config.json', body: evil }], /unexpected file/],
    ['a database twice', () => [...good, good[1]!], /unexpected file/],
    ['a missing database', () => good.slice(0, 2), /realtime\/tree\.db is missing/],
    ['a manifest as the last entry', () => [...good.slice(1), good[0]!], /not a backup/],
    [
      'an endless manifest',
      () => [{ path: 'manifest.json', body: Buffer.alloc(100_000, ' ') }],
      /not a backup/,
    ],
    ['a manifest of another format', () => withManifest({ format: 'other' }), /not a backup/],
    [
      'a manifest that names other files',
      () => {
        const { files, ...rest } = manifestOf();
        return withManifest({ ...rest, files: [{ ...files[0], name: '../x' }, files[1]] });
      },
      /manifest is not valid/,
    ],
    [
      'more data than the disk can hold',
      () => {
        const { files, ...rest } = manifestOf();
        return withManifest({ ...rest, files: files.map((one) => ({ ...one, bytes: 2 ** 52 })) });
      },
      /Not enough disk space/,
    ],
    [
      'a database longer than the manifest says',
      () => [good[0]!, { path: 'halyard.db', body: Buffer.alloc(good[1]!.body.length + 1) }],
      /halyard\.db has the wrong size/,
    ],
    [
      'a changed byte',
      () => {
        const body = Buffer.from(good[1]!.body);
        body[5000]! ^= 1;
        return [good[0]!, { path: 'halyard.db', body }, good[2]!];
      },
      /halyard\.db has the wrong checksum/,
    ],
    [
      'a file that is not a database',
      () => withTables(async (file) => writeFileSync(file, evil)),
      /damaged/,
    ],
    [
      'rows with dangling references',
      () =>
        withTables(async (file) => {
          const tables = await openSqliteCopy(file);
          tables.exec(
            "pragma foreign_keys = off; insert into temporary_passwords (user_id, password_hash, expires_at) values ('nobody', 'h', 1)",
          );
          tables.close();
        }),
      /temporary_passwords refers to a row of stored_users/,
    ],
    [
      'tables of another version than in the manifest',
      () =>
        withTables(async (file) => {
          const tables = await openSqliteCopy(file);
          tables.exec('update schema_version set version = 1');
          tables.close();
        }),
      /schema version is not the one in the manifest/,
    ],
    [
      'a schema of a newer Halyard',
      () => withManifest({ ...manifestOf(), schemaVersion: 99 }),
      /schema version 99, from a newer version of Halyard/,
    ],
    [
      'a format of a newer Halyard',
      () => withManifest({ ...manifestOf(), formatVersion: 2 }),
      /format 2, from a newer version of Halyard/,
    ],
  ];
  test.each(cases)('fails if the content is invalid: %s', async (_, entries, refusal) => {
    expect(await refusalOf(archiveOf(await entries()))).toMatch(refusal);
  });

  test('succeeds if the archive was only unpacked and repacked', async () => {
    expect(await refusalOf(archiveOf(good)).catch(() => 'taken')).toBe('taken');
  });
});
