import { runProgram } from '../program.ts';
import type { Benchmark, Result } from '../result.ts';
import { onEachStore, type StoreKind } from '../stores.ts';

const PROGRAM = 'features/halfStaff/testing/backgroundJobs.ts';
const FLEETS = [25_000, 100_000];
const FIRST_LIMIT_SECONDS = 8;
/** The maximum share of a CPU core that the background jobs may use. */
const IDLE_LIMIT_CORES = 0.25;
const EVALUATION_LIMIT_SECONDS = 1;
const LONGEST_LIMIT_MS = 20;
const MEMORY_LIMIT_MB = 500;

interface Figures {
  first: number;
  idle: number;
  evaluation: number;
  longest: number;
  memory: number;
}

/**
 * Measures the background jobs that watch poles: autopilot, alerts, history and webhooks. Each pole
 * reports every 30 seconds.
 */
export const backgroundJobs: Benchmark = {
  name: 'background-jobs',
  run: () => onEachStore(measure),
};

async function measure({ name, create }: StoreKind): Promise<Result[]> {
  const results: Result[] = [];
  for (const flags of FLEETS) {
    const { first, idle, evaluation, longest, memory } = await runProgram<Figures>(
      PROGRAM,
      [flags],
      await create(),
    );
    const add = (what: string, ours: number, peer: number, unit: Result['unit']) =>
      results.push({
        what: `background jobs, ${flags.toLocaleString('en')} flags, ${name}: ${what}`,
        ours,
        peer,
        unit,
        against: 'the limit',
        goal: { atMost: 1 },
      });
    add('first check of all poles', first, FIRST_LIMIT_SECONDS, 's');
    add('CPU while poles report', idle, IDLE_LIMIT_CORES, 'cores');
    add('CPU of one evaluation of all poles', evaluation, EVALUATION_LIMIT_SECONDS, 's');
    add('the longest wait for others during it', longest, LONGEST_LIMIT_MS, 'ms');
    add('memory', memory, MEMORY_LIMIT_MB, 'MB');
  }
  return results;
}
