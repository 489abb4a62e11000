import { createHash } from 'node:crypto';
import { subtreeEnd } from './store.ts';

/**
 * The key of a row is its path, as long as PostgreSQL can index it (an entry of a B-tree holds
 * some 2,700 bytes; a path of 32 keys may have 24,000). A longer path is cut and gets a digest; the
 * row then holds the whole path as well. `\x01` occurs in no path, so the two kinds never meet.
 */
const CUT_BYTES = 1900;

export interface RowKey {
  key: string;
  /** The whole path, where the key does not hold it. */
  path: string | null;
}

export function keyOf(path: string): RowKey {
  const cut = cutOf(path);
  if (cut === path) return { key: path, path: null };
  return { key: `${cut}\x01${createHash('sha256').update(path).digest('hex')}`, path };
}

/** A range of keys; of those that were cut, only the rows whose path is in the subtree as well. */
export interface KeyRange {
  from: string;
  to: string;
  path: string;
  pathEnd: string;
}

/** The ranges that hold the subtree of an encoded path and nothing else; null for the whole tree. */
export function rangesOf(path: string): KeyRange[] | null {
  const pathEnd = subtreeEnd(path);
  if (pathEnd === undefined) return null;
  const cut = cutOf(path);
  const range = { from: path, to: pathEnd, path, pathEnd };
  if (cut === path) return [range];
  return [{ ...range, from: `${cut}\x01`, to: `${cut}\x02` }];
}

/** At most `CUT_BYTES` of a path, whole characters. */
function cutOf(path: string): string {
  // No character has more than three bytes per UTF-16 unit, so that most paths need no counting.
  if (path.length * 3 <= CUT_BYTES || Buffer.byteLength(path) <= CUT_BYTES) return path;
  const bytes = Buffer.from(path);
  let end = CUT_BYTES;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
