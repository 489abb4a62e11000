import type { ColumnType, Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface SettingTable {
  id: string;
  value: string;
}

/** One multi-path update of the realtime database: absolute paths; null removes. */
export type RealtimeChanges = Record<string, RealtimeValue>;
export type RealtimeValue = string | number | boolean | null;

export interface OutboxTable {
  id: Generated<number>;
  changes: ColumnType<RealtimeChanges, string, never>;
  created_at: Time;
}
