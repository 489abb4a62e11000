import { monotonicNow, offer } from '../part.ts';
import { sampleValue } from '../rawClient.ts';
import { median } from '../result.ts';
import { GroupCommit, temporaryStore } from '../temporaryStore.ts';

// The store stays open between runs, like those of the servers that it is compared with.
const single = temporaryStore();
const group = temporaryStore().then((store) => new GroupCommit(store));
let serial = 0;
let sequence = 0;

/**
 * Commits through the server's storage worker without any network, which is the maximum that the
 * disk and SQLite allow.
 */
offer({
  /**
   * Returns the number of acknowledged writes per second of several writers. Each writer waits for
   * its previous write.
   */
  async throughput({ writers, milliseconds }: { writers: number; milliseconds: number }) {
    const commits = await group;
    const start = monotonicNow();
    const end = start + milliseconds;
    let done = 0;
    await Promise.all(
      Array.from({ length: writers }, (_, writer) => {
        return new Promise<void>((resolve) => {
          const next = (value: number): void => {
            if (monotonicNow() > end) return resolve();
            commits.put(
              [`bench/w${writer}/`, JSON.stringify(`value ${value} of ${writer}`)],
              () => {
                done++;
                next(value + 1);
              },
            );
          };
          next(0);
        });
      }),
    );
    return (done / (monotonicNow() - start)) * 1000;
  },

  /**
   * Returns the median time in ms of consecutive commits. Each writes the rows of one `set` in
   * `setter.ts`.
   */
  async latency({ count }: { count: number }) {
    const store = await single;
    const latencies: number[] = [];
    for (let i = 0; i < count; i++) {
      const rows = Object.entries(sampleValue(++serial));
      const puts = rows.map(([key, value]) => [`bench/value/${key}/`, String(value)] as const);
      const start = performance.now();
      await store.commit({ sequence: ++sequence, clears: [], removes: [], puts });
      latencies.push(performance.now() - start);
    }
    return median(latencies);
  },
});
