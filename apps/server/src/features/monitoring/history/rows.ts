import type { Queries } from '../../../platform/database/tables/schema.ts';
import type { StoredSlots } from './charts.ts';
import type { StateRow, Sums, Watch } from './series/periods.ts';
import { HOUR_MS, hourOf } from './series/times.ts';
import { unpack } from './series/voltageSlots.ts';

/** A duration in ms that is longer than any day, including days with 25 hours. */
const LONGEST_DAY_MS = 26 * HOUR_MS;

/**
 * Returns the recording periods that overlap a time range, oldest first. Includes a period that
 * starts exactly when the range ends, because its start marks the end of the previous period.
 */
export async function findWatches(queries: Queries, from: number, until: number): Promise<Watch[]> {
  return queries
    .selectFrom('history_watches')
    .select(['from_at as from', 'until_at as until'])
    .where('until_at', '>', from)
    .where('from_at', '<=', until)
    .orderBy('from_at')
    .execute();
}

/**
 * Returns the last state of a pole before a period, followed by its states in the period, oldest
 * first.
 */
export async function findStates(
  queries: Queries,
  flagId: string,
  from: number,
  until: number,
): Promise<StateRow[]> {
  const states = () =>
    queries
      .selectFrom('history_states')
      .select(['at', 'online', 'position'])
      .where('flag_id', '=', flagId);
  const before = await states().where('at', '<=', from).orderBy('at', 'desc').limit(1).execute();
  const within = await states()
    .where('at', '>', from)
    .where('at', '<', until)
    .orderBy('at')
    .execute();
  return [...before, ...within];
}

/**
 * A pole's history of one day, or of the part of the day when the pole was recorded, combined into
 * one row.
 */
export interface StoredDay extends StoredSlots {
  until: number;
  sums: Sums;
}

/** Returns a pole's daily history rows that overlap a period, oldest first. */
export async function findDays(
  queries: Queries,
  flagId: string,
  from: number,
  until: number,
): Promise<StoredDay[]> {
  const rows = await queries
    .selectFrom('history_days')
    .select(['at', 'until_at', 'volts', 'online', 'offline', 'up', 'half', 'down'])
    .where('flag_id', '=', flagId)
    .where('at', '>', from - LONGEST_DAY_MS)
    .where('at', '<', until)
    .orderBy('at')
    .execute();
  return rows.map(({ at, until_at, volts, ...sums }) => ({
    at,
    until: until_at,
    ...unpack(volts),
    sums,
  }));
}

/**
 * Returns a pole's hourly voltages in a period, oldest first. Leaves out hours that have already
 * been combined into a daily row.
 */
export async function findHours(
  queries: Queries,
  flagId: string,
  from: number,
  until: number,
): Promise<StoredSlots[]> {
  const hours: number[] = [];
  for (let hour = hourOf(from); hour < until; hour += HOUR_MS) hours.push(hour);
  const rows = await queries
    .selectFrom('history_hours')
    .select(['hour', 'volts'])
    // List each hour. The database key starts with the hour, so a range would read the rows of all
    // poles.
    .where('hour', 'in', hours)
    .where('flag_id', '=', flagId)
    .orderBy('hour')
    .execute();
  return rows.map(({ hour, volts }) => ({ at: hour, ...unpack(volts) }));
}
