import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Postgres, startPostgres } from './postgres.mjs';

/** Why the tests on PostgreSQL were not run, for the last line of `npm test`; absent where they were. */
const MISSING = path.resolve(import.meta.dirname, '../.cache/postgres-missing');

/** Shared by all projects of one run: each loads this file on its own, in one process. */
const shared = globalThis as { halyardPostgres?: Promise<Postgres> };

/**
 * Vitest's globalSetup: one PostgreSQL per run, found by tests in `TEST_DATABASE_URL`; where there
 * is none, `TEST_POSTGRES_MISSING` says why, and tests that need it are skipped.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const first = shared.halyardPostgres === undefined;
  shared.halyardPostgres ??= startPostgres();
  const postgres = await shared.halyardPostgres;
  if (!first) return undefined;
  rmSync(MISSING, { force: true });
  if (postgres.url === null) {
    // CI never goes without.
    if (process.env.CI) throw new Error(`No PostgreSQL for the tests: ${postgres.reason}`);
    process.env.TEST_POSTGRES_MISSING = postgres.reason;
    mkdirSync(path.dirname(MISSING), { recursive: true });
    writeFileSync(MISSING, postgres.reason);
  } else {
    process.env.TEST_DATABASE_URL = postgres.url;
  }
  return () => postgres.stop();
}
