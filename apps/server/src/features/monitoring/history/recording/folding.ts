import type { Trx } from '../../../../platform/database/tables/schema.ts';
import { findHours, findStates } from '../rows.ts';
import { statePeriodsOf, sumsOf, type Watch } from '../series/periods.ts';
import { FINE_MS, FINE_STEP, HOUR_MS, MINUTE_MS, nextMidnight } from '../series/times.ts';
import { pack, thinned, unpack, type VoltageSlot } from '../series/voltageSlots.ts';
import { DAILY_STEP, HOURLY_STEP, type RetentionTimes } from './retentionWork.ts';
import { writeDays } from './writer.ts';

/** How long after midnight the previous day's history is complete, in ms. */
export const SETTLE_MS = 10 * MINUTE_MS;

/** The start and end of a day in a pole's time zone, in epoch milliseconds. */
interface Day {
  begin: number;
  end: number;
}

/** A pole whose history must be changed. */
export interface PoleWork {
  id: string;
  /** The finished days that must be combined into rows. */
  days: Day[];
  /** The time up to which the pole's days will be combined into rows once this work is done. */
  foldedTo: number;
}

/**
 * Returns a pole's complete days that have not been combined into rows yet, oldest first. Leaves
 * out days without recorded history.
 * @param begin the time up to which the pole's days have been combined into rows
 */
export function finishedDays(
  watches: readonly Watch[],
  zone: string,
  begin: number,
  now: number,
): Pick<PoleWork, 'days' | 'foldedTo'> {
  const days: Day[] = [];
  let foldedTo = begin;
  for (;;) {
    const watch = watches.find(({ until }) => until > foldedTo);
    if (!watch) break;
    foldedTo = Math.max(foldedTo, watch.from - (watch.from % FINE_MS));
    const end = nextMidnight(zone, foldedTo);
    if (end + SETTLE_MS > now) break;
    days.push({ begin: foldedTo, end });
    foldedTo = end;
  }
  return { days, foldedTo };
}

/** Combines a pole's finished days into rows. Downsamples or deletes older days. */
export async function foldPole(
  trx: Trx,
  { id, days }: PoleWork,
  watches: readonly Watch[],
  times: RetentionTimes,
): Promise<void> {
  for (const { begin, end } of days) await foldDay(trx, id, watches, begin, end);
  await thin(trx, id, times.hourlyBefore, HOURLY_STEP);
  await thin(trx, id, times.dailyBefore, DAILY_STEP);
  await trx
    .deleteFrom('history_days')
    .where('flag_id', '=', id)
    .where('until_at', '<=', times.deleteDaysBefore)
    .execute();
  // Keep the last state before that time, because the pole was still in that state then.
  await trx
    .deleteFrom('history_states')
    .where('flag_id', '=', id)
    .where('at', '<', (eb) =>
      eb
        .selectFrom('history_states')
        .select((q) => q.fn.max('at').as('at'))
        .where('flag_id', '=', id)
        .where('at', '<=', times.deleteStatesBefore),
    )
    .execute();
}

async function foldDay(
  trx: Trx,
  id: string,
  watches: readonly Watch[],
  begin: number,
  end: number,
): Promise<void> {
  const rows = await findHours(trx, id, begin, end);
  const volts: (VoltageSlot | null)[] = new Array(Math.ceil((end - begin) / FINE_MS)).fill(null);
  for (const { at, volts: slots } of rows)
    for (const [i, slot] of slots.entries()) {
      const index = (at - begin) / FINE_MS + i;
      if (index >= 0 && index < volts.length) volts[index] = slot;
    }
  const states = await findStates(trx, id, begin, end);
  const sums = sumsOf(statePeriodsOf(states, watches, begin, end));
  if (sums.online + sums.offline > 0 || volts.some((slot) => slot !== null))
    await writeDays(trx, id, [
      { at: begin, until: end, step: FINE_STEP, volts: pack({ step: FINE_STEP, volts }), sums },
    ]);
  const over = rows.map(({ at }) => at).filter((hour) => hour + HOUR_MS <= end);
  if (over.length === 0) return;
  await trx
    .deleteFrom('history_hours')
    .where('flag_id', '=', id)
    .where('hour', 'in', over)
    .execute();
}

/**
 * Reduces the history of a pole before a given time to one value per `step` minutes. Days that
 * already have fewer values do not change.
 */
async function thin(trx: Trx, id: string, before: number, step: number): Promise<void> {
  for (let until = before; ; ) {
    // Go from newer to older days. The older a day is, the lower is its resolution, so stop at the
    // first day that needs no change.
    const rows = await trx
      .selectFrom('history_days')
      .selectAll()
      .where('flag_id', '=', id)
      .where('at', '<', until)
      .orderBy('at', 'desc')
      .limit(4)
      .execute();
    const fine = rows.filter((row) => row.step < step);
    if (fine.length > 0) {
      // Updating the rows in place would leave SQLite's pages half empty.
      await trx
        .deleteFrom('history_days')
        .where('flag_id', '=', id)
        .where(
          'at',
          'in',
          fine.map(({ at }) => at),
        )
        .execute();
      const thin = fine.map((row) => ({
        ...row,
        step,
        volts: pack(thinned(unpack(row.volts), step)),
      }));
      await trx.insertInto('history_days').values(thin).execute();
    }
    const last = fine.at(-1);
    if (!last || fine.length < 4) return;
    until = last.at;
  }
}
