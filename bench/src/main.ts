import os from 'node:os';
import { type Benchmark, type Result, table } from './result.ts';
import { acknowledged } from './rows/acknowledged.ts';
import { backgroundJobs } from './rows/backgroundJobs.ts';
import { bulkImport } from './rows/bulkImport.ts';
import { consolePage } from './rows/console.ts';
import { durable } from './rows/durable.ts';
import { fanout } from './rows/fanout.ts';
import { halfStaff } from './rows/halfStaff.ts';
import { halfStaffPages } from './rows/halfStaffPages.ts';
import { history } from './rows/history.ts';
import { hostile } from './rows/hostile.ts';
import { idle } from './rows/idle.ts';
import { lists } from './rows/lists.ts';
import { nationalOrder } from './rows/nationalOrder.ts';
import { orderReader } from './rows/orderReader.ts';
import { poles } from './rows/poles.ts';
import { product } from './rows/product.ts';
import { rules } from './rows/rules.ts';
import { start } from './rows/start.ts';
import { transactions } from './rows/transactions.ts';
import { window } from './rows/window.ts';

const BENCHMARKS: readonly Benchmark[] = [
  acknowledged,
  durable,
  rules,
  fanout,
  window,
  transactions,
  halfStaff,
  idle,
  start,
  history,
  poles,
  product,
  consolePage,
  backgroundJobs,
  nationalOrder,
  lists,
  halfStaffPages,
  bulkImport,
  orderReader,
  hostile,
];

/**
 * Runs all benchmarks for `npm run bench`, or only the named ones for `npm run bench -- NAME …`.
 */
async function main(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown !== undefined) {
    const known = BENCHMARKS.map(({ name }) => name).join(', ');
    console.error(`Unknown benchmark "${unknown}". Available: ${known}.`);
    process.exitCode = 1;
    return;
  }
  const results: Result[] = [];
  const failed: string[] = [];
  for (const benchmark of BENCHMARKS) {
    if (names.length > 0 && !names.includes(benchmark.name)) continue;
    console.error(`${benchmark.name}…`);
    try {
      results.push(...(await benchmark.run()));
    } catch (error) {
      // Other benchmarks have taken minutes, so a failed one must not discard their results.
      console.error(error);
      failed.push(benchmark.name);
    }
  }
  const load = os.loadavg()[0]?.toFixed(1);
  console.log(
    `Node ${process.version}, ${os.cpus().length} cores, load ${load}; medians of runs in turn.\n`,
  );
  console.log(table(results));
  if (failed.length === 0) return;
  console.error(`\nFailed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

await main(process.argv.slice(2));
