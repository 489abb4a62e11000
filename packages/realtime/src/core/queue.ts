import { setTimeout as delay } from 'node:timers/promises';
import type { Limits } from '../limits.ts';
import type { Logger } from '../options.ts';
import { CommitFailed, StoreLocked, type TreeStore } from '../store/store.ts';
import { BatchBuilder } from '../tree/rows.ts';
import type { SlotChange } from '../tree/tree.ts';

/** Does what an entry of the queue was waiting to do: answers, pushes. */
export type Release = () => void;

interface Entry {
  /** The batch that holds its write; 0 where there is nothing to commit. */
  batch: number;
  changes: readonly SlotChange[];
  release: Release;
  /** Works out, from the restored head, what to release instead. Must release nothing itself. */
  again: () => Release;
  waiting: Waiting;
}

/** What to do for a reader or writer whose answer does not come. */
export interface Waiting {
  /** The store does not answer now: refuses at once. The entry stays in its place. Absent: they wait. */
  late?: (() => void) | undefined;
  /** Another process owns the data: no answer will come. Absent: their connection ends with the process. */
  lost?: ((error: StoreLocked) => void) | undefined;
}

/**
 * The one order of events (decision 2): what the head has already seen is released, in head order,
 * only when the commit that it depends on has succeeded, so that nobody ever sees what a crash
 * could take back. Where a commit fails, all that is pending is taken back and answered anew.
 */
export class CommitQueue {
  readonly #store: TreeStore;
  readonly #limits: Limits;
  readonly #log: Logger;
  /** Called when the head has been restored, before anything is answered anew. */
  readonly #onRollback: () => void;
  readonly #onLost: (error: StoreLocked) => void;
  #entries: Entry[] = [];
  #first = 0;
  #open: BatchBuilder | undefined;
  #openBatch: number;
  #committed: number;
  #pumping: Promise<void> | undefined;
  #draining = false;
  #closing = false;
  /** Set once another process owns the data. */
  #lost: StoreLocked | undefined;
  #stalled = false;
  /** Batches stored, failed, and found out about after an unknown outcome. */
  readonly counts = { commits: 0, failures: 0, recoveries: 0 };

  constructor(options: {
    store: TreeStore;
    limits: Limits;
    log: Logger;
    lastSequence: number;
    onRollback: () => void;
    /** Another process owns the data now. */
    onLost: (error: StoreLocked) => void;
  }) {
    this.#store = options.store;
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

  /** Whether the store is so far behind that nothing more can be taken. */
  get full(): boolean {
    return this.pending >= this.#limits.pendingEntries;
  }

  /** Whether the store does not answer: what is written now waits for nobody knows how long. */
  get stalled(): boolean {
    return this.#stalled;
  }

  /** Whether so many more entries can be taken. */
  hasRoom(entries: number): boolean {
    return this.pending + entries <= this.#limits.pendingEntries;
  }

  /**
   * Answers from the head. `run` works the answer out and must have no effect that others see;
   * what it returns does. After a rollback it runs again on the restored head.
   */
  read(run: () => Release, waiting: Waiting = {}): void {
    if (this.#lost) return waiting.lost?.(this.#lost);
    this.#entries.push({ batch: 0, changes: [], release: run(), again: run, waiting });
    this.#drain();
  }

  /**
   * A write that is applied to the head. `refuse` works out its refusal should it be taken back.
   * @param waiting what it does is no word on the write, which may be stored all the same
   */
  write(
    changes: readonly SlotChange[],
    release: Release,
    refuse: () => Release,
    waiting: Waiting = {},
  ): void {
    if (this.#lost) return waiting.lost?.(this.#lost);
    let batch = 0;
    if (changes.length > 0 && !this.#store.volatile) batch = this.#join(changes);
    this.#entries.push({ batch, changes, release, again: refuse, waiting });
    if (batch === 0) this.#drain();
    else this.#pumping ??= this.#pump();
  }

  /** Puts changes into the next batch. @returns its number */
  #join(changes: readonly SlotChange[]): number {
    this.#open ??= new BatchBuilder();
    for (const change of changes) this.#open.add(change);
    return this.#openBatch;
  }

  /** Has the store keep a batch that changes nothing; answers whether it did. */
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

  /** Releases what nothing holds back. Entries that are added meanwhile wait for their turn. */
  #drain(): void {
    if (this.#draining) return;
    this.#draining = true;
    while (this.#first < this.#entries.length) {
      const entry = this.#entries[this.#first]!;
      if (entry.batch > this.#committed) break;
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
      this.#log.error({ err: error }, 'An answer could not be worked out anew');
      return () => {};
    }
  }

  #run(release: Release): void {
    try {
      release();
    } catch (error) {
      // One client's trouble must not keep the others' answers.
      this.#log.error({ err: error }, 'An answer could not be delivered');
    }
  }

  async #pump(): Promise<void> {
    // Whatever else comes in the same turn of the event loop joins the batch.
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
      this.#log.error({ err: error }, 'A commit has an unknown outcome: asking the store');
      return await this.#recovered(batch.sequence);
    } finally {
      clearTimeout(patience);
      this.#stalled = false;
    }
  }

  /** Whether the batch turns out to be stored. Nothing is served before that is known. */
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
        // Said once: it is asked several times a second.
        if (tries === 1) this.#log.warn({ err: error }, 'The store does not answer yet');
        this.#stall();
        await delay(this.#limits.recoverMs);
      }
    }
  }

  /** The store does not answer: whoever cannot wait for it is refused. */
  #stall(): void {
    if (this.#stalled) return;
    this.#stalled = true;
    for (const { waiting } of this.#entries.slice(this.#first))
      if (waiting.late) this.#run(waiting.late);
  }

  /** Nothing can be known or stored any more, so only those hear of it who wait within this process. */
  #stopForGood(error: StoreLocked): void {
    this.#lost = error;
    this.#log.error({ err: error }, 'Another process owns the data: nothing is served any more');
    this.#onLost(error);
    const entries = this.#entries.slice(this.#first);
    this.#entries = [];
    this.#first = 0;
    this.#open = undefined;
    for (const { waiting } of entries) this.#run(() => waiting.lost?.(error));
  }

  #rollback(): void {
    const entries = this.#entries.slice(this.#first);
    this.#entries = [];
    this.#first = 0;
    // Writes that joined the next batch stand on what is taken back: they go too.
    this.#open = undefined;
    for (let i = entries.length - 1; i >= 0; i--) {
      const { changes } = entries[i]!;
      for (let j = changes.length - 1; j >= 0; j--) changes[j]!.tree.undo(changes[j]!);
    }
    this.#onRollback();
    // First all answers, then their release: a listener that writes at once must not slip an
    // uncommitted value into an answer that is given now.
    const releases = entries.map((entry) => this.#again(entry));
    this.#draining = true;
    for (const release of releases) this.#run(release);
    this.#draining = false;
    this.#drain();
  }

  /** Waits for all pending writes. */
  async close(): Promise<void> {
    this.#closing = true;
    while (this.#pumping !== undefined) await this.#pumping;
  }
}
