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
  /** Made where it is missing; must be empty. */
  dataDir: string;
  file: string;
}

/** What may be there already: what a file system has at its top, and the key that no backup holds. */
const NO_DATA = ['lost+found', KEY_FILE];
/** Below the restore's own folder: whoever holds it exclusively is the one that restores. */
const LOCK_FILE = 'lock.db';
/** Below the restore's own folder: what is unpacked and checked before it is put in place. */
const UNPACKED = 'unpacked';
/** What is put in place, below the data folder. */
const PLACES = [TREE_FOLDER, SQLITE_FILE];

/**
 * Puts a backup's databases into an empty data folder, once everything in it was checked.
 *
 * As long as the folder has `.restore` in it, Halyard does not start on it: that is made first and goes
 * last, in one step. So the folder is empty, or under restoration, or whole, wherever this is cut off;
 * run again, it begins anew.
 * @throws BackupError where the folder is in use or the backup does not hold, AppError where a newer
 *   Halyard made it; the folder is empty then
 */
export async function restoreBackup({ dataDir, file }: RestoreParts): Promise<Manifest> {
  if (!(await exists(file))) throw new BackupError(`There is no file ${file}.`);
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
    const manifest = await unpackBackup(file, unpacked);
    await checkDatabases(unpacked, manifest);
    for (const folder of [path.join(unpacked, TREE_FOLDER), unpacked]) await sync(folder);
    for (const name of PLACES) await rename(path.join(unpacked, name), path.join(dataDir, name));
    await sync(dataDir);
    return manifest;
  } catch (error) {
    for (const name of PLACES) await removeAll(path.join(dataDir, name));
    throw error;
  } finally {
    // Last of all, whatever became of it: now everything is in place, or nothing.
    await removeAll(staging);
    await sync(dataDir);
    release();
  }
}

const removeAll = (file: string) => rm(file, { recursive: true, force: true });

/** @throws BackupError where anything is in the folder but what a restore that was cut off left there */
async function requireEmpty(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const names = (await readdir(dataDir)).filter((name) => !NO_DATA.includes(name));
  // Restoring begins with its folder in an empty one: beside it there is nobody else's data.
  if (names.length > 0 && !names.includes(RESTORE_FOLDER))
    throw new BackupError(
      `${dataDir} is not empty: a backup is restored into an empty data folder, so that nothing is lost.`,
    );
}

/** @returns gives it back. @throws BackupError where another process restores into the same folder */
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
  // The one that had it may have come to its end, and removed the folder, while this one waited.
  if (await exists(file)) return () => lock.close();
  lock.close();
  throw refused;
}

/** @throws BackupError where the databases are damaged, or not what the manifest says */
async function checkDatabases(folder: string, manifest: Manifest): Promise<void> {
  for (const name of Object.values(DATABASES)) {
    let database: DatabaseSyncInstance | null = null;
    try {
      database = await openSqliteCopy(path.join(folder, name));
      const [fault] = faultsOf(database);
      if (fault) throw new Error(fault);
      if (name === DATABASES.tree) sqliteTree(database);
      else if (versionOf(database) !== manifest.schemaVersion)
        throw new Error('its schema is not what the manifest says.');
    } catch (error) {
      const why = (error as Error).message;
      throw new BackupError(`The backup is damaged: ${name}: ${why}`, { cause: error });
    } finally {
      database?.close();
    }
  }
}
