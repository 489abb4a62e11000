import { type BackupReport, backupReport } from '@halyard/domain';
import type { Database } from '../../../platform/database/database.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';

/** Rows of `settings`: what the process that makes the backups reports, and what it is asked for. */
const REPORT = 'backup.report';
const REQUEST = 'backup.request';
/** Milliseconds after which nobody waits for a backup any more that was asked for. */
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

/** The latest report; null where no process has made one that this version can read. */
export async function findReport(queries: Queries): Promise<BackupReport | null> {
  const text = await readRow(queries, REPORT);
  const read = backupReport.safeParse(text === null ? null : JSON.parse(text));
  return read.success ? read.data : null;
}

/** Asks the process that makes the backups for one. @param now epoch milliseconds */
export const requestBackup = (queries: Queries, now: number): Promise<void> =>
  writeRow(queries, REQUEST, String(now));

const isOpen = (request: string | null, now: number) =>
  request !== null && now - Number(request) < REQUEST_MS;

/** Whether a backup was asked for that is neither made nor has failed. @param now epoch milliseconds */
export async function isRequested(queries: Queries, now: number): Promise<boolean> {
  return isOpen(await readRow(queries, REQUEST), now);
}

/** How the process that makes the backups is reached by those that show them. */
export interface BackupDesk {
  /** The open request for a backup; null if there is none. @param now epoch milliseconds */
  openRequest(now: number): Promise<string | null>;
  /** Removes this request, once its backup was made or has failed. */
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
