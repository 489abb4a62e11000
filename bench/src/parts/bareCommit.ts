import type { StoredRow, TreeStore } from '@halyard/realtime';
import { GroupCommit } from '../groupCommit.ts';
import { HARDWARE, report } from '../halyard.ts';
import { monotonicNow, offer } from '../part.ts';
import { sampleValue } from '../rawClient.ts';
import { median } from '../result.ts';
import { openStore, type Stored } from '../stored.ts';

let store: TreeStore | undefined;
let group: GroupCommit | undefined;
let serial = 0;
let sequence = 0;

interface Throughput {
  /** Number of simulated connections. The benchmark of the real server uses the same number. */
  connections: number;
  /** Maximum number of unanswered writes per connection. */
  window: number;
  milliseconds: number;
}

/**
 * Commits writes directly to the store, without a server or a network, to measure the maximum
 * throughput of the disk and the database.
 */
offer({
  /**
   * Opens the store. It stays open between runs, like the stores of the servers in the comparison.
   */
  async start({ stored }: { stored: Stored }) {
    store = await openStore(stored);
    group = new GroupCommit(store);
  },

  /**
   * Returns the number of acknowledged writes per second. Several writers write at the same time;
   * each waits until its previous write is acknowledged.
   */
  sets: (load: Throughput) =>
    perSecond(load, (writer, n) => [
      [`bench/w${writer}/`, JSON.stringify(`value ${n} of ${writer}`)],
    ]),

  /**
   * Returns the number of acknowledged commits of pole reports per second. Each connection
   * represents one pole.
   */
  reports: (load: Throughput) =>
    perSecond(load, (writer, n) => {
      const pole = `${HARDWARE}/p${writer % load.connections}`;
      return Object.entries(report(n)).map(([key, value]) => [
        `${pole}/${key}/`,
        JSON.stringify(value),
      ]);
    }),

  /**
   * Returns the median time that it takes to commit the rows of one `set` request, in ms. Each
   * commit starts after the previous one has ended.
   */
  async latency({ count }: { count: number }) {
    if (store === undefined) throw new Error('The store is not open');
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

async function perSecond(
  { connections, window, milliseconds }: Throughput,
  rows: (writer: number, n: number) => StoredRow[],
): Promise<number> {
  const commits = group;
  if (commits === undefined) throw new Error('The store is not open');
  const start = monotonicNow();
  const end = start + milliseconds;
  let done = 0;
  const write = (writer: number): Promise<void> =>
    new Promise((resolve) => {
      const next = (): void => {
        if (monotonicNow() > end) return resolve();
        commits.put(rows(writer, ++serial), () => {
          done++;
          next();
        });
      };
      next();
    });
  await Promise.all(Array.from({ length: connections * window }, (_, writer) => write(writer)));
  return (done / (monotonicNow() - start)) * 1000;
}
