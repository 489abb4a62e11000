import { withParts } from '../part.ts';
import { type Benchmark, inTurn, type Result } from '../result.ts';

const RUNS = 25;
const HOSTILE_RUNS = 5;
const LENGTH = 1_000_000;
const HOSTILE_LENGTH = 50_000;
const LIMIT_MS = 50;

/** Measures how long it takes to read half-staff orders from long and from hostile documents. */
export const orderReader: Benchmark = {
  name: 'order-reader',
  run() {
    return withParts({ reader: 'orderReader' }, async ({ reader }) => {
      const results: Result[] = [];
      for (const name of ['orders', 'minutes']) {
        const first = await reader.call<number>('choose', { name, length: LENGTH });
        const { ours, peer } = await inTurn(RUNS, {
          ours: () => reader.call<number>('read'),
          peer: () => reader.call<number>('split'),
        });
        const what = `1 MB of ${name}, read into draft orders`;
        results.push(
          { what, ours, peer, against: 'split(/\\s+/) of the same text', unit: 'ms' },
          { what, ours, peer: LIMIT_MS, against: 'the limit', goal: { atMost: 1 }, unit: 'ms' },
          {
            what: `${what}, before the engine has compiled the reader`,
            ours: first,
            peer: ours,
            against: 'later reads',
            unit: 'ms',
          },
        );
      }
      const { once, twice } = await inTurn(HOSTILE_RUNS, {
        once: () => reader.call<number>('hostile', { length: HOSTILE_LENGTH }),
        twice: () => reader.call<number>('hostile', { length: 2 * HOSTILE_LENGTH }),
      });
      results.push({
        what: 'the slowest of the hostile texts, 100,000 characters',
        ours: twice,
        peer: once,
        against: 'the same with 50,000',
        goal: { atMost: 3 },
        unit: 'ms',
      });
      return results;
    });
  },
};
