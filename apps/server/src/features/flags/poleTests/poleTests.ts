import { everyRound } from '../../../platform/jobs/rounds.ts';
import type { Services } from '../../calls/context.ts';
import type { HandlersOf } from '../../calls/handlers.ts';
import { advanceTest } from './advance.ts';
import { findOpenTests } from './queries.ts';
import { poleCheck, startTest } from './startTest.ts';

/** Milliseconds between looks at the tests that are under way. */
const ROUND_MS = 500;
/** Milliseconds between looks for tests of other processes, and of before a restart. */
const LOOK_MS = 15_000;

/** Drives the tests of poles to their end, so that each pole is brought back. */
export interface PoleTests {
  /** There is a test under way. */
  begun(): void;
  stop(): Promise<void>;
}

/** Looks at every test that is under way, whoever began it: two processes that do so agree. */
export function drivePoleTests(services: Services): PoleTests {
  const since = services.clock();
  let isBusy = true;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const rounds = everyRound(
    ROUND_MS,
    async () => {
      const now = performance.now();
      if (!isBusy && now - lookedAt < LOOK_MS) return;
      lookedAt = now;
      isBusy = false;
      const tests = await findOpenTests(services.db.queries);
      if (tests.length > 0) isBusy = true;
      for (const test of tests)
        await advanceTest(services, test, since).catch((error: unknown) =>
          services.log.warn({ err: error }, 'A test of a pole could not go on yet'),
        );
    },
    (error) => services.log.warn({ err: error }, 'The tests of poles could not go on yet'),
  );
  return {
    begun() {
      isBusy = true;
    },
    stop: () => rounds.stop(),
  };
}

export const poleTestHandlers = (tests: PoleTests): HandlersOf<'getPoleCheck' | 'testPole'> => ({
  getPoleCheck: ({ ctx, params }) => poleCheck(ctx, params.id),
  async testPole({ ctx, params }) {
    const check = await startTest(ctx, params.id);
    tests.begun();
    return check;
  },
});
