import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

/**
 * The suffixes of the files that SQLite keeps next to a database file and that get the same
 * permissions.
 */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Creates an empty database file before SQLite would. Only the owner can read and write it (0600),
 * regardless of the umask. An existing file and the files next to it get the same permissions,
 * unless another user owns them. Has no effect on Windows.
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
