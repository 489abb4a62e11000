import type { ColumnType, Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface SettingTable {
  id: string;
  value: string;
}

/** A lease that one process holds (`platform/jobs/lease.ts`). */
export interface LeaseTable {
  name: string;
  /** The number of the latest term of the lease. Each new holder increases it. */
  epoch: number;
}

/**
 * One update of several paths in the realtime database. Keys are absolute paths. A null value
 * removes the path.
 */
export type RealtimeChanges = Record<string, RealtimeValue>;
export type RealtimeValue = string | number | boolean | null;

/**
 * An import whose records are not shown yet, or a company whose records are being deleted. The
 * views of companies, locations, flags and users leave its records out.
 */
export interface HiddenTable {
  /** The import's or the company's ID. */
  id: string;
  kind: 'import' | 'company';
  at: Time;
}

/** A record that was added, changed or deleted. Triggers write these rows. */
export interface RecordChangeTable {
  id: Generated<number>;
  /** The table of the record. */
  kind: string;
  record_id: string;
  /** When the change was written, in epoch seconds by the clock of the database. */
  written_at: Generated<number>;
}

export interface OutboxTable {
  id: Generated<number>;
  changes: ColumnType<RealtimeChanges, string, never>;
  created_at: Time;
}
