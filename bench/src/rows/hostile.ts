import { runProgram } from '../program.ts';
import { type Benchmark, quantile, type Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

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
  run: () => onEachStore(measure),
};

async function measure({ name, create }: StoreKind): Promise<Result[]> {
  const {
    quiet,
    hostile: attacked,
    memory,
  } = await runProgram<Figures>(PROGRAM, [SECONDS], await create());
  return [
    {
      what: `GET /api/flags of another tenant under attack, ${name}, p99`,
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
      what: `memory of the server under attack, ${name}`,
      ours: memory / 1e9,
      peer: MEMORY_LIMIT_GB,
      against: 'the limit',
      goal: { atMost: 1 },
      unit: 'GB',
    },
  ];
}
