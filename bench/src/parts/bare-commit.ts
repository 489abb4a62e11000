import { monotonicNow, offer } from '../part.ts';
import { GroupCommit, temporaryStore } from '../temporary-store.ts';

/** Group commit through the same worker without any network: what the disk and SQLite allow. */
offer({
  /** Acknowledged writes per second with so many writers, each waiting for its own. */
  async run({ writers, milliseconds }: { writers: number; milliseconds: number }) {
    const commits = new GroupCommit(await temporaryStore());
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
});
