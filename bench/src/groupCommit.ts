import type { StoredRow, TreeStore } from '@halyard/realtime';

/**
 * Writes rows to the store in batches. Rows that arrive while a batch is being written form the
 * next batch (group commit).
 */
export class GroupCommit {
  readonly #store: TreeStore;
  #rows = new Map<string, string>();
  #waiting: (() => void)[] = [];
  #sequence = 0;
  #busy = false;

  constructor(store: TreeStore) {
    this.#store = store;
  }

  /** Adds rows to the next batch. Calls `done` when the rows are on disk. */
  put(rows: readonly StoredRow[], done: () => void): void {
    for (const [path, value] of rows) this.#rows.set(path, value);
    this.#waiting.push(done);
    if (!this.#busy) void this.#pump();
  }

  async #pump(): Promise<void> {
    this.#busy = true;
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const [puts, waiting] = [[...this.#rows], this.#waiting];
      this.#rows = new Map();
      this.#waiting = [];
      await this.#store.commit({ sequence: ++this.#sequence, clears: [], removes: [], puts });
      for (const done of waiting) done();
    }
    this.#busy = false;
  }
}
