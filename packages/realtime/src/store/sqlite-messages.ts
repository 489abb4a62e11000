import type { Batch, StoredRow } from './store.ts';

/** What the store asks its worker. Each request is answered once, in order. */
export type ToWorker =
  | { kind: 'load' }
  | { kind: 'commit'; batch: Batch }
  | { kind: 'recover' }
  | { kind: 'close' };

export type FromWorker =
  | { kind: 'rows'; rows: StoredRow[] }
  | { kind: 'done'; lastSequence: number }
  /** `certain`: nothing of the batch is or will be stored. */
  | { kind: 'failed'; message: string; certain: boolean; locked: boolean };
