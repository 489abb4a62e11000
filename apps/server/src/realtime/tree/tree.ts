/** One change below `users`, as a listen reports it. */
export interface TreeChange {
  /**
   * `put`: `data` is now the value at `path`. `patch`: `data` contains values by their path below
   * `path`.
   */
  type: 'put' | 'patch';
  /** The path, relative to `users`. */
  path: string;
  data: unknown;
}

/**
 * The realtime tree as server code uses it, whether it is in this process, in another one or in
 * Firebase. Has administrator access, without rules. Anything that cannot be done at the moment
 * rejects.
 */
export interface TreeClient {
  /** Returns the plain value at an absolute path; null if absent. */
  get(path: string): Promise<unknown>;
  /**
   * Applies one atomic update. Keys are absolute paths; null deletes. Resolves once it is durable.
   */
  update(changes: Record<string, unknown>): Promise<void>;
  /**
   * Updates paths below `path` based on the existing value, as one atomic operation. `work` returns
   * the changes, or undefined to write nothing, and may be called several times.
   * @returns whether anything was written
   */
  modify(
    path: string,
    work: (current: unknown) => Record<string, unknown> | undefined,
  ): Promise<boolean>;
  /**
   * Listens at `users`: calls back with all existing data, then with each change, including any
   * missed during an interruption.
   */
  listen(callback: (change: TreeChange) => void): TreeListen;
  /** Whether `update` will always refuse these changes, because the tree can never store them. */
  isHopeless(error: unknown): boolean;
  /** Whether the tree can be reached. */
  isConnected(): boolean;
  /** Whether the tree can store data; absent if it can whenever it is connected. */
  canStore?(): Promise<boolean>;
}

export interface TreeListen {
  /**
   * Resolves when all existing data has arrived. Keeps waiting while the tree cannot be reached.
   */
  loaded: Promise<void>;
  stop(): void;
}
