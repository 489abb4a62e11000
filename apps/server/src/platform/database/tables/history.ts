import type { Position } from '@halyard/domain';
import type { Time } from './columns.ts';

/**
 * A period in which the lease holder recorded the poles. Nothing is known about the time between
 * such periods.
 */
export interface HistoryWatchTable {
  from_at: Time;
  until_at: Time;
}

/**
 * A change of a pole's state, valid within its recording period. Here and below, `flag_id` is
 * `flags.id`.
 */
export interface HistoryStateTable {
  flag_id: string;
  at: Time;
  online: boolean;
  position: Position | null;
}

/**
 * A pole's voltages that have not been combined into a day yet. Here and below, `volts` is packed
 * by `pack`.
 */
export interface HistoryHourTable {
  /** The start of the hour. */
  hour: Time;
  flag_id: string;
  volts: Uint8Array;
}

/** A pole's voltages in the last 24 hours, hour by hour. */
export interface HistorySparkTable {
  flag_id: string;
  until_at: Time;
  volts: Uint8Array;
}

/** One day of a pole's history, in the time zone that its location had at that time. */
export interface HistoryDayTable {
  flag_id: string;
  at: Time;
  until_at: Time;
  /** The length of a slot in minutes. It is greater for older days. */
  step: number;
  volts: Uint8Array;
  /** How long the pole was online, in ms, like the following columns. */
  online: number;
  offline: number;
  up: number;
  half: number;
  down: number;
}
