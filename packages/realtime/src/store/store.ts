/**
 * What the realtime database needs of a place that keeps its tree.
 *
 * **Rows.** One row per leaf: `path` (see {@link encodePath}) and `value`, the leaf as JSON text
 * (`true`, `42.7`, `"text"`). A priority is a row of its own, at the node's path plus the segment
 * `.priority`, which no key can be called. A branch has no row: it exists through its leaves.
 * Under the segments `.disconnect` (protocol §11: what is to be written when a connection ends) and
 * `.settings` (rules set over the wire) stand rows that are not part of the tree: to a store they are
 * rows like any other.
 * `path` is unique. Store both columns as text (not jsonb: JSON text may hold `\u0000`).
 *
 * **Path encoding.** Every segment is followed by `/` (`users/`, `users/o1/`; the root is the empty
 * string). Keys hold neither `/` nor control characters nor lone surrogates, so all rows of a
 * subtree are exactly those that start with the subtree's encoded path, in any byte order: one
 * contiguous range, `path >= p AND path < subtreeEnd(p)`, in SQLite (BINARY) and in PostgreSQL
 * (`COLLATE "C"`) alike.
 *
 * **Batches.** One batch is one transaction. Its parts are disjoint and already merged: first all
 * `clears`, then `removes` and `puts` in any order. `sequence` is written in the same transaction
 * and grows with every batch, not always by one.
 */
export interface TreeStore {
  /** It keeps nothing, so nothing waits for it: `commit` is never called. */
  readonly volatile?: true;
  /**
   * Opens the store, takes its lock (at most one owner at a time, else {@link StoreLocked}) and
   * hands over all rows in chunks, in any order. Called once, first.
   * @param onBroken called when the connection to the data breaks, so that an owner that writes nothing asks, too,
   * whether another process has taken them over
   */
  load(
    onRows: (rows: readonly StoredRow[]) => void,
    onBroken?: () => void,
  ): Promise<{ lastSequence: number }>;
  /**
   * Makes the batch durable; resolves only then. Never called again before it has settled.
   * Rejects with {@link CommitFailed} where it is certain that nothing of it was or will be stored,
   * with {@link CommitUnknown} (as with any other error) where that is not certain.
   */
  commit(batch: Batch): Promise<void>;
  /**
   * Called after an unknown outcome, until it resolves: reconnects, makes sure that nothing of an
   * earlier session can commit any more, and answers the sequence number that is stored.
   */
  recover(): Promise<{ lastSequence: number }>;
  /** Gives the lock back. No commit is under way when it is called. */
  close(): Promise<void>;
}

/** `[encoded path, JSON text of the leaf]`. */
export type StoredRow = readonly [path: string, value: string];

export interface Batch {
  readonly sequence: number;
  /** Encoded paths whose whole subtree goes, the node's own row included. Applied first. */
  readonly clears: readonly string[];
  /** Encoded paths of single rows that go. */
  readonly removes: readonly string[];
  /** Rows to insert or overwrite. */
  readonly puts: readonly StoredRow[];
}

/** Nothing of the batch is stored, and nothing of it will be. */
export class CommitFailed extends Error {
  override readonly name = 'CommitFailed';
}

/** The batch may or may not be stored: ask {@link TreeStore.recover}. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

/** Another process owns the data. The message is one sentence for the operator. */
export class StoreLocked extends Error {
  override readonly name = 'StoreLocked';
}

/** Encodes a path so that a subtree is one contiguous range; see {@link TreeStore}. */
export function encodePath(path: readonly string[]): string {
  let encoded = '';
  for (const key of path) encoded += `${key}/`;
  return encoded;
}

/** The inverse of {@link encodePath}. */
export function decodePath(encoded: string): string[] {
  return encoded === '' ? [] : encoded.slice(0, -1).split('/');
}

/**
 * The first string after the subtree of an encoded path (exclusive end of its range). For the root
 * there is none: its range is everything, `undefined`.
 */
export function subtreeEnd(encoded: string): string | undefined {
  // '0' follows '/' in ASCII, so nothing can sort between "a/…" and "a0".
  return encoded === '' ? undefined : `${encoded.slice(0, -1)}0`;
}
