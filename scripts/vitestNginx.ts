import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findNginx } from './nginx.mjs';

/**
 * A file that says why the nginx tests were skipped. `npm test` prints the reason in its last line.
 * The file does not exist if the tests ran.
 */
const MISSING = path.resolve(import.meta.dirname, '../.cache/nginx-missing');

/**
 * Vitest's globalSetup: records whether nginx is missing. If it is, tests that need nginx are
 * skipped.
 */
export default function setup(): void {
  rmSync(MISSING, { force: true });
  if (findNginx() !== null) return;
  const reason = 'no nginx is installed here';
  // CI must not skip these tests.
  if (process.env.CI) throw new Error(`No nginx for the tests: ${reason}`);
  mkdirSync(path.dirname(MISSING), { recursive: true });
  writeFileSync(MISSING, reason);
}
