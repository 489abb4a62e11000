/** One change below `users`, as a listen delivers it. */
export interface TreeChange {
  /** `put`: `data` is now the value at `path`. `patch`: its members (paths) are set below `path`. */
  type: 'put' | 'patch';
  /** Relative to `users`. */
  path: string;
  data: unknown;
}

/**
 * The realtime tree as server code uses it, wherever it is: in this process, in another one or in
 * Firebase. Access is as an administrator, without rules. Anything that cannot be done at the
 * moment rejects.
 */
export interface TreeClient {
  /** Returns the plain value at an absolute path; null if absent. */
  get(path: string): Promise<unknown>;
  /** Applies one atomic update of absolute paths; null deletes. Resolves once durable. */
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
   * Listens at `users`: calls back with all existing data, then with each change, including missed
   * ones.
   */
  listen(callback: (change: TreeChange) => void): TreeListen;
  /** Whether `update` refused changes, and always will, because the tree can never store them. */
  isHopeless(error: unknown): boolean;
  /** Whether the tree can be reached. */
  isConnected(): boolean;
  /** Whether the tree stores what is written; absent if it does as long as it is connected. */
  canStore?(): Promise<boolean>;
}

export interface TreeListen {
  /** Resolves when all existing data has arrived; waits as long as the tree cannot be reached. */
  loaded: Promise<void>;
  stop(): void;
}
