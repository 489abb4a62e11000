/** One change below `users`, as a listen delivers it. */
export interface TreeChange {
  /** `put`: `data` is now the value at `path`. `patch`: its members (paths) are set below `path`. */
  type: 'put' | 'patch';
  /** Relative to `users`. */
  path: string;
  data: unknown;
}

/**
 * What server code needs of the realtime tree, wherever it is: in this process, in another one or
 * with Firebase. An administrator's access: no rule judges it. Whatever cannot be done at the moment
 * rejects.
 */
export interface TreeClient {
  /** The value at an absolute path, plain; null where absent. */
  get(path: string): Promise<unknown>;
  /** One atomic update of absolute paths, null deletes; resolves once durable. */
  update(changes: Record<string, unknown>): Promise<void>;
  /**
   * Updates paths below `path` with what `work` makes of the value that is there, nothing coming
   * between; undefined writes nothing. `work` may be called several times. Answers whether it wrote.
   */
  modify(
    path: string,
    work: (current: unknown) => Record<string, unknown> | undefined,
  ): Promise<boolean>;
  /**
   * Listens at `users`: calls back with all that is there, then with each change; a gap in the
   * connection is made up for.
   */
  listen(callback: (change: TreeChange) => void): TreeListen;
  /** Whether `update` refused, and will each time, what the tree can never hold. */
  isHopeless(error: unknown): boolean;
  /** Whether the tree can be reached. */
  isConnected(): boolean;
  /** Whether it keeps what is written; absent: as long as it is connected. */
  canStore?(): Promise<boolean>;
}

export interface TreeListen {
  /** Resolves when all that is there has come; waits as long as the tree cannot be reached. */
  loaded: Promise<void>;
  stop(): void;
}
