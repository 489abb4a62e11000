import type { Scope } from '@halyard/domain';
import type { Job } from '../../../platform/jobs/jobs.ts';

/**
 * How often the job updates the indexes, in ms. The interval is short, because a request must first
 * process all reports since the last update.
 */
const ROUND_MS = 5000;
/** How many runs the job skips after the server starts, because the server is busy then. */
const SKIPPED_RUNS = 5;

/**
 * Returns the job that keeps the indexes of wrong positions and of poles by location up to date, so
 * that requests rarely have to look at all poles.
 */
export const poleIndexJob = (
  ...indexes: readonly { current(scope: Scope): Promise<unknown> }[]
): Job => ({
  name: 'pole-indexes',
  where: 'each',
  everyMs: ROUND_MS,
  begin() {
    let runs = 0;
    return {
      async round() {
        if (++runs <= SKIPPED_RUNS) return;
        for (const index of indexes) await index.current({ kind: 'all' });
      },
    };
  },
});
