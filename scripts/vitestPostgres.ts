import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Postgres, startPostgres } from './postgres.mjs';

/**
 * A file that says why the PostgreSQL tests were skipped. `npm test` prints the reason in its last
 * line. The file does not exist if the tests ran.
 */
const MISSING = path.resolve(import.meta.dirname, '../.cache/postgres-missing');

/**
 * The PostgreSQL server, shared by all projects of a run. Each project loads this file separately,
 * in the same process.
 */
const shared = globalThis as { halyardPostgres?: Promise<Postgres> };

/**
 * Vitest's globalSetup: starts one PostgreSQL per run and passes its URL to the tests in
 * `TEST_DATABASE_URL`. If PostgreSQL is missing, `TEST_POSTGRES_MISSING` says why, and tests that
 * need it are skipped.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const first = shared.halyardPostgres === undefined;
  shared.halyardPostgres ??= startPostgres();
  const postgres = await shared.halyardPostgres;
  if (!first) return undefined;
  rmSync(MISSING, { force: true });
  if (postgres.url === null) {
    // CI must not skip these tests.
    if (process.env.CI) throw new Error(`No PostgreSQL for the tests: ${postgres.reason}`);
    process.env.TEST_POSTGRES_MISSING = postgres.reason;
    mkdirSync(path.dirname(MISSING), { recursive: true });
    writeFileSync(MISSING, postgres.reason);
  } else {
    process.env.TEST_DATABASE_URL = postgres.url;
  }
  return () => postgres.stop();
}
