/**
 * The interface of a store for the realtime database's tree.
 *
 * **Rows.** There is one row per leaf: `path` (see {@link encodePath}) and `value`, the leaf as
 * JSON text (`true`, `42.7`, `"text"`). A priority is a separate row, at the node's path plus the
 * segment `.priority`, which no key can have as its name. A branch has no row, because its leaves
 * imply it. The segments `.disconnect` (protocol §11: writes to make when a connection ends) and
 * `.settings` (rules set through the API) contain rows that are not part of the tree. A store
 * treats them like any other row. `path` is unique. Store both columns as text (not jsonb, because
 * JSON text may contain `\u0000`).
 *
 * **Path encoding.** Every segment is followed by `/` (`users/`, `users/o1/`; the root is the empty
 * string). Keys contain no `/`, control characters or lone surrogates. So the rows of a subtree are
 * exactly those that start with the subtree's encoded path. In any byte order they are one
 * contiguous range, `path >= p AND path < subtreeEnd(p)`, both in SQLite (BINARY) and in PostgreSQL
 * (`COLLATE "C"`).
 *
 * **Batches.** One batch is one transaction. Its parts are disjoint and already merged: first all
 * `clears`, then `removes` and `puts` in any order. `sequence` is written in the same transaction
 * and increases with every batch, not always by one.
 */
export interface TreeStore {
  /**
   * True if the store saves nothing. Responses then never wait for the store, and `commit` is never
   * called.
   */
  readonly volatile?: true;
  /**
   * Opens the store, takes its lock, and passes on all rows in chunks, in any order. Called once,
   * before the other methods.
   * @param onBroken called when the connection to the data breaks. Without it, a process that
   * writes nothing would not notice that another process has taken over
   * @throws StoreLocked if another process holds the data
   */
  load(
    onRows: (rows: readonly StoredRow[]) => void,
    onBroken?: () => void,
  ): Promise<{ lastSequence: number }>;
  /**
   * Stores a batch, and resolves once it is durable. Called again only after the previous call has
   * settled.
   * @throws CommitFailed if it is certain that no part of the batch was or will be stored
   * @throws CommitUnknown (or any other error) if the outcome is unknown
   */
  commit(batch: Batch): Promise<void>;
  /**
   * Called after a commit with an unknown outcome, and repeated until it resolves. Reconnects, and
   * makes sure that no earlier session can still commit.
   * @returns the stored sequence number
   */
  recover(): Promise<{ lastSequence: number }>;
  /** Releases the store's lock. Called only when no commit is in progress. */
  close(): Promise<void>;
}

/** A stored row: `[encoded path, JSON text of the leaf]`. */
export type StoredRow = readonly [path: string, value: string];

export interface Batch {
  readonly sequence: number;
  /**
   * Encoded paths of the subtrees to delete. Each includes the row of its top node. Applied first.
   */
  readonly clears: readonly string[];
  /** Encoded paths of single rows to delete. */
  readonly removes: readonly string[];
  /** Rows to insert or overwrite. */
  readonly puts: readonly StoredRow[];
}

/** Thrown if it is certain that no part of the batch was or will be stored. */
export class CommitFailed extends Error {
  override readonly name = 'CommitFailed';
}

/** Thrown if it is unknown whether the batch is stored. {@link TreeStore.recover} finds out. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';
}

/** Thrown if another process has locked the data. The message is one sentence for the operator. */
export class StoreLocked extends Error {
  override readonly name = 'StoreLocked';
}

/**
 * Encodes a path. The encoded paths of a subtree form a contiguous range. See {@link TreeStore}.
 */
export function encodePath(path: readonly string[]): string {
  let encoded = '';
  for (const key of path) encoded += `${key}/`;
  return encoded;
}

/** Decodes a path that {@link encodePath} encoded. */
export function decodePath(encoded: string): string[] {
  return encoded === '' ? [] : encoded.slice(0, -1).split('/');
}

/**
 * Returns the first string after the subtree of an encoded path (the exclusive end of its range).
 * Undefined for the root, whose range is unlimited.
 */
export function subtreeEnd(encoded: string): string | undefined {
  // '0' follows '/' in ASCII, so nothing can sort between "a/…" and "a0".
  return encoded === '' ? undefined : `${encoded.slice(0, -1)}0`;
}
