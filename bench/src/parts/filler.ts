import { type StoredRow, sqliteStore } from '@halyard/realtime';
import { offer } from '../part.ts';
import { temporaryDirectory } from '../temporaryStore.ts';

/** Fills a store, which is deleted when the process ends. */
offer({
  /** Fills a store with the rows `bench/row0`, `bench/row1` and so on. Returns its folder. */
  async fill({ rows, bytes }: { rows: number; bytes: number }) {
    const directory = temporaryDirectory();
    const store = sqliteStore({ directory });
    await store.load(() => undefined);
    const puts = Array.from({ length: rows }, (_, i): StoredRow => {
      return [`bench/row${i}/`, JSON.stringify(`${i} `.padEnd(bytes, 'x'))];
    });
    await store.commit({ sequence: 1, clears: [], removes: [], puts });
    await store.close();
    return directory;
  },
});
