import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../calls/context.ts';
import type { Lists } from '../directory/lists.ts';
import { SummaryPublisher } from './publisher.ts';

/** How often changed flag summaries are written to the realtime database, in ms. */
const ROUND_MS = 500;
/** How often every flag is read again, in ms, in case a change was missed. */
const RECHECK_MS = 600_000;

/**
 * Returns the job that writes flag summaries to the realtime database. Only one process writes
 * them. In the other processes, the job keeps the flag lists up to date once they are in use.
 */
export const summaryJob = (
  { link: { summaries } }: Pick<Services, 'link'>,
  { fleet }: Pick<Lists, 'fleet'>,
): Job => ({
  name: 'summaries',
  where: 'each',
  everyMs: ROUND_MS,
  begin() {
    const publisher = new SummaryPublisher({ fleet, nodes: summaries });
    let writtenAt = Number.NEGATIVE_INFINITY;
    return {
      async round() {
        fleet.recheckPart(ROUND_MS / RECHECK_MS);
        const pace = summaries.pace();
        if (pace === null) {
          publisher.pause();
          if (fleet.isInUse) await fleet.current();
          return;
        }
        // Rounds may begin a little early or late.
        if (performance.now() - writtenAt < pace - ROUND_MS / 2) return;
        writtenAt = performance.now();
        await publisher.round();
      },
    };
  },
});
