import { runProgram } from '../program.ts';
import { type Benchmark, quantile, type Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

const PROGRAM = 'features/fleet/directory/testing/manyFlags.ts';
const FLEETS = [25_000, 100_000];
const PAGE_LIMIT_MS = 300;
/** Maximum time in ms from the start of a server with 100,000 flags to its first page of flags. */
const FIRST_LIMIT_MS = 8000;
const LIMIT_KB = 100;
/**
 * The maximum share of a CPU core that updating the flag counts may take at 3,333 reports per
 * second.
 */
const SUMMARY_LIMIT_CORES = 0.05;

interface Figures {
  first: number;
  pages: number[];
  counted: number[];
  bytes: number;
  summaries: number;
}

/**
 * Measures how fast the server searches, sorts and returns pages of 100 flags while poles report.
 */
export const lists: Benchmark = {
  name: 'lists',
  run: () => onEachStore(measure),
};

async function measure({ name, create }: StoreKind): Promise<Result[]> {
  const results: Result[] = [];
  for (const flags of FLEETS) {
    const { first, pages, counted, bytes, summaries } = await runProgram<Figures>(
      PROGRAM,
      [flags],
      await create(),
    );
    const add = (what: string, ours: number, peer: number, unit: Result['unit']) =>
      results.push({
        what: `list of ${flags.toLocaleString('en')} flags, ${name}: ${what}`,
        ours,
        peer,
        unit,
        against: 'the limit',
        goal: { atMost: 1 },
      });
    add('a search, sort or page, p99', quantile(pages, 0.99), PAGE_LIMIT_MS, 'ms');
    add('the same with all counts, p99', quantile(counted, 0.99), PAGE_LIMIT_MS, 'ms');
    add('first page after the start', first, FIRST_LIMIT_MS, 'ms');
    add('largest answer, not compressed', bytes / 1000, LIMIT_KB, 'kB');
    add('summaries at 3,333 reports/s', summaries, SUMMARY_LIMIT_CORES, 'cores');
  }
  return results;
}
