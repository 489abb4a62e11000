import { withParts } from '../part.ts';
import { type Benchmark, median, type Result } from '../result.ts';

const RUNS = 15;
const POLES = 10_000;
const PER_LOCATION = 4;
const LIMIT_MS = 200;

/**
 * Measures how long it takes to determine which poles should be at half-staff. The first run also
 * calculates sunrise and sunset; later runs reuse them.
 */
export const halfStaff: Benchmark = {
  name: 'half-staff',
  run() {
    return withParts({ engine: 'halfStaff' }, async ({ engine }) => {
      await engine.call('poles', { count: POLES, perLocation: PER_LOCATION });
      const evaluate = (seconds: number) => engine.call<number>('evaluate', { seconds });
      const first = await evaluate(0);
      const times: number[] = [];
      for (let run = 1; run <= RUNS; run++) times.push(await evaluate(run));
      const poles = `${POLES.toLocaleString('en')} poles, ${POLES / PER_LOCATION} places`;
      const result = (what: string, ours: number): Result => ({
        what: `what is in effect at ${poles}, ${what}`,
        ours,
        peer: LIMIT_MS,
        against: 'the limit',
        unit: 'ms',
      });
      return [
        { ...result('one evaluation', median(times)), goal: { atMost: 1 } },
        result('the first evaluation', first),
      ];
    });
  },
};
