import path from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { openSqlite } from '../../../../platform/database/engines/sqlite.ts';
import { DATABASES } from '../archive/files.ts';

/** Every row of every table, and every value of the realtime tree. */
export interface Content {
  tables: Map<string, string[]>;
  leaves: Map<string, string>;
}

/** The columns that background jobs write at any time. Comparisons ignore them. */
const NOTED = ['last_used_at'];

/** The rows of `settings` that background jobs rewrite at any time. */
const BY_JOBS = ['backup.report', 'backup.request', 'retention.time'];

/** The tables that background jobs rewrite and clean up at any time. */
export const REWRITTEN: ReadonlySet<string> = new Set([
  'outbox',
  'outgoing_mails',
  'alerts',
  'command_origins',
  'engine_poles',
  'history_days',
  'history_hours',
  'history_sparks',
  'history_states',
  'history_watches',
  'webhook_deliveries',
]);

export function rowsOf(database: DatabaseSyncInstance): Map<string, string[]> {
  const names = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all() as { name: string }[];
  return new Map(
    names.map(({ name }) => {
      const rows = database.prepare(`select * from "${name}"`).all() as Record<string, unknown>[];
      const kept = rows.filter(({ id }) => !BY_JOBS.includes(String(id)));
      const texts = kept.map((row) =>
        JSON.stringify(row, (key, value) => (NOTED.includes(key) ? undefined : value)),
      );
      return [name, texts.sort()];
    }),
  );
}

export function leavesOf(database: DatabaseSyncInstance): Map<string, string> {
  const rows = database.prepare('select path, value from node').all() as {
    path: string;
    value: string;
  }[];
  return new Map(rows.map((row) => [row.path, row.value]));
}

/** Returns the content of a data folder. Halyard may be using the folder. */
export async function contentOf(dataDir: string): Promise<Content> {
  const tables = await openSqlite(path.join(dataDir, DATABASES.tables));
  const tree = await openSqlite(path.join(dataDir, DATABASES.tree));
  try {
    return { tables: rowsOf(tables), leaves: leavesOf(tree) };
  } finally {
    tables.close();
    tree.close();
  }
}
