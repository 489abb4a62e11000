import type { ActivityKind } from '@halyard/domain';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Database } from '../../platform/database/database.ts';
import { AT_THE_SERVER, activityRow, type NewActivity, recordActivityOf } from './record.ts';

const entryOf = (kind: ActivityKind, file: string, createdAt: string): NewActivity => ({
  kind,
  companyId: null,
  subject: file,
  detail: { about: `data of ${createdAt}` },
});

/**
 * Adds an activity log entry for a backup that an operator made with a command on the server.
 * @param createdAt when the data in the backup was copied, from its manifest
 * @param now epoch milliseconds
 */
export function recordBackup(
  db: Database,
  { file, createdAt }: { file: string; createdAt: string },
  now: number,
): Promise<void> {
  const entry = entryOf('backup.made', file, createdAt);
  return db.transaction((trx) => recordActivityOf(trx, AT_THE_SERVER, now, entry));
}

/**
 * After a backup is restored into PostgreSQL, adds an entry about this to the restored activity
 * log.
 * @param createdAt when the data in the backup was copied, in ISO 8601
 * @param now epoch milliseconds
 */
export function recordDumpRestore(
  db: Database,
  { file, createdAt }: { file: string; createdAt: string },
  now: number,
): Promise<void> {
  const entry = entryOf('backup.restored', file, createdAt);
  return db.transaction((trx) => recordActivityOf(trx, AT_THE_SERVER, now, entry));
}

/**
 * After a backup is restored into SQLite, adds an entry about this to the restored activity log.
 * Writes to the table directly, because the table may have an older schema.
 * @param createdAt when the data in the backup was copied, from its manifest
 * @param now epoch milliseconds
 */
export function recordRestore(
  tables: DatabaseSyncInstance,
  { file, createdAt }: { file: string; createdAt: string },
  now: number,
): void {
  const columns = tables.prepare("select name from pragma_table_info('activity')").all();
  const entry = entryOf('backup.restored', file, createdAt);
  const row = Object.entries(activityRow(AT_THE_SERVER, now, entry, null));
  const known = row.filter(([column]) => columns.some((one) => Object(one).name === column));
  // Schemas before version 14 have no activity log.
  if (known.length === 0) return;
  const names = known.map(([column]) => column).join(', ');
  const places = known.map(() => '?').join(', ');
  tables
    .prepare(`insert into activity (${names}) values (${places})`)
    .run(...known.map(([, value]) => sqliteValue(value)));
}

const sqliteValue = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? value : null;
