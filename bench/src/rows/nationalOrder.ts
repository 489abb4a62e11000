import { runProgram } from '../program.ts';
import { type Benchmark, quantile, type Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

const PROGRAM = 'features/halfStaff/testing/nationalOrder.ts';
/**
 * The fleets to measure: the number of poles, and the time limit in seconds for sending a command
 * to each of them.
 */
const FLEETS = [
  [10_000, 10],
  [100_000, 60],
] as const;
/**
 * The longest time in ms that a pole may take to react to a user's command. This delay still feels
 * instant, because the move itself takes seconds.
 */
const MANUAL_LIMIT_MS = 500;

interface Figures {
  seconds: number;
  manual: number[];
}

/**
 * Measures how long it takes to send every online pole its command for a national half-staff order,
 * and how long users' own commands take in the meantime.
 */
export const nationalOrder: Benchmark = {
  name: 'national-order',
  run: () => onEachStore(measure),
};

async function measure({ name, create }: StoreKind): Promise<Result[]> {
  const results: Result[] = [];
  for (const [poles, limit] of FLEETS) {
    const { seconds, manual } = await runProgram<Figures>(PROGRAM, [poles], await create());
    const many = `${poles.toLocaleString('en')} online poles`;
    const against = { against: 'the limit', goal: { atMost: 1 } } as const;
    results.push(
      {
        what: `national order, approved until ${many} have their command, ${name}`,
        ours: seconds,
        peer: limit,
        unit: 's',
        ...against,
      },
      {
        what: `national order for ${many}: one user’s command meanwhile, stored, p99, ${name}`,
        ours: quantile(manual, 0.99),
        peer: MANUAL_LIMIT_MS,
        unit: 'ms',
        ...against,
      },
    );
  }
  return results;
}
