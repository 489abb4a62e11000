import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createDatabase, startPostgres } from '../../../scripts/postgres.mjs';
import { type Benchmark, quantile, type Result } from '../result.ts';

/** The program that measures imports, run from its TypeScript source. */
const PROGRAM = fileURLToPath(
  new URL('../../../apps/server/src/features/importExport/testing/manyLines.ts', import.meta.url),
);
const FLEETS = [25_000, 100_000];
const WRITERS_LIMIT_MS = 100;
const TOTAL_LIMIT_SECONDS = 600;

interface Figures {
  seconds: number;
  checkSeconds: number;
  shownSeconds: number;
  quiet: number[];
  times: number[];
}

/** Measures imports of many flags, and how long other users' changes take during an import. */
export const bulkImport: Benchmark = {
  name: 'import',
  async run() {
    const results: Result[] = [];
    const postgres = await startPostgres();
    try {
      for (const flags of FLEETS) {
        results.push(...(await rowsOf(flags, 'SQLite', null)));
        if (postgres.url === null) console.error(`Without PostgreSQL: ${postgres.reason}`);
        else results.push(...(await rowsOf(flags, 'PostgreSQL', postgres.url)));
      }
    } finally {
      await postgres.stop();
    }
    return results;
  },
};

async function rowsOf(flags: number, engine: string, server: string | null): Promise<Result[]> {
  const database = server === null ? null : await createDatabase(server);
  try {
    const { seconds, quiet, times } = await measured(flags, database?.url ?? '');
    const what = `import of ${flags.toLocaleString('en')} flags on ${engine}`;
    const limit = { against: 'the limit', goal: { atMost: 1 } } as const;
    const p99 = quantile(times, 0.99);
    return [
      {
        what: `${what}, dry run included`,
        ours: seconds,
        peer: TOTAL_LIMIT_SECONDS,
        unit: 's',
        ...limit,
      },
      {
        what: `${what}: changes of others, p99`,
        ours: p99,
        peer: WRITERS_LIMIT_MS,
        unit: 'ms',
        ...limit,
      },
      {
        what: `${what}: changes of others, p99`,
        ours: p99,
        peer: quantile(quiet, 0.99),
        against: 'without an import',
        unit: 'ms',
      },
    ];
  } finally {
    await database?.drop();
  }
}

function measured(flags: number, databaseUrl: string): Promise<Figures> {
  const args = databaseUrl === '' ? [String(flags)] : [String(flags), databaseUrl];
  const child = fork(PROGRAM, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (figures) => resolve(figures as Figures));
    child.once('exit', (code) => reject(new Error(`The measurement ended with ${code}`)));
  });
}
