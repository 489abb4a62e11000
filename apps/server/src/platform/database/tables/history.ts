import type { Position } from '@halyard/domain';
import type { Time } from './columns.ts';

/**
 * A period when the server recorded the states of the poles. Their states between two such periods
 * are unknown.
 */
export interface HistoryWatchTable {
  from_at: Time;
  until_at: Time;
}

/**
 * A change of a pole's state. The state lasts until the next change or until recording stops. In
 * all history tables, `flag_id` is `flags.id`.
 */
export interface HistoryStateTable {
  flag_id: string;
  at: Time;
  online: boolean;
  position: Position | null;
}

/**
 * The voltages that a pole reported in one hour. They are kept until they are combined into rows
 * for whole days. In all history tables, `volts` is in the format of `pack`.
 */
export interface HistoryHourTable {
  /** The start of the hour when the voltages were reported. */
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

/** One day in a pole's history, in the time zone that its location had at that time. */
export interface HistoryDayTable {
  flag_id: string;
  at: Time;
  until_at: Time;
  /**
   * The length in minutes of the time slots in a day's `volts`. Older days have longer time slots.
   */
  step: number;
  volts: Uint8Array;
  /** How long the pole was online on this day, in ms. The following columns are also in ms. */
  online: number;
  offline: number;
  up: number;
  half: number;
  down: number;
}
