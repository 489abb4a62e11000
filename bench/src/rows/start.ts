import { withParts } from '../part.ts';
import { type Benchmark, inTurn } from '../result.ts';

const RUNS = 3;
const ROWS = 100_000;
const VALUE_BYTES = 200;
const LIMIT_MS = 1500;

/**
 * Measures the time from the start of the process to its first response, with a large amount of
 * stored data.
 */
export const start: Benchmark = {
  name: 'start',
  async run() {
    const { ours } = await withParts({ filler: 'filler' }, async ({ filler }) => {
      const directory = await filler.call<string>('fill', { rows: ROWS, bytes: VALUE_BYTES });
      return inTurn(RUNS, { ours: () => firstAnswer(directory) });
    });
    return [
      {
        what: `start with ${ROWS.toLocaleString('en')} rows of ${VALUE_BYTES} B, to the first response`,
        ours,
        peer: LIMIT_MS,
        against: 'the limit',
        goal: { atMost: 1 },
        unit: 'ms',
      },
    ];
  },
};

async function firstAnswer(directory: string): Promise<number> {
  const begin = performance.now();
  return withParts({ server: 'server' }, async ({ server }) => {
    const port = await server.call<number>('start', { durable: true, directory });
    const response = await fetch(`http://127.0.0.1:${port}/bench/row${ROWS - 1}.json`);
    const value: unknown = await response.json();
    if (value === null) throw new Error('The rows are missing');
    return performance.now() - begin;
  });
}
