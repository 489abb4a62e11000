/** One change to the realtime database below `users`, as a subscription reports it. */
export interface TreeChange {
  /**
   * How the data changes: `put` replaces the value at `path` with `data`; `patch` sets each value
   * in `data`, whose keys are paths relative to `path`.
   */
  type: 'put' | 'patch';
  /** The path of the changed data, relative to `users`. */
  path: string;
  data: unknown;
}

/**
 * The server's access to the realtime database, which may be in this process, in another process or
 * in Firebase. The server connects as an admin client, so the rules do not apply to it. An
 * operation rejects if the database is not available.
 */
export interface TreeClient {
  /** Returns the value at an absolute path in the realtime database. Null if there is none. */
  get(path: string): Promise<unknown>;
  /**
   * Calls `visit` with the key and the value of each child at an absolute path. If the realtime
   * database is in this process, keeps only one value in memory at a time.
   */
  each(path: string, visit: (key: string, value: unknown) => void): Promise<void>;
  /**
   * Applies an update atomically. Keys are absolute paths, and null deletes the data at a path.
   * Resolves when the update is stored.
   */
  update(changes: Record<string, unknown>): Promise<void>;
  /**
   * Calls `work` with the value at `path`, and writes the changes that it returns in one atomic
   * update. If `work` returns undefined, writes nothing. May call `work` more than once.
   * @returns whether anything was written
   */
  modify(
    path: string,
    work: (current: unknown) => Record<string, unknown> | undefined,
  ): Promise<boolean>;
  /**
   * Subscribes to `users` in the realtime database. Calls back with all existing data, and then
   * with each change, including changes that were missed during an interruption.
   */
  listen(callback: (change: TreeChange) => void): TreeListen;
  /** Whether an error from `update` means that the realtime database can never store the update. */
  isHopeless(error: unknown): boolean;
  /** Whether the realtime database can be reached. */
  isConnected(): boolean;
  /**
   * Whether the realtime database can store data. Omitted for a database that can always store data
   * while it is connected.
   */
  canStore?(): Promise<boolean>;
}

export interface TreeListen {
  /**
   * Resolves when all existing data has arrived. Stays pending while the realtime database cannot
   * be reached.
   */
  loaded: Promise<void>;
  stop(): void;
}
