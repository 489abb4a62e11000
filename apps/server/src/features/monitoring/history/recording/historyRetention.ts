import { sql } from 'kysely';
import { retentionTime } from '../../../../platform/database/retentionTime.ts';
import { findWatches } from '../rows.ts';
import type { Watch } from '../series/periods.ts';
import { DAY_MS, FINE_DAYS, lastMidnight } from '../series/times.ts';
import { finishedDays, foldPole, type PoleWork, SETTLE_MS } from './folding.ts';
import type { HistoryServices } from './historyWriter.ts';
import { findRetentionWork, type RetentionTimes } from './retentionWork.ts';
import { type Pause, pauseFor, slicesOf } from './slices.ts';

/**
 * How many days a pole's history keeps one value per hour. Older days have only one value per day.
 */
const HOURLY_DAYS = 182;
/**
 * The maximum number of poles that one query checks for history that must be combined or deleted.
 */
const CHECKED_POLES = 100;
/**
 * The maximum number of poles in one transaction. Combining a past day of one pole into a row takes
 * a few milliseconds.
 */
const POLES = 5;
const ROWS = 200;
const PAUSE_MS = 20;

type RetentionServices = Pick<HistoryServices, 'db' | 'clock' | 'poles'>;

interface ZonedFlag {
  id: string;
  zone: string;
}

/**
 * Combines each past day of a pole into one row, downsamples older days, and deletes data that is
 * too old or belongs to deleted flags. Works on a few poles at a time.
 */
export class HistoryRetention {
  readonly #services: RetentionServices;
  readonly #keepDays: () => number;
  readonly #pause: Pause;
  /** For each flag, the time up to which its days have been combined into rows. */
  #foldedTo = new Map<string, number>();
  #sweptAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  /** Does nothing until the first call of `round`. */
  constructor(services: RetentionServices, keepDays: () => number, pause = pauseFor) {
    this.#services = services;
    this.#keepDays = keepDays;
    this.#pause = pause;
  }

  /** Stops a running `round` after the current group of poles. */
  stop(): void {
    this.#stopped = true;
  }

  /**
   * Combines past days into rows, and deletes history that is too old. Rejects if the database is
   * not available; the next call then continues.
   */
  async round(): Promise<void> {
    const { db, clock } = this.#services;
    const now = clock();
    const past = await retentionTime(db, now);
    const flags = await this.#findFlags();
    const watches = await findWatches(db.queries, now - FINE_DAYS * DAY_MS, now);
    const midnights = new Map<string, number>();
    for (const zone of new Set(flags.map((flag) => flag.zone)))
      midnights.set(zone, lastMidnight(zone, now - SETTLE_MS));
    const due = flags.filter(
      ({ id, zone }) => (this.#foldedTo.get(id) ?? 0) < midnights.get(zone)!,
    );
    const times = this.#timesAt(past);
    for (const slice of slicesOf(due, CHECKED_POLES)) {
      if (this.#stopped) return;
      const work = await this.#findWork(slice, { watches, times, now });
      for (const group of slicesOf(work, POLES)) {
        if (this.#stopped) return;
        await db.transaction(async (trx) => {
          for (const pole of group) await foldPole(trx, pole, watches, times);
        });
        for (const { id, foldedTo } of group) this.#foldedTo.set(id, foldedTo);
        await this.#pause(PAUSE_MS);
      }
      await this.#pause(PAUSE_MS);
    }
    if (now - this.#sweptAt < DAY_MS) return;
    await this.#sweep(new Set(flags.map(({ id }) => id)), past);
    this.#sweptAt = now;
  }

  async #findFlags(): Promise<ZonedFlag[]> {
    const { poles } = this.#services;
    await poles.current();
    return Array.from(poles.values(), ({ flag: { id, site } }) => ({
      id,
      zone: site.place.timeZone,
    }));
  }

  /**
   * Returns the times before which history is downsampled or deleted.
   * @param past the time from which ages are counted back, in epoch milliseconds: the current time
   * or an earlier one
   */
  #timesAt(past: number): RetentionTimes {
    const days = this.#keepDays();
    return {
      hourlyBefore: past - FINE_DAYS * DAY_MS,
      dailyBefore: past - HOURLY_DAYS * DAY_MS,
      deleteDaysBefore: past - days * DAY_MS,
      deleteStatesBefore: past - Math.min(days, FINE_DAYS) * DAY_MS,
    };
  }

  /** Returns the poles whose history must be changed. */
  async #findWork(
    flags: readonly ZonedFlag[],
    { watches, times, now }: { watches: readonly Watch[]; times: RetentionTimes; now: number },
  ): Promise<PoleWork[]> {
    const zones = new Map(flags.map(({ id, zone }) => [id, zone]));
    const work: PoleWork[] = [];
    for (const found of await findRetentionWork(
      this.#services.db.queries,
      [...zones.keys()],
      times,
    )) {
      const { id, isOverdue } = found;
      const begin = this.#foldedTo.get(id) ?? found.foldedTo;
      if (begin === null) continue;
      const { days, foldedTo } = finishedDays(watches, zones.get(id)!, begin, now);
      if (days.length > 0 || isOverdue) work.push({ id, days, foldedTo });
      else this.#foldedTo.set(id, foldedTo);
    }
    return work;
  }

  /** Deletes recording periods that are too old, and all rows of deleted flags. */
  async #sweep(flags: ReadonlySet<string>, now: number): Promise<void> {
    const { queries } = this.#services.db;
    await queries
      .deleteFrom('history_watches')
      .where('until_at', '<=', now - Math.min(this.#keepDays(), FINE_DAYS) * DAY_MS)
      .execute();
    for (const table of ['history_states', 'history_days', 'history_sparks'] as const)
      for (let after = ''; ; ) {
        // Look up each flag separately, because `distinct` would read every row.
        const { rows } = await sql<{ id: string }>`
          with recursive ids(id) as (
            select min(flag_id) from ${sql.table(table)} where flag_id > ${after}
            union all
            select (select min(flag_id) from ${sql.table(table)} where flag_id > ids.id)
            from ids where ids.id is not null
          )
          select id from ids where id is not null limit ${ROWS}`.execute(queries);
        for (const { id } of rows) {
          if (this.#stopped) return;
          if (flags.has(id)) continue;
          await queries.deleteFrom(table).where('flag_id', '=', id).execute();
          await this.#pause(PAUSE_MS);
        }
        const last = rows.at(-1);
        if (!last) break;
        after = last.id;
        await this.#pause(PAUSE_MS);
      }
    await this.#sweepHours(now);
    for (const id of this.#foldedTo.keys()) if (!flags.has(id)) this.#foldedTo.delete(id);
  }

  /**
   * Deletes hourly data that is more than three days old. Only deleted flags still have such data.
   * For all other flags, it has been combined into daily data.
   */
  async #sweepHours(now: number): Promise<void> {
    for (;;) {
      if (this.#stopped) return;
      const { numAffectedRows = 0n } = await sql`
        delete from history_hours where (hour, flag_id) in (
          select hour, flag_id from history_hours
          where hour < ${now - 3 * DAY_MS} order by hour limit ${ROWS}
        )`.execute(this.#services.db.queries);
      if (numAffectedRows === 0n) return;
      await this.#pause(PAUSE_MS);
    }
  }
}
