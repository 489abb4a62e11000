import type { Batch, StoredRow } from './store.ts';

/** The requests from the store to its worker thread, which responds to each one once, in order. */
export type ToWorker =
  | { kind: 'load' }
  | { kind: 'commit'; batch: Batch }
  | { kind: 'recover' }
  | { kind: 'close' };

export type FromWorker =
  | { kind: 'rows'; rows: StoredRow[] }
  | { kind: 'done'; lastSequence: number }
  /** The batch failed. If `certain` is true, no part of it was or will be stored. */
  | { kind: 'failed'; message: string; certain: boolean; locked: boolean };
