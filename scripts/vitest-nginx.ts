import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findNginx } from './nginx.mjs';

/** Why the tests behind nginx were not run, for the last line of `npm test`; absent where they were. */
const MISSING = path.resolve(import.meta.dirname, '../.cache/nginx-missing');

/** Vitest's globalSetup: says where there is no nginx; tests that need it are skipped then. */
export default function setup(): void {
  rmSync(MISSING, { force: true });
  if (findNginx() !== null) return;
  const reason = 'no nginx is installed here';
  // CI never goes without.
  if (process.env.CI) throw new Error(`No nginx for the tests: ${reason}`);
  mkdirSync(path.dirname(MISSING), { recursive: true });
  writeFileSync(MISSING, reason);
}
