import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { TREE_FOLDER } from '../../../../platform/config/dataFolder.ts';
import { SQLITE_FILE } from '../../../../platform/database/database.ts';

/**
 * The database files of an installation, relative to DATA_DIR. A backup uses the same paths, always
 * with forward slashes.
 */
export const DATABASES = {
  tables: SQLITE_FILE,
  tree: `${TREE_FOLDER}/tree.db`,
} as const;

/** A problem with a backup or restore, described to the operator in one sentence. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Whether a file exists.
 * @throws BackupError if the current user has no access
 */
export async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    throw new BackupError(`${file} cannot be used: ${message}`, { cause: error });
  }
}

/**
 * Flushes a file's content, or a folder's entries, to disk, so that they survive a power failure.
 */
export async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Flushes a file's folder to disk, so that a power failure cannot undo the file's creation,
 * renaming or deletion.
 */
export const syncParent = (file: string) => sync(path.dirname(path.resolve(file)));

/** Returns the SHA-256 hash of a file's content, in hex. */
export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Creates a working folder next to the future backup file. Only the folder's owner can access it.
 * @throws BackupError if the current user cannot write to the parent folder
 */
export async function makeWorkFolder(file: string): Promise<string> {
  try {
    return await mkdtemp(`${path.resolve(file)}.part-`);
  } catch (error) {
    const folder = path.dirname(path.resolve(file));
    const { message } = error as Error;
    throw new BackupError(`The folder ${folder} cannot be written: ${message}`, { cause: error });
  }
}

/** Returns how many bytes are available to Halyard on the disk that contains a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
