import type { StoredRow } from '@halyard/realtime';
import { offer } from '../part.ts';
import { openStore, type Stored } from '../stored.ts';

/** Number of rows written to the store in one batch. */
const CHUNK = 10_000;

/** Adds test data to a store, then closes the store so that a server can load it. */
offer({
  /** Adds the rows `bench/row0`, `bench/row1` and so on to a store. */
  async fill({ stored, rows, bytes }: { stored: Stored; rows: number; bytes: number }) {
    const store = await openStore(stored);
    let sequence = 0;
    for (let from = 0; from < rows; from += CHUNK) {
      const puts = Array.from({ length: Math.min(CHUNK, rows - from) }, (_, i): StoredRow => {
        return [`bench/row${from + i}/`, JSON.stringify(`${from + i} `.padEnd(bytes, 'x'))];
      });
      await store.commit({ sequence: ++sequence, clears: [], removes: [], puts });
    }
    await store.close();
  },
});
