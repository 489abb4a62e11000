import { type Postgres, startPostgres } from './postgres.mjs';

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
  if (postgres.url === null) process.env.TEST_POSTGRES_MISSING = postgres.reason;
  else process.env.TEST_DATABASE_URL = postgres.url;
  return () => postgres.stop();
}
