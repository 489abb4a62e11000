import { statSync } from 'node:fs';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/**
 * Checks that an open SQLite file is not cut off at its end, because SQLite would read the missing
 * part as zeros without reporting an error. Skips the check if there is a write-ahead log, because
 * the log may contain the missing page.
 * @throws Error with SQLite's own message for a damaged file
 */
export function requireFullLength(database: DatabaseSyncInstance, file: string): void {
  const needed = numberOf(database, 'page_count') * numberOf(database, 'page_size');
  // Check the files only by name, because closing one here would release this process's locks on
  // it.
  if (sizeOf(`${file}-wal`) > 0) return;
  const bytes = sizeOf(file);
  if (bytes < needed)
    throw new Error(`database disk image is malformed: ${needed - bytes} bytes are missing`);
}

const numberOf = (database: DatabaseSyncInstance, pragma: string): number =>
  Number(Object.values(database.prepare(`pragma ${pragma}`).get() as object)[0]);

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Moves the content of the write-ahead log into the SQLite file, because `requireFullLength` checks
 * only that file. No other connection may have the file open. If the disk is full, the log stays as
 * it is.
 */
export function emptyLog(database: DatabaseSyncInstance): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (!/full|I\/O|readonly/.test(String(error))) throw error;
  }
}
