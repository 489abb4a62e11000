import {
  type Batch,
  CommitFailed,
  CommitUnknown,
  type StoredRow,
  StoreLocked,
  subtreeEnd,
  type TreeStore,
} from '../store/store.ts';

/**
 * The result of the next commit. With `lost` and `kept`, the caller does not learn the outcome:
 * `lost` stores nothing, `kept` stores the batch.
 */
export type Fate = 'ok' | 'fail' | 'lost' | 'kept';

/** A store whose commits fail as a test specifies. A test can also make commits wait. */
export class FaultyStore implements TreeStore {
  rows = new Map<string, string>();
  lastSequence = 0;
  batches: Batch[] = [];
  fates: Fate[] = [];
  recoverFailures = 0;
  /** Whether another process has taken over the data. */
  takenOver = false;
  #gate: Promise<void> = Promise.resolve();
  #open: () => void = () => {};

  async load(onRows: (rows: readonly StoredRow[]) => void): Promise<{ lastSequence: number }> {
    onRows([...this.rows]);
    return { lastSequence: this.lastSequence };
  }

  /** Makes commits wait until {@link release}. */
  hold(): void {
    this.#gate = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  release(): void {
    this.#open();
  }

  async commit(batch: Batch): Promise<void> {
    this.batches.push(batch);
    await this.#gate;
    const fate = this.fates.shift() ?? 'ok';
    if (fate === 'fail') throw new CommitFailed('the disk is full');
    if (fate !== 'lost') this.#apply(batch);
    if (fate !== 'ok') throw new CommitUnknown('the connection was lost');
  }

  #apply(batch: Batch): void {
    for (const prefix of batch.clears) {
      const end = subtreeEnd(prefix);
      for (const path of this.rows.keys()) {
        if (path >= prefix && (end === undefined || path < end)) this.rows.delete(path);
      }
    }
    for (const path of batch.removes) this.rows.delete(path);
    for (const [path, value] of batch.puts) this.rows.set(path, value);
    this.lastSequence = batch.sequence;
  }

  async recover(): Promise<{ lastSequence: number }> {
    if (this.takenOver) throw new StoreLocked('Another process has taken the data over.');
    if (this.recoverFailures-- > 0) throw new Error('not yet');
    return { lastSequence: this.lastSequence };
  }

  async close(): Promise<void> {}
}
