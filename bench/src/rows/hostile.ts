import { runProgram } from '../program.ts';
import { type Benchmark, quantile } from '../result.ts';

const PROGRAM = 'realtime/testing/hostile.ts';
/** Duration of the attack in seconds. `HOSTILE_SECONDS` shortens it for a quick test. */
const SECONDS = Number(process.env.HOSTILE_SECONDS ?? 300);
const MEMORY_LIMIT_GB = 1;

interface Figures {
  quiet: number[];
  hostile: number[];
  memory: number;
}

/**
 * Measures how one hostile user and one hostile IP address affect other tenants and the server's
 * memory.
 */
export const hostile: Benchmark = {
  name: 'hostile',
  async run() {
    const { quiet, hostile: attacked, memory } = await runProgram<Figures>(PROGRAM, [SECONDS]);
    return [
      {
        what: 'GET /api/flags of another tenant under attack, p99',
        ours: quantile(attacked, 0.99),
        peer: quantile(quiet, 0.99),
        against: 'the same before the attack',
        goal: { atMost: 2 },
        unit: 'ms',
      },
      {
        what: 'the same: median',
        ours: quantile(attacked, 0.5),
        peer: quantile(quiet, 0.5),
        against: 'the same before the attack',
        unit: 'ms',
      },
      {
        what: 'memory of the server under attack',
        ours: memory / 1e9,
        peer: MEMORY_LIMIT_GB,
        against: 'the limit',
        goal: { atMost: 1 },
        unit: 'GB',
      },
    ];
  },
};
