import { createRequire } from 'node:module';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { makePrivate } from './privateFile.ts';

/**
 * Opens a database file that only its owner may read. Uses Node's own SQLite driver from Node 24.15
 * on, and a bundled driver with the same API before that.
 */
export function openSqlite(file: string): DatabaseSyncInstance {
  const require = createRequire(import.meta.url);
  const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];
  const builtIn = major > 24 || (major === 24 && minor >= 15);
  const driver = require(builtIn ? 'node:sqlite' : '@photostructure/sqlite') as {
    DatabaseSync: new (file: string) => DatabaseSyncInstance;
  };
  makePrivate(file);
  return new driver.DatabaseSync(file);
}
