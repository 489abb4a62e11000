import type { Job, Run } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../calls/context.ts';
import type { HandlersOf } from '../../calls/handlers.ts';
import { advanceTest } from './advance.ts';
import { findOpenTests } from './queries.ts';
import { poleCheck, startTest } from './startTest.ts';

/**
 * How often, in ms, this process looks for pole tests that other processes started or that a
 * restart interrupted.
 */
const LOOK_MS = 15_000;

/** Completes pole tests: at the end of each test, moves the pole back to its previous position. */
export interface PoleTests {
  readonly job: Job;
  /**
   * Makes the job look for running tests at its next run. Call this when this process has started a
   * pole test.
   */
  begun(): void;
}

/**
 * Creates the object that runs pole tests. Any process may continue any test, because each step can
 * safely be repeated.
 */
export function createPoleTests(services: Services): PoleTests {
  const since = services.clock();
  let isBusy = true;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const round = async (failed: Run['failed']) => {
    const now = performance.now();
    if (!isBusy && now - lookedAt < LOOK_MS) return;
    lookedAt = now;
    isBusy = false;
    const tests = await findOpenTests(services.db.queries);
    if (tests.length > 0) isBusy = true;
    // A failed step is tried again in the next round, and does not delay the other tests.
    for (const test of tests) await advanceTest(services, test, since).catch(failed);
  };
  return {
    job: {
      name: 'pole-tests',
      where: 'each',
      everyMs: 500,
      begin: ({ failed }) => ({ round: () => round(failed) }),
    },
    begun() {
      isBusy = true;
    },
  };
}

export const poleTestHandlers = (
  tests: Pick<PoleTests, 'begun'>,
): HandlersOf<'getPoleCheck' | 'testPole'> => ({
  getPoleCheck: ({ ctx, params }) => poleCheck(ctx, params.id),
  async testPole({ ctx, params }) {
    const check = await startTest(ctx, params.id);
    tests.begun();
    return check;
  },
});
