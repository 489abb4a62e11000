import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Benchmark, quantile, type Result } from '../result.ts';

/** The program that takes the measurements, run from its source. */
const PROGRAM = fileURLToPath(
  new URL(
    '../../../apps/server/src/features/fleet/directory/testing/manyFlags.ts',
    import.meta.url,
  ),
);
const FLEETS = [25_000, 100_000];
const PAGE_LIMIT_MS = 300;
/** The maximum time that a server with 100,000 flags may take to start, in ms. */
const FIRST_LIMIT_MS = 8000;
const LIMIT_KB = 100;
/** The maximum share of a core that summaries may take at 3,333 reports per second. */
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
  async run() {
    const results: Result[] = [];
    for (const flags of FLEETS) {
      const { first, pages, counted, bytes, summaries } = await measured(flags);
      const add = (what: string, ours: number, peer: number, unit: Result['unit']) =>
        results.push({
          what: `list of ${flags.toLocaleString('en')} flags: ${what}`,
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
  },
};

function measured(flags: number): Promise<Figures> {
  const child = fork(PROGRAM, [String(flags)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (figures) => resolve(figures as Figures));
    child.once('exit', (code) => reject(new Error(`The measurement ended with ${code}`)));
  });
}
