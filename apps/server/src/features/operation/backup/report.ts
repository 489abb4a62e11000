import { type BackupReport, backupReport } from '@halyard/domain';
import type { Database } from '../../../platform/database/database.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';

/** The key in `settings` for the latest report from the process that makes backups. */
const REPORT = 'backup.report';
/** The key in `settings` for a request to the process that makes backups. */
const REQUEST = 'backup.request';
/** The time in ms after which a request for a backup expires. */
const REQUEST_MS = 15 * 60_000;

async function readRow(queries: Queries, id: string): Promise<string | null> {
  const row = await queries
    .selectFrom('settings')
    .select('value')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.value ?? null;
}

async function writeRow(queries: Queries, id: string, value: string): Promise<void> {
  await queries
    .insertInto('settings')
    .values({ id, value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
    .execute();
}

/**
 * Returns the latest report about backups. Null if there is no report, or if this version of
 * Halyard cannot read it.
 */
export async function findReport(queries: Queries): Promise<BackupReport | null> {
  const text = await readRow(queries, REPORT);
  const read = backupReport.safeParse(text === null ? null : JSON.parse(text));
  return read.success ? read.data : null;
}

/** Asks the process that makes backups to make one. @param now epoch milliseconds */
export const requestBackup = (queries: Queries, now: number): Promise<void> =>
  writeRow(queries, REQUEST, String(now));

const isOpen = (request: string | null, now: number) =>
  request !== null && now - Number(request) < REQUEST_MS;

/**
 * Whether a backup that a user requested is still pending.
 * @param now epoch milliseconds
 */
export async function isRequested(queries: Queries, now: number): Promise<boolean> {
  return isOpen(await readRow(queries, REQUEST), now);
}

/**
 * Passes requests and reports between the process that makes backups and the processes that show
 * the backup status.
 */
export interface BackupDesk {
  /**
   * Returns the pending request for a backup. Null if there is none.
   * @param now epoch milliseconds
   */
  openRequest(now: number): Promise<string | null>;
  /** Deletes the request for a backup after the backup was made or failed. */
  closeRequest(request: string): Promise<void>;
  report(report: BackupReport): Promise<void>;
}

export const backupDesk = ({ queries }: Database): BackupDesk => ({
  async openRequest(now) {
    const request = await readRow(queries, REQUEST);
    return isOpen(request, now) ? request : null;
  },
  async closeRequest(request) {
    await queries
      .deleteFrom('settings')
      .where('id', '=', REQUEST)
      .where('value', '=', request)
      .execute();
  },
  report: (report) => writeRow(queries, REPORT, JSON.stringify(report)),
});
