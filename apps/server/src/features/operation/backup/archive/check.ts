import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** The maximum number of faults that a database check lists. */
const MAX_FAULTS = 20;

/**
 * Returns the faults in a SQLite database: damaged pages, and references to rows that do not exist.
 */
export function faultsOf(database: DatabaseSyncInstance): string[] {
  const pages = database.prepare(`pragma integrity_check(${MAX_FAULTS})`).all() as {
    integrity_check: string;
  }[];
  const damaged = pages.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  // Do not run any more queries on a damaged file.
  if (damaged.length > 0) return damaged;
  const dangling = database.prepare('pragma foreign_key_check').all() as {
    table: string;
    parent: string;
  }[];
  return dangling
    .slice(0, MAX_FAULTS)
    .map(
      ({ table, parent }) => `A row of ${table} refers to a row of ${parent} that does not exist.`,
    );
}

/** Returns the schema version stored in a SQLite database; 0 if the database has none. */
export function versionOf(database: DatabaseSyncInstance): number {
  const has = database
    .prepare("select 1 from sqlite_master where type = 'table' and name = 'schema_version'")
    .get();
  if (!has) return 0;
  const row = database.prepare('select version from schema_version').get() as
    | { version: unknown }
    | undefined;
  return typeof row?.version === 'number' ? row.version : 0;
}
