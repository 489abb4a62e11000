import type { ColumnType, Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface SettingTable {
  id: string;
  value: string;
}

/** A lease, held by one of the processes (`platform/jobs/lease.ts`). */
export interface LeaseTable {
  name: string;
  /** The number of the latest term, which grows with each new holder. */
  epoch: number;
}

/**
 * One multi-path update of the realtime database. Keys are absolute paths; the value null removes
 * the node.
 */
export type RealtimeChanges = Record<string, RealtimeValue>;
export type RealtimeValue = string | number | boolean | null;

/** A record that was added, changed or deleted. Triggers write these rows. */
export interface ListChangeTable {
  id: Generated<number>;
  /** The record's table. */
  kind: string;
  record_id: string;
  /** Epoch seconds by the database's clock. */
  written_at: Generated<number>;
}

export interface OutboxTable {
  id: Generated<number>;
  changes: ColumnType<RealtimeChanges, string, never>;
  created_at: Time;
}
