import { runProgram } from '../program.ts';
import { type Benchmark, quantile, type Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

const PROGRAM = 'features/halfStaff/testing/requestsOfManyPoles.ts';
const SIZES = [25_000, 100_000];
/** Maximum time in ms that one request may block all other requests. */
const TURN_LIMIT_MS = 20;
const PAGE_LIMIT_MS = 300;
const REPORT_LIMIT_MB = 100;

interface Figures {
  requests: { what: string; ms: number; longestTurn: number }[];
  pages: number[];
  reportMb: number;
}

/**
 * Measures the server's CPU time for the requests of the Half-Staff and Compliance pages while an
 * order applies to 25,000 and to 100,000 poles.
 */
export const halfStaffPages: Benchmark = {
  name: 'half-staff-pages',
  run: () => onEachStore(measure),
};

async function measure(store: StoreKind): Promise<Result[]> {
  const results: Result[] = [];
  for (const poles of SIZES) results.push(...(await measureSize(store, poles)));
  return results;
}

async function measureSize({ name, create }: StoreKind, poles: number): Promise<Result[]> {
  const { requests, pages, reportMb } = await runProgram<Figures>(PROGRAM, [poles], await create());
  const results: Result[] = [];
  const add = (what: string, ours: number, peer: number, unit: Result['unit']) =>
    results.push({
      what: `half-staff of ${poles.toLocaleString('en')} poles, ${name}: ${what}`,
      ours,
      peer,
      unit,
      against: 'the limit',
      goal: { atMost: 1 },
    });
  const first = requests.findIndex(({ what }) => what === 'compliance, first page');
  for (const { what, longestTurn } of requests.slice(0, first + 1))
    add(`longest turn of: ${what}`, longestTurn, TURN_LIMIT_MS, 'ms');
  const later = requests.slice(first + 1).map(({ longestTurn }) => longestTurn);
  add('longest turn of: compliance, other pages and CSV', Math.max(...later), TURN_LIMIT_MS, 'ms');
  add('compliance, a search, sort or page, p99', quantile(pages, 0.99), PAGE_LIMIT_MS, 'ms');
  add('compliance, heap of the report', reportMb, REPORT_LIMIT_MB, 'MB');
  return results;
}
