import { setTimeout as delay } from 'node:timers/promises';
import type { Limits } from '../limits.ts';
import type { Logger } from '../options.ts';
import { CommitFailed, StoreLocked, type TreeStore } from '../store/store.ts';
import { BatchBuilder } from '../tree/rows.ts';
import type { SlotChange } from '../tree/tree.ts';
import { storedPart } from './unstored.ts';

/**
 * Sends the response and the pushes of an entry in the commit queue. Called when the entry's batch
 * and all earlier batches have been committed.
 */
export type Release = () => void;

interface Entry {
  /**
   * The sequence number of the batch that commits the entry's write; 0 if the entry has nothing to
   * commit.
   */
  batch: number;
  changes: readonly SlotChange[];
  release: Release;
  /**
   * Computes a new response to the entry's request from the data restored by a rollback. Must not
   * send anything itself.
   */
  again: () => Release;
  waiting: Waiting;
}

/** What happens to a read or write in the commit queue if the store does not respond. */
export interface Waiting {
  /**
   * Called if the store does not respond, to reject the request. The store may still carry out the
   * request later. Default: the client waits.
   */
  late?: (() => void) | undefined;
  /** Called when another process has taken over the data. Default: the client gets no response. */
  lost?: ((error: StoreLocked) => void) | undefined;
}

/**
 * Puts all reads and writes in a single sequence (decision 2). Responses and pushes are sent only
 * after the commit that they depend on, so that a crash cannot undo data that somebody has seen. If
 * a commit fails, pending writes are rolled back.
 */
export class CommitQueue {
  readonly #store: TreeStore;
  readonly #unstored: ReadonlySet<string>;
  readonly #limits: Limits;
  readonly #log: Logger;
  /**
   * Called after a rollback, once the data has been restored and before any new response is
   * computed.
   */
  readonly #onRollback: () => void;
  readonly #onLost: (error: StoreLocked) => void;
  /** The pending entries. Before them stand the released ones, as undefined. */
  #entries: (Entry | undefined)[] = [];
  /** The index of the first pending entry. */
  #first = 0;
  #open: BatchBuilder | undefined;
  #openBatch: number;
  #committed: number;
  #pumping: Promise<void> | undefined;
  #draining = false;
  #closing = false;
  /** The error to report once another process has taken over the data. */
  #lost: StoreLocked | undefined;
  #stalled = false;
  /**
   * How many batches were stored, how many failed, and how many had an unknown outcome at first.
   */
  readonly counts = { commits: 0, failures: 0, recoveries: 0 };

  constructor(options: {
    store: TreeStore;
    /** The top-level keys of the tree whose data is kept only in memory. */
    unstored: ReadonlySet<string>;
    limits: Limits;
    log: Logger;
    lastSequence: number;
    onRollback: () => void;
    /** Called when another process has taken over the data. */
    onLost: (error: StoreLocked) => void;
  }) {
    this.#store = options.store;
    this.#unstored = options.unstored;
    this.#limits = options.limits;
    this.#log = options.log;
    this.#onRollback = options.onRollback;
    this.#onLost = options.onLost;
    this.#committed = options.lastSequence;
    this.#openBatch = options.lastSequence + 1;
  }

  get pending(): number {
    return this.#entries.length - this.#first;
  }

