import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Benchmark, quantile, type Result } from '../result.ts';

/** The program that takes the measurements, run from its source. */
const PROGRAM = fileURLToPath(
  new URL('../../../apps/server/src/features/halfStaff/testing/nationalOrder.ts', import.meta.url),
);
/** The numbers of poles, and the time limit in seconds until each of them has its command. */
const FLEETS = [
  [10_000, 10],
  [100_000, 60],
] as const;
/** Longest delay in ms that users perceive as instant. The move itself takes seconds. */
const MANUAL_LIMIT_MS = 500;

interface Figures {
  seconds: number;
  manual: number[];
}

/**
 * Measures a national half-staff order for all poles, which are online, and one user's commands at
 * the same time.
 */
export const nationalOrder: Benchmark = {
  name: 'national-order',
  async run() {
    const results: Result[] = [];
    for (const [poles, limit] of FLEETS) {
      const { seconds, manual } = await measured(poles);
      const many = `${poles.toLocaleString('en')} online poles`;
      const against = { against: 'the limit', goal: { atMost: 1 } } as const;
      results.push(
        {
          what: `national order, approved until ${many} have their command`,
          ours: seconds,
          peer: limit,
          unit: 's',
          ...against,
        },
        {
          what: `national order for ${many}: one user’s command meanwhile, stored, p99`,
          ours: quantile(manual, 0.99),
          peer: MANUAL_LIMIT_MS,
          unit: 'ms',
          ...against,
        },
      );
    }
    return results;
  },
};

function measured(poles: number): Promise<Figures> {
  const child = fork(PROGRAM, [String(poles)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (figures) => resolve(figures as Figures));
    child.once('exit', (code) => reject(new Error(`The measurement ended with ${code}`)));
  });
}
