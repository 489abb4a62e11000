import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { FINE_MS } from '../series/times.ts';

/** History from before these times is downsampled or deleted. In epoch milliseconds. */
export interface RetentionTimes {
  /** Days that start before this time have one value per hour. */
  hourlyBefore: number;
  /** Days that start before this time have one value per day. */
  dailyBefore: number;
  /** Days that end at or before this time are deleted. */
  deleteDaysBefore: number;
  /** Pole states up to this time are deleted, except the latest one of each pole. */
  deleteStatesBefore: number;
}

/** The intervals to which older days are downsampled, in minutes per value. */
export const HOURLY_STEP = 60;
export const DAILY_STEP = 24 * 60;

/** What must be done with the stored history of one pole. */
export interface RetentionWork {
  /** The flag's ID in the table `flags`. */
  id: string;
  /**
   * The time up to which the pole's days have been combined into one row each. If there are no such
   * rows yet, the time of the pole's first data. Null if the pole has no data.
   */
  foldedTo: number | null;
  /** Whether any of the pole's history must be downsampled or deleted. */
  isOverdue: boolean;
}

/**
 * Returns, for each pole, what must be done with its stored history. Reads all poles in one
 * statement, because usually there is nothing to do.
 */
export async function findRetentionWork(
  queries: Queries,
  ids: readonly string[],
  times: RetentionTimes,
): Promise<RetentionWork[]> {
  const rows = await queries
    .selectFrom('flags')
    .select((eb) => {
      const days = () =>
        eb.selectFrom('history_days').whereRef('history_days.flag_id', '=', 'flags.id').limit(1);
      const stepBefore = (time: number) =>
        days().select('step').where('at', '<', time).orderBy('at', 'desc');
      const states = () =>
        eb.selectFrom('history_states').whereRef('history_states.flag_id', '=', 'flags.id');
      return [
        'flags.id',
        days().select('until_at').orderBy('at', 'desc').as('foldedTo'),
        days().select('until_at').orderBy('at').as('firstDayUntil'),
        stepBefore(times.hourlyBefore).as('hourlyStep'),
        stepBefore(times.dailyBefore).as('dailyStep'),
        states()
          .select((q) => q.fn.min('at').as('at'))
          .as('firstState'),
        states()
          .select((q) => q.fn.max('at').as('at'))
          .where('at', '<=', times.deleteStatesBefore)
          .as('lastOldState'),
      ];
    })
    .where('flags.id', 'in', ids)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    foldedTo:
      row.foldedTo ??
      (row.firstState === null ? null : row.firstState - (row.firstState % FINE_MS)),
    isOverdue:
      (row.firstDayUntil ?? Number.POSITIVE_INFINITY) <= times.deleteDaysBefore ||
      (row.hourlyStep ?? HOURLY_STEP) < HOURLY_STEP ||
      (row.dailyStep ?? DAILY_STEP) < DAILY_STEP ||
      (row.firstState ?? 0) < (row.lastOldState ?? 0),
  }));
}
