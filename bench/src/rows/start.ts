import { withParts } from '../part.ts';
import { type Benchmark, inTurn, type Result } from '../result.ts';
import type { Stored } from '../stored.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

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
  run: () => onEachStore(measure),
};

async function measure({ name, create }: StoreKind): Promise<Result[]> {
  const stored = await create();
  await withParts({ filler: 'filler' }, ({ filler }) =>
    filler.call('fill', { stored, rows: ROWS, bytes: VALUE_BYTES }),
  );
  const { ours } = await inTurn(RUNS, { ours: () => firstAnswer(stored) });
  return [
    {
      what: `start with ${ROWS.toLocaleString('en')} rows of ${VALUE_BYTES} B, ${name}, to the first response`,
      ours,
      peer: LIMIT_MS,
      against: 'the limit',
      goal: { atMost: 1 },
      unit: 'ms',
    },
  ];
}

async function firstAnswer(stored: Stored): Promise<number> {
  const begin = performance.now();
  return withParts({ server: 'server' }, async ({ server }) => {
    const port = await server.call<number>('start', { stored });
    const response = await fetch(`http://127.0.0.1:${port}/bench/row${ROWS - 1}.json`);
    const value: unknown = await response.json();
    if (value === null) throw new Error('The rows are missing');
    return performance.now() - begin;
  });
}
