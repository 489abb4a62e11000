import type { Position } from '@halyard/domain';
import type { Time } from './columns.ts';

/** A period in which the holder watched the poles. Between periods nothing is known about them. */
export interface HistoryWatchTable {
  from_at: Time;
  until_at: Time;
}

/**
 * A change of a pole's state, valid within its recording period. `flag_id` here and below:
 * `flags.id`.
 */
export interface HistoryStateTable {
  flag_id: string;
  at: Time;
  online: boolean;
  position: Position | null;
}

/** Voltages of a pole that are not in a day yet. `volts` here and below is `pack`ed. */
export interface HistoryHourTable {
  /** The start of the hour. */
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
  /** The minutes in a slot: longer for older days. */
  step: number;
  volts: Uint8Array;
  /** Milliseconds, like the other columns. */
  online: number;
  offline: number;
  up: number;
  half: number;
  down: number;
}
