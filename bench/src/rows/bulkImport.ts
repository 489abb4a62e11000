import { runProgram } from '../program.ts';
import { type Benchmark, quantile, type Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

const PROGRAM = 'features/importExport/testing/manyLines.ts';
const FLEETS = [25_000, 100_000];
const WRITERS_LIMIT_MS = 100;
const TOTAL_LIMIT_SECONDS = 600;

interface Figures {
  seconds: number;
  checkSeconds: number;
  shownSeconds: number;
  quiet: number[];
  times: number[];
}

/** Measures imports of many flags, and how long other users' changes take during an import. */
export const bulkImport: Benchmark = {
  name: 'import',
  run: () => onEachStore(measure),
};

async function measure({ name, create }: StoreKind): Promise<Result[]> {
  const results: Result[] = [];
  for (const flags of FLEETS) {
    const { seconds, quiet, times } = await runProgram<Figures>(PROGRAM, [flags], await create());
    const what = `import of ${flags.toLocaleString('en')} flags, ${name}`;
    const limit = { against: 'the limit', goal: { atMost: 1 } } as const;
    const p99 = quantile(times, 0.99);
    results.push(
      {
        what: `${what}, dry run included`,
        ours: seconds,
        peer: TOTAL_LIMIT_SECONDS,
        unit: 's',
        ...limit,
      },
      {
        what: `${what}: changes of others, p99`,
        ours: p99,
        peer: WRITERS_LIMIT_MS,
        unit: 'ms',
        ...limit,
      },
      {
        what: `${what}: changes of others, p99`,
        ours: p99,
        peer: quantile(quiet, 0.99),
        against: 'without an import',
        unit: 'ms',
      },
    );
  }
  return results;
}
