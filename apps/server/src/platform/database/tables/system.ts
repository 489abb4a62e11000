import type { ColumnType, Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface SettingTable {
  id: string;
  value: string;
}

/**
 * A lease, which allows one process at a time to run the background jobs
 * (`platform/jobs/lease.ts`).
 */
export interface LeaseTable {
  name: string;
  /** The number of the latest term of the lease. Each new holder of the lease increases it. */
  epoch: number;
}

/**
 * One update of several paths in the realtime database. Keys are absolute paths, and a null value
 * deletes the data at its path.
 */
export type RealtimeChanges = Record<string, RealtimeValue>;
export type RealtimeValue = string | number | boolean | null;

/**
 * An import whose records are not visible yet, or a company that is being deleted. The views of
 * companies, locations, flags and users leave out its records.
 */
export interface HiddenTable {
  /** The ID of the hidden import or company. */
  id: string;
  kind: 'import' | 'company';
  at: Time;
}

/** A log entry for a record that was added, changed or deleted. Triggers write these entries. */
export interface RecordChangeTable {
  id: Generated<number>;
  /** The table of the record that changed. */
  kind: string;
  record_id: string;
  /** The time when the record changed, in epoch seconds by the clock of the database. */
  written_at: Generated<number>;
}

export interface OutboxTable {
  id: Generated<number>;
  changes: ColumnType<RealtimeChanges, string, never>;
  created_at: Time;
}
