import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type StoredRow, sqliteStore, type TreeStore } from '@halyard/realtime';

/** Creates a folder that is deleted when the process ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'halyard-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Opens our SQLite store in a folder that is deleted when the process ends. */
export async function temporaryStore(): Promise<TreeStore> {
  const store = sqliteStore({ directory: temporaryDirectory() });
  await store.load(() => undefined);
  return store;
}

/** A simple group commit: rows that arrive while one batch is being written form the next batch. */
export class GroupCommit {
  readonly #store: TreeStore;
  #rows = new Map<string, string>();
  #waiting: (() => void)[] = [];
  #sequence = 0;
  #busy = false;

  constructor(store: TreeStore) {
    this.#store = store;
  }

  /** Adds a row. Calls `done` when the row is on disk. */
  put([path, value]: StoredRow, done: () => void): void {
    this.#rows.set(path, value);
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
