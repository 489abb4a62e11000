import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { RESTORE_FOLDER, TREE_FOLDER } from '../../../platform/config/dataFolder.ts';
import { SQLITE_FILE } from '../../../platform/database/database.ts';
import { openSqliteCopy } from '../../../platform/database/engines/sqlite.ts';
import { KEY_FILE } from '../../../platform/secrets/keyFile.ts';
import { faultsOf, versionOf } from './archive/check.ts';
import { BackupError, DATABASES, exists, sync } from './archive/files.ts';
import type { Manifest } from './archive/manifest.ts';
import { unpackBackup } from './archive/readArchive.ts';
import { sqliteTree } from './archive/tree.ts';

export interface RestoreParts {
  /** The data folder, which must be empty. If it does not exist, it is created. */
  dataDir: string;
  file: string;
  /** Called many times a second with a one-line progress message. */
  onProgress?: (line: string) => void;
}

/**
 * If a data folder contains only these, it counts as empty: `lost+found`, which the file system
 * creates, and the key file, which is never in a backup.
 */
const NO_DATA = ['lost+found', KEY_FILE];
/**
 * The lock file in the restore folder. A process may restore only while it has an exclusive lock on
 * this file.
 */
const LOCK_FILE = 'lock.db';
/**
 * The subfolder of the restore folder where unpacked files are checked before they are moved to
 * their final paths.
 */
const UNPACKED = 'unpacked';
/** The files that a restore moves to their final paths, relative to the data folder. */
const PLACES = [TREE_FOLDER, SQLITE_FILE];

/**
 * Checks everything in a backup, and then puts its databases into an empty data folder. Until the
 * restore is complete, the data folder contains a folder `.restore`, which keeps Halyard from
 * starting. An interrupted restore can be started again.
 * @throws BackupError if the data folder is in use or the backup is invalid, AppError if a newer
 * version of Halyard created the backup; in these cases, nothing is restored
 */
export async function restoreBackup({
  dataDir,
  file,
  onProgress = () => {},
}: RestoreParts): Promise<Manifest> {
  if (!(await exists(file))) throw new BackupError(`File not found: ${file}`);
  await requireEmpty(dataDir);
  const staging = path.join(dataDir, RESTORE_FOLDER);
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await sync(dataDir);
  const release = await takeLock(staging);
  try {
    for (const name of PLACES) await removeAll(path.join(dataDir, name));
    const unpacked = path.join(staging, UNPACKED);
    await removeAll(unpacked);
    await mkdir(path.join(unpacked, TREE_FOLDER), { recursive: true });
    const manifest = await unpackBackup(file, unpacked, (bytes, total) =>
      onProgress(`Unpacked ${megabytes(bytes)} of ${megabytes(total)} MB…`),
    );
    await checkDatabases(unpacked, manifest, onProgress);
    for (const folder of [path.join(unpacked, TREE_FOLDER), unpacked]) await sync(folder);
    for (const name of PLACES) await rename(path.join(unpacked, name), path.join(dataDir, name));
    await sync(dataDir);
    return manifest;
  } catch (error) {
    for (const name of PLACES) await removeAll(path.join(dataDir, name));
    throw error;
  } finally {
    // This comes last, whether the restore succeeded or failed. By now, either all files or none
    // are at their final paths.
    await removeAll(staging);
    await sync(dataDir);
    release();
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

const removeAll = (file: string) => rm(file, { recursive: true, force: true });

/**
 * Checks that the data folder is empty. Ignores the files of an interrupted restore.
 * @throws BackupError if the folder contains other files
 */
async function requireEmpty(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const names = (await readdir(dataDir)).filter((name) => !NO_DATA.includes(name));
  // A restore creates its folder in an empty data folder, so the other files there come from the
  // restore.
  if (names.length > 0 && !names.includes(RESTORE_FOLDER))
    throw new BackupError(
      `${dataDir} is not empty. To protect existing data, a backup can be restored only into an empty data folder.`,
    );
}

/**
 * Locks the restore folder.
 * @returns a function that releases the lock
 * @throws BackupError if another process is restoring into the same data folder
 */
async function takeLock(staging: string): Promise<() => void> {
  const refused = new BackupError('Another process is restoring a backup into this folder.');
  const file = path.join(staging, LOCK_FILE);
  let lock: DatabaseSyncInstance | null = null;
  try {
    lock = await openSqliteCopy(file);
    lock.exec('begin exclusive');
  } catch {
    lock?.close();
    throw refused;
  }
  // The process that had the lock before may have finished and deleted the folder while this
  // process was waiting.
  if (await exists(file)) return () => lock.close();
  lock.close();
  throw refused;
}

/**
 * Checks the unpacked databases.
 * @throws BackupError if the databases are damaged or do not match the manifest
 */
async function checkDatabases(
  folder: string,
  manifest: Manifest,
  onProgress: (line: string) => void,
): Promise<void> {
  for (const name of Object.values(DATABASES)) {
    onProgress(`Checking ${name}…`);
    let database: DatabaseSyncInstance | null = null;
    try {
      database = await openSqliteCopy(path.join(folder, name));
      const [fault] = faultsOf(database);
      if (fault) throw new Error(fault);
      if (name === DATABASES.tree) sqliteTree(database);
      else if (versionOf(database) !== manifest.schemaVersion)
        throw new Error('its schema version is not the one in the manifest.');
    } catch (error) {
      const why = (error as Error).message;
      throw new BackupError(`The backup is damaged: ${name}: ${why}`, { cause: error });
    } finally {
      database?.close();
    }
  }
}
