import fc from 'fast-check';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { isFull } from '../../../testing/full.ts';
import { Play } from '../testing/play.ts';
import { run } from '../testing/runs.ts';

/**
 * This test generates random sequences of events by users, orders, poles and processes. After each
 * event, every pole must be where a second, independent implementation of the rules expects it.
 * HALYARD_FULL=1 runs ten times as many sequences.
 */

/** The number of random sequences. Set HALYARD_RUNS to search for failures with new seeds. */
const RUNS = Number(process.env.HALYARD_RUNS ?? (isFull ? 150 : 15));
const IS_HUNT = process.env.HALYARD_RUNS !== undefined;
/** To repeat only the sequence that a failed search has printed, set HALYARD_REPLAY=seed@path. */
const REPLAY = process.env.HALYARD_REPLAY?.split('@');
/**
 * A fixed seed, so that the test fails only because of a change to the code. A search uses new
 * seeds.
 */
const SEED = REPLAY ? { seed: Number(REPLAY[0]), path: REPLAY[1]! } : IS_HUNT ? {} : { seed: 14 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

let steps = 0;
test(
  'the engine and a second implementation of the rules agree on every pole after each random event',
  async () => {
    await fc.assert(
      fc.asyncProperty(run, (given) => new Play(given).play(() => steps++)),
      { ...SEED, numRuns: RUNS, endOnFailure: IS_HUNT || REPLAY !== undefined },
    );
    if (IS_HUNT) process.stdout.write(`${RUNS} runs, ${steps} events\n`);
  },
  RUNS * 5000,
);
