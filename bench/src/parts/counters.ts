import { offer } from '../part.ts';
import { connectSdk } from '../sdk.ts';

interface Count {
  port: number;
  clients: number;
  /** Number of transactions that each client runs, one after another. */
  transactions: number;
  /** Number of counters that the clients increment. */
  places: number;
}

let runs = 0;

/** Runs SDK clients that increment counters in transactions. */
offer({
  async count({ port, clients, transactions, places }: Count) {
    const base = `bench/run${++runs}`;
    const sdks = Array.from({ length: clients }, () => connectSdk(port));
    let committed = 0;
    let failed = 0;
    const start = performance.now();
    await Promise.all(
      sdks.map(async ({ db, ref, runTransaction }, client) => {
        const counter = ref(db, `${base}/c${client % places}`);
        for (let i = 0; i < transactions; i++) {
          try {
            const result = await runTransaction(
              counter,
              (value: number | null) => (value ?? 0) + 1,
            );
            if (result.committed) committed++;
          } catch {
            failed++;
          }
        }
      }),
    );
    const milliseconds = performance.now() - start;
    let value = 0;
    const [first] = sdks;
    if (first !== undefined) {
      const counters = (await first.get(first.ref(first.db, base))).val() as Record<string, number>;
      for (const count of Object.values(counters)) value += count;
    }
    for (const { close } of sdks) close();
    return { committed, failed, value, milliseconds };
  },
});
