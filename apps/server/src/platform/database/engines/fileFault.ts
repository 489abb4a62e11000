import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { SQLITE } from './outage.ts';

/**
 * The error for a database file that cannot be used. Its message is one sentence that says how to
 * fix the problem.
 */
export class FileFault extends Error {
  override readonly name = 'FileFault';
}

const DAMAGED =
  /file is not a database|database disk image is malformed|malformed database schema|unsupported file format|file is encrypted/;
const CLOSED = /readonly database|unable to open database file/;
const FULL = /database or disk is full/;
const UNREADABLE = /disk I\/O error/;
/** The operating system's error codes for a database file that cannot be used. */
const FILE_CODES = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EIO', 'EISDIR', 'ENOTDIR'];

/** Whether SQLite reports that a file is damaged. */
export const isDamage = (error: unknown): boolean => DAMAGED.test(String((error as Error).message));

/**
 * Checks that SQLite can write.
 * @throws FileFault if the process cannot write to the file, or to the folder where SQLite keeps
 * its log
 */
export function requireWritable(file: string): void {
  try {
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    accessSync(path.dirname(file), constants.W_OK);
  } catch (error) {
    throw asFileFault(error, file);
  }
}

/**
 * Converts an error from SQLite or the operating system about a database file into a sentence for
 * the operator. Returns other errors unchanged.
 */
export function asFileFault(error: unknown, file: string): unknown {
  if (error instanceof FileFault) return error;
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  const isOfFile = FILE_CODES.includes(String(code));
  if (code !== undefined && code !== SQLITE && !isOfFile) return error;
  const text = sentence(file, isOfFile ? String(code) : '', String(message));
  return text === null ? error : new FileFault(text, { cause: error });
}

function sentence(file: string, code: string, message: string): string | null {
  if (DAMAGED.test(message) && path.basename(file) === 'lock.db')
    return `${file} is damaged (${message}): stop Halyard and delete it; it has no data.`;
  if (DAMAGED.test(message))
    return `${file} is damaged (${message}): stop Halyard, move the data folder aside, and restore a backup.`;
  if (code === 'ENOSPC' || FULL.test(message))
    return `${file} cannot be written because the disk is full: free up space.`;
  if (code === 'EIO' || UNREADABLE.test(message))
    return `${file} cannot be read or written (disk I/O error): check the disk and its free space.`;
  if (code === '' && !CLOSED.test(message)) return null;
  if (code === 'EISDIR' || (existsSync(file) && !statSync(file).isFile()))
    return `${file} is not a file: move it away.`;
  return closedText(file, code);
}

/** Returns a sentence that says why the process cannot write to a file. */
function closedText(file: string, code: string): string {
  const folder = path.dirname(file);
  if (code === 'EROFS' || isReadOnlyDisk(folder))
    return `${file} is on a disk that is mounted read-only: mount it read-write, or set DATA_DIR to another folder.`;
  const user = process.getuid?.();
  for (const each of [file, folder]) {
    const owner = existsSync(each) ? statSync(each).uid : user;
    if (owner !== user)
      return `${each} belongs to user ID ${owner}, but this runs as ${user}: give it back with "chown -R ${user} ${folder}", or run this as that user.`;
  }
  return `${file} cannot be written: allow it with "chmod -R u+rwX ${folder}".`;
}

function isReadOnlyDisk(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}
