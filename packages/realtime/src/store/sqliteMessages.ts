import type { Batch, StoredRow } from './store.ts';

/** The requests of the store to its worker. Each is answered once, in order. */
export type ToWorker =
  | { kind: 'load' }
  | { kind: 'commit'; batch: Batch }
  | { kind: 'recover' }
  | { kind: 'close' };

export type FromWorker =
  | { kind: 'rows'; rows: StoredRow[] }
  | { kind: 'done'; lastSequence: number }
  /** `certain`: no part of the batch is stored or will be. */
  | { kind: 'failed'; message: string; certain: boolean; locked: boolean };
