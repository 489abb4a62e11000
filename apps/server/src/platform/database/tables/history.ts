import type { Position } from '@halyard/domain';
import type { Time } from './columns.ts';

/**
 * A period in which the lease holder recorded the states of the poles. What happened between two
 * such periods is unknown.
 */
export interface HistoryWatchTable {
  from_at: Time;
  until_at: Time;
}

/**
 * A change of a pole's state. The state lasts until the next change or the end of the recording
 * period. Here and below, `flag_id` is `flags.id`.
 */
export interface HistoryStateTable {
  flag_id: string;
  at: Time;
  online: boolean;
  position: Position | null;
}

/**
 * Voltages of a pole that have not been aggregated into days yet. Here and below, `volts` is in the
 * format of `pack`.
 */
export interface HistoryHourTable {
  /** The start of the hour in which the voltages were reported. */
  hour: Time;
  flag_id: string;
  volts: Uint8Array;
}

/** The voltages of a pole in the last 24 hours, one value per hour. */
export interface HistorySparkTable {
  flag_id: string;
  until_at: Time;
  volts: Uint8Array;
}

/** One day in the history of a pole, in the time zone that its location had at that time. */
export interface HistoryDayTable {
  flag_id: string;
  at: Time;
  until_at: Time;
  /** The length in minutes of the time slots in `volts`. Older days have longer time slots. */
  step: number;
  volts: Uint8Array;
  /** How long the pole was online, in ms. The following columns are also in ms. */
  online: number;
  offline: number;
  up: number;
  half: number;
  down: number;
}
