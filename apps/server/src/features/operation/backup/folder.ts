import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { openSqliteCopy } from '../../../platform/database/engines/sqlite.ts';
import { BackupError } from './archive/files.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * The lock file of the backup folder. A process may work in the folder only while it has an
 * exclusive lock on this file.
 */
const LOCK_FILE = '.lock.db';
const NAME = /^halyard-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.(?:tar\.gz|dump)$/;
/** Matches the names of working folders left behind by interrupted backups. */
const PART = /^halyard-\d{8}T\d{6}Z\.(?:tar\.gz|dump)\.part-/;

/** A backup in the folder for daily backups. */
export interface StoredBackup {
  file: string;
  /** The time when the backup was started, in epoch milliseconds. */
  at: number;
  bytes: number;
}

/**
 * Returns the path for a new backup. The file name contains the time to the second. If a backup
 * with that name exists, uses the next free second.
 * @param at when the backup is made, in epoch milliseconds
 */
export function newBackupFile(folder: string, at: number, isPostgres: boolean): string {
  const moment = new Date(at).toISOString().replace(/\.\d+|[-:]/g, '');
  const file = path.join(folder, `halyard-${moment}.${isPostgres ? 'dump' : 'tar.gz'}`);
  return existsSync(file) ? newBackupFile(folder, at + 1000, isPostgres) : file;
}

/**
 * Returns the backups in the backup folder, newest first.
 * @throws BackupError if the folder cannot be read
 */
export async function storedBackups(folder: string): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for (const name of await namesIn(folder)) {
    const parts = NAME.exec(name)?.slice(1).map(Number);
    if (!parts) continue;
    const [year, month, day, hour, minute, second] = parts as [number, ...number[]];
    const at = Date.UTC(year, month! - 1, day, hour, minute, second);
    const file = path.join(folder, name);
    // The file may have been deleted in the meantime.
    const bytes = await stat(file).then(
      ({ size }) => size,
      () => null,
    );
    if (bytes !== null) found.push({ file, at, bytes });
  }
  return found.sort((a, b) => b.at - a.at);
}

/**
 * Deletes backups that are older than the given number of days, but always keeps the newest backup.
 * Also deletes the working folders of interrupted backups. Only the process that has locked the
 * folder may call this.
 * @param now epoch milliseconds
 */
export async function removeOld(folder: string, days: number, now: number): Promise<void> {
  const [, ...older] = await storedBackups(folder);
  for (const { file, at } of older) if (at < now - days * DAY_MS) await rm(file, { force: true });
  for (const name of await namesIn(folder))
    if (PART.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
}

/**
 * Locks the backup folder for one backup. The lock ends with the process, even after a crash.
 * @returns a function that releases the lock
 * @throws BackupError if another process is making a backup in the folder
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await makeFolder(folder);
  let lock: DatabaseSyncInstance | null = null;
  try {
    lock = await openSqliteCopy(path.join(folder, LOCK_FILE));
    lock.exec('pragma busy_timeout = 0');
    lock.exec('begin exclusive');
    const held = lock;
    return () => held.close();
  } catch (error) {
    lock?.close();
    const { message } = error as Error;
    throw new BackupError(
      /locked|busy/i.test(message)
        ? `Another process is making a backup in ${folder}.`
        : `The folder ${folder} cannot be written: ${message}`,
      { cause: error },
    );
  }
}

/**
 * Creates the backup folder, but not its parent folder. A missing parent may mean that the backup
 * disk is not mounted.
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new BackupError(
      `The backup folder ${folder} cannot be created: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** Returns the names of the files in the backup folder. Empty if the folder does not exist yet. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new BackupError(
      `The backup folder ${folder} cannot be read: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
