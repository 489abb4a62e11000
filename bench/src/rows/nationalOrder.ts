import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Benchmark, quantile } from '../result.ts';

/** The program that takes the measurements, run from its source. */
const PROGRAM = fileURLToPath(
  new URL('../../../apps/server/src/features/halfStaff/testing/nationalOrder.ts', import.meta.url),
);
const REACH_LIMIT_SECONDS = 10;
/** Longest delay in ms that users perceive as instant. The move itself takes seconds. */
const MANUAL_LIMIT_MS = 500;

interface Figures {
  seconds: number;
  manual: number[];
}

/**
 * Measures a national half-staff order for 10,000 online poles, and one user's commands at the same
 * time.
 */
export const nationalOrder: Benchmark = {
  name: 'national-order',
  async run() {
    const { seconds, manual } = await measured();
    const limit = { against: 'the limit', goal: { atMost: 1 } } as const;
    return [
      {
        what: 'national order, approved until 10,000 online poles have their command',
        ours: seconds,
        peer: REACH_LIMIT_SECONDS,
        unit: 's',
        ...limit,
      },
      {
        what: 'the same: one user’s command in the meantime, stored, p99',
        ours: quantile(manual, 0.99),
        peer: MANUAL_LIMIT_MS,
        unit: 'ms',
        ...limit,
      },
    ];
  },
};

function measured(): Promise<Figures> {
  const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (figures) => resolve(figures as Figures));
    child.once('exit', (code) => reject(new Error(`The measurement ended with ${code}`)));
  });
}
