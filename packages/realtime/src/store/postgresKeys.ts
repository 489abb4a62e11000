import { createHash } from 'node:crypto';
import { subtreeEnd } from './store.ts';

/**
 * Maximum length in bytes of a path that is used as its row's key. PostgreSQL limits index entries
 * to about 2,700 bytes. The key of a longer path is its beginning and a digest.
 */
const CUT_BYTES = 1900;

export interface RowKey {
  key: string;
  /** The whole path, if it is too long to be the row's key; otherwise null. */
  path: string | null;
}

export function keyOf(path: string): RowKey {
  const cut = cutOf(path);
  if (cut === path) return { key: path, path: null };
  return { key: `${cut}\x01${createHash('sha256').update(path).digest('hex')}`, path };
}

/**
 * The range of row keys for one subtree. A row whose key was cut off belongs to the range only if
 * its full path is also in the subtree.
 */
export interface KeyRange {
  from: string;
  to: string;
  path: string;
  pathEnd: string;
}

/**
 * Returns the key ranges that contain exactly the rows of a subtree, given its encoded path; null
 * for the whole tree.
 */
export function rangesOf(path: string): KeyRange[] | null {
  const pathEnd = subtreeEnd(path);
  if (pathEnd === undefined) return null;
  const cut = cutOf(path);
  const range = { from: path, to: pathEnd, path, pathEnd };
  if (cut === path) return [range];
  return [{ ...range, from: `${cut}\x01`, to: `${cut}\x02` }];
}

/** Returns at most the first `CUT_BYTES` bytes of a path, without splitting a character. */
function cutOf(path: string): string {
  // A UTF-16 unit takes at most three bytes, so most paths do not need to be measured.
  if (path.length * 3 <= CUT_BYTES || Buffer.byteLength(path) <= CUT_BYTES) return path;
  const bytes = Buffer.from(path);
  let end = CUT_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
