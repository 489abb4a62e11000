import { statSync } from 'node:fs';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/**
 * Finds out whether an open SQLite file lost its end, as in a copy that broke off: SQLite takes what is
 * missing of the last page for zeros, and does not complain. Says nothing of a file with a log beside it,
 * which may hold that page.
 * @throws Error in SQLite's own words for a damaged file
 */
export function requireFullLength(database: DatabaseSyncInstance, file: string): void {
  const needed = numberOf(database, 'page_count') * numberOf(database, 'page_size');
  // By their names only: to close a file here would end the locks that this process has on it.
  if (sizeOf(`${file}-wal`) > 0) return;
  const bytes = sizeOf(file);
  if (bytes < needed)
    throw new Error(`database disk image is malformed: ${needed - bytes} bytes are missing`);
}

const numberOf = (database: DatabaseSyncInstance, pragma: string): number =>
  Number(Object.values(database.prepare(`pragma ${pragma}`).get() as object)[0]);

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Puts the log of a file into it, as the only one who has it open; `requireFullLength` then speaks of all.
 * A disk without room leaves the log as it is.
 */
export function emptyLog(database: DatabaseSyncInstance): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (!/full|I\/O|readonly/.test(String(error))) throw error;
  }
}