  get #pendingEntries(): Entry[] {
    return this.#entries.slice(this.#first) as Entry[];
  }

  /** Whether the store is so far behind that the commit queue accepts no more entries. */
  get full(): boolean {
    return this.pending >= this.#limits.pendingEntries;
  }

  /**
   * Whether the store is currently not responding. If so, new writes may have to wait indefinitely.
   */
  get stalled(): boolean {
    return this.#stalled;
  }

  /** Whether the commit queue has room for the given number of additional entries. */
  hasRoom(entries: number): boolean {
    return this.pending + entries <= this.#limits.pendingEntries;
  }

  /**
   * Queues a response that is based on the newest state. `run` computes the response without
   * visible effects and returns a function that sends it. After a rollback, `run` is called again
   * with the restored data.
   */
  read(run: () => Release, waiting: Waiting = {}): void {
    if (this.#lost) return waiting.lost?.(this.#lost);
    this.#entries.push({ batch: 0, changes: [], release: run(), again: run, waiting });
    this.#drain();
  }

  /**
   * Queues a write that has already been applied to the newest state.
   * @param release sends the response and the pushes once the write is committed
   * @param refuse called after a rollback; returns a function that sends the rejection
   * @param waiting what to do if the store does not respond; the write may still be stored
   */
  write(
    changes: readonly SlotChange[],
    release: Release,
    refuse: () => Release,
    waiting: Waiting = {},
  ): void {
    if (this.#lost) return waiting.lost?.(this.#lost);
    let batch = 0;
    const stored = this.#store.volatile ? [] : storedPart(changes, this.#unstored);
    if (stored.length > 0) batch = this.#join(stored);
    this.#entries.push({ batch, changes, release, again: refuse, waiting });
    if (batch === 0) this.#drain();
    else this.#pumping ??= this.#pump();
  }

  /**
   * Adds tree changes to the next batch for the store.
   * @returns the number of that batch
   */
  #join(changes: readonly SlotChange[]): number {
    this.#open ??= new BatchBuilder();
    for (const change of changes) this.#open.add(change);
    return this.#openBatch;
  }

  /** Commits an empty batch to the store. Returns whether that succeeded. */
  probe(): Promise<boolean> {
    if (this.#store.volatile) return Promise.resolve(true);
    if (this.#lost || this.#stalled || this.full) return Promise.resolve(false);
    return new Promise((resolve) => {
      const no = () => resolve(false);
      this.#entries.push({
        batch: this.#join([]),
        changes: [],
        release: () => resolve(true),
        again: () => no,
        waiting: { late: no, lost: no },
      });
      this.#pumping ??= this.#pump();
    });
  }

  /** Sends the responses and pushes of all queue entries whose commits are done, in order. */
  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    while (this.#first < this.#entries.length) {
      const entry = this.#entries[this.#first]!;
      if (entry.batch > this.#committed) break;
      // Otherwise, its request would stay in memory until the whole array is replaced.
      this.#entries[this.#first] = undefined;
      this.#first++;
      this.#run(entry.release);
    }
    this.#draining = false;
    if (this.#first === this.#entries.length) {
      this.#entries = [];
      this.#first = 0;
    } else if (this.#first > 1024 && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }

  #again(entry: Entry): Release {
    try {
      return entry.again();
    } catch (error) {
      this.#log.error({ err: error }, 'An answer could not be computed again');
      return () => {};
    }
  }

  #run(release: Release): void {
    try {
      release();
    } catch (error) {
      // A failure for one client must not stop the responses to others.
      this.#log.error({ err: error }, 'An answer could not be delivered');
    }
  }

  async #pump(): Promise<void> {
    // Everything else that arrives in the same turn of the event loop joins the batch.
    await Promise.resolve();
    while (this.#open !== undefined) {
      const sequence = this.#openBatch++;
      const batch = { sequence, ...this.#open.build() };
      this.#open = undefined;
      const stored = await this.#commit(batch);
      if (this.#lost) break;
      if (stored) {
        this.#committed = sequence;
        this.counts.commits++;
        this.#drain();
      } else {
        this.counts.failures++;
        this.#rollback();
      }
    }
    this.#pumping = undefined;
  }

  async #commit(batch: Parameters<TreeStore['commit']>[0]): Promise<boolean> {
    const patience = setTimeout(() => this.#stall(), this.#limits.storePatienceMs);
    try {
      await this.#store.commit(batch);
      return true;
    } catch (error) {
      if (error instanceof CommitFailed) {
        this.#log.error({ err: error }, 'A commit failed: its writes are refused');
        return false;
      }
      this.#log.error({ err: error }, 'A commit has an unknown outcome: checking the store');
      return await this.#recovered(batch.sequence);
    } finally {
      clearTimeout(patience);
      this.#stalled = false;
    }
  }

  /**
   * Finds out from the store whether a batch with an unknown outcome was stored. Until that is
   * known, nothing is sent.
   */
  async #recovered(sequence: number): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        const { lastSequence } = await this.#store.recover();
        this.counts.recoveries++;
        if (tries > 1) this.#log.info({ tries }, 'The store answers again');
        return lastSequence >= sequence;
      } catch (error) {
        if (error instanceof StoreLocked) {
          this.#stopForGood(error);
          return false;
        }
        if (this.#closing) return false;
        // Logged only once, because the store is queried several times per second.
        if (tries === 1) this.#log.warn({ err: error }, 'The store does not answer yet');
        this.#stall();
        await delay(this.#limits.recoverMs);
      }
    }
  }

  /** Called when the store does not respond. Rejects each request that must not wait for it. */
  #stall(): void {
    if (this.#stalled) return;
    this.#stalled = true;
    for (const { waiting } of this.#pendingEntries) if (waiting.late) this.#run(waiting.late);
  }

  /**
   * Ends the queue, because nothing can be stored anymore. Notifies only callers in this process,
   * not clients.
   */
  #stopForGood(error: StoreLocked): void {
    this.#lost = error;
    this.#log.error({ err: error }, 'Another process owns the data: this one stops serving');
    this.#onLost(error);
    const entries = this.#pendingEntries;
    this.#entries = [];
    this.#first = 0;
    this.#open = undefined;
    for (const { waiting } of entries) this.#run(() => waiting.lost?.(error));
  }

  #rollback(): void {
    const entries = this.#pendingEntries;
    this.#entries = [];
    this.#first = 0;
    // Writes in the next batch build on the state that is being rolled back, so they are undone as
    // well.
    this.#open = undefined;
    for (let i = entries.length - 1; i >= 0; i--) {
      const { changes } = entries[i]!;
      for (let j = changes.length - 1; j >= 0; j--) changes[j]!.tree.undo(changes[j]!);
    }
    this.#onRollback();
    // Compute all responses before releasing any. Otherwise, a listener that writes immediately
    // could put an uncommitted value into another response.
    const releases = entries.map((entry) => this.#again(entry));
    this.#draining = true;
    for (const release of releases) this.#run(release);
    this.#draining = false;
    this.#drain();
  }

  /** Waits until all pending writes are stored or rejected. */
  async close(): Promise<void> {
    this.#closing = true;
    while (this.#pumping !== undefined) await this.#pumping;
  }
}
