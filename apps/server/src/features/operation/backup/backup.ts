import { chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { create } from 'tar';
import { VERSION } from '../../../platform/config/version.ts';
import { newerSchema } from '../../../platform/database/database.ts';
import { asFileFault, isDamage } from '../../../platform/database/engines/fileFault.ts';
import { copySqlite, openSqliteCopy } from '../../../platform/database/engines/sqlite.ts';
import { MIGRATIONS } from '../../../platform/database/migrations/index.ts';
import { faultsOf, versionOf } from './archive/check.ts';
import {
  BackupError,
  DATABASES,
  exists,
  freeBytesOf,
  makeWorkFolder,
  sha256,
  sync,
  syncParent,
} from './archive/files.ts';
import { MANIFEST, type Manifest, type ManifestEntry, newManifest } from './archive/manifest.ts';
import { openSnapshot, type Snapshot } from './archive/snapshot.ts';

export interface BackupParts {
  dataDir: string;
  /** The backup file to create. It must not exist yet. */
  file: string;
  clock(): number;
  /**
   * Returns how many bytes are free on the disk that contains a folder. By default, asks the
   * operating system.
   */
  freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Backs up the relational and the realtime database, as of the same point in time, to a single
 * file. Works even while Halyard is using the databases. The file gets its final name once it is
 * complete and on disk.
 * @throws BackupError, or AppError if a newer version of Halyard wrote the data; in both cases, no
 * file is left behind
 */
export async function makeBackup({
  dataDir,
  file,
  clock,
  freeBytes = freeBytesOf,
}: BackupParts): Promise<Manifest> {
  if (await exists(file))
    throw new BackupError(
      `${file} already exists. Backups do not overwrite files: choose another name.`,
    );
  const work = await makeWorkFolder(file);
  try {
    await requireRoom(await freeBytes(work), dataDir);
    const snapshot = await openSnapshot(dataDir);
    let manifest: Manifest;
    try {
      const createdAt = new Date(clock()).toISOString();
      manifest = await copyDatabases(snapshot, { dataDir, work, createdAt });
    } finally {
      snapshot.close();
    }
    await writeFile(path.join(work, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    const archive = path.join(work, 'archive');
    const names = [MANIFEST, ...Object.values(DATABASES)];
    await create({ file: archive, cwd: work, gzip: true, portable: true, strict: true }, names);
    // The file contains hashes of passwords, keys and sessions.
    await chmod(archive, 0o600);
    await sync(archive);
    await rename(archive, file);
    await syncParent(file);
    return manifest;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Checks that the disk has enough space for copies of the databases and for the backup file.
 * @throws BackupError if there is not enough space
 */
async function requireRoom(free: number, dataDir: string): Promise<void> {
  let bytes = 0;
  for (const name of Object.values(DATABASES))
    bytes += await stat(path.join(dataDir, name)).then(
      ({ size }) => size,
      () => 0,
    );
  const needed = 2 * bytes;
  if (free >= needed) return;
  const megabytes = (count: number) => `${Math.ceil(count / 1e6)} MB`;
  throw new BackupError(
    `Not enough disk space for a backup: ${megabytes(needed)} needed, ${megabytes(free)} free.`,
  );
}

async function copyDatabases(
  { tables, tree }: Snapshot,
  { dataDir, work, createdAt }: { dataDir: string; work: string; createdAt: string },
): Promise<Manifest> {
  const schemaVersion = versionOf(tables);
  if (schemaVersion > MIGRATIONS.length) throw newerSchema(schemaVersion);
  if (schemaVersion === 0)
    throw new BackupError('The database has no schema. Start Halyard once to create it.');
  const files = [
    await copyDatabase(tables, { dataDir, work, name: DATABASES.tables }),
    await copyDatabase(tree, { dataDir, work, name: DATABASES.tree }),
  ];
  return newManifest({ halyard: VERSION, createdAt, schemaVersion, files });
}

/** Copies one database and checks the copy. */
async function copyDatabase(
  database: DatabaseSyncInstance,
  { dataDir, work, name }: { dataDir: string; work: string; name: ManifestEntry['name'] },
): Promise<ManifestEntry> {
  const copy = path.join(work, name);
  await mkdir(path.dirname(copy), { recursive: true });
  let opened: DatabaseSyncInstance;
  try {
    await copySqlite(database, copy);
    opened = await openSqliteCopy(copy);
  } catch (error) {
    throw asFileFault(error, isDamage(error) ? path.join(dataDir, name) : copy);
  }
  try {
    const [fault] = faultsOf(opened);
    if (fault) throw new BackupError(`${name} is damaged, so no backup was made of it: ${fault}`);
  } catch (error) {
    throw asFileFault(error, isDamage(error) ? path.join(dataDir, name) : copy);
  } finally {
    opened.close();
  }
  return { name, bytes: (await stat(copy)).size, sha256: await sha256(copy) };
}
