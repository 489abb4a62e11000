/** One change below `users`, as reported by a listen. */
export interface TreeChange {
  /**
   * `put` replaces the value at `path` with `data`. `patch` sets each entry of `data`, whose keys
   * are paths relative to `path`.
   */
  type: 'put' | 'patch';
  /** The path, relative to `users`. */
  path: string;
  data: unknown;
}

/**
 * The realtime tree as server code uses it, whether it is in this process, in another one or in
 * Firebase. Has administrator access, without rules. Operations that are currently impossible
 * reject.
 */
export interface TreeClient {
  /** Returns the plain value at an absolute path; null if there is none. */
  get(path: string): Promise<unknown>;
  /**
   * Applies one atomic update. Keys are absolute paths; null deletes. Resolves once it is durable.
   */
  update(changes: Record<string, unknown>): Promise<void>;
  /**
   * Updates paths below `path` based on the existing value, as one atomic operation. `work` returns
   * the changes, or undefined to write nothing, and may be called more than once.
   * @returns whether anything was written
   */
  modify(
    path: string,
    work: (current: unknown) => Record<string, unknown> | undefined,
  ): Promise<boolean>;
  /**
   * Listens at `users`. Calls back with all existing data, and then with each change, including
   * changes missed during an interruption.
   */
  listen(callback: (change: TreeChange) => void): TreeListen;
  /** Whether `update` will always refuse these changes, because the tree can never store them. */
  isHopeless(error: unknown): boolean;
  /** Whether the tree can be reached. */
  isConnected(): boolean;
  /** Whether the tree can store data; absent if it can do so whenever it is connected. */
  canStore?(): Promise<boolean>;
}

export interface TreeListen {
  /**
   * Resolves once all existing data has arrived. Keeps waiting while the tree cannot be reached.
   */
  loaded: Promise<void>;
  stop(): void;
}
