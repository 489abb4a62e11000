import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

/**
 * Suffixes of the files that SQLite keeps next to a database file. They get the same permissions as
 * the database file.
 */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Creates an empty database file that only its owner can read and write (0600), because SQLite
 * would create it with other permissions. Corrects the permissions of existing files, unless
 * another user owns them. Has no effect on Windows.
 */
export function makePrivate(file: string): void {
  // Never open an existing file, because closing it would release this process's locks on it.
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
