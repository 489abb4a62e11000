import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

/** What SQLite keeps beside a database; it gives new ones the rights of the database. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Makes a database file before SQLite does, readable and writable by its owner only (0600), whatever
 * the umask; one that is there gets the same rights, with what is beside it. Files of another user stay
 * as they are. Without effect on Windows.
 */
export function makePrivate(file: string): void {
  // Never opened where it is there: closing it would end the locks that this process has on it.
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
  for (const each of [file, ...BESIDE.map((end) => file + end)]) {
    if (!existsSync(each)) continue;
    try {
      chmodSync(each, 0o600);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EPERM' && code !== 'ENOENT') throw error;
    }
  }
}
