import type { Position } from '@halyard/domain';
import type { Time } from './columns.ts';

/** A time in which the leader watched the poles. Between two of them nothing is known of any. */
export interface HistoryWatchTable {
  from_at: Time;
  until_at: Time;
}

/** What became of a pole, valid within its watch. `flag_id` here and below: `flags.id`. */
export interface HistoryStateTable {
  flag_id: string;
  at: Time;
  online: boolean;
  position: Position | null;
}

/** Voltages of a pole that are in no day so far; `volts` here and below: `pack`ed. */
export interface HistoryHourTable {
  /** Its begin. */
  hour: Time;
  flag_id: string;
  volts: Uint8Array;
}

/** The last 24 hours of each pole, hour by hour. */
export interface HistorySparkTable {
  flag_id: string;
  until_at: Time;
  volts: Uint8Array;
}

/** One day of a pole, by its location's clock at the time. */
export interface HistoryDayTable {
  flag_id: string;
  at: Time;
  until_at: Time;
  /** Minutes of a slot: the older, the longer. */
  step: number;
  volts: Uint8Array;
  /** Milliseconds, as are the others. */
  online: number;
  offline: number;
  up: number;
  half: number;
  down: number;
}
