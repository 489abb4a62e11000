import { sql } from 'kysely';
import { retentionTime } from '../../../../platform/database/retentionTime.ts';
import type { Trx } from '../../../../platform/database/tables/schema.ts';
import { findHours, findStates, findWatches } from '../rows.ts';
import { statePeriodsOf, sumsOf, type Watch } from '../series/periods.ts';
import {
  DAY_MS,
  FINE_DAYS,
  FINE_MS,
  FINE_STEP,
  HOUR_MS,
  lastMidnight,
  MINUTE_MS,
  nextMidnight,
} from '../series/times.ts';
import { pack, thinned, unpack, type VoltageSlot } from '../series/voltageSlots.ts';
import type { HistoryServices } from './historyWriter.ts';
import { type Pause, pauseFor, slicesOf } from './slices.ts';
import { writeDays } from './writer.ts';

/**
 * For this many days, a pole's history has one value per hour. Older days have only one value per
 * day.
 */
const HOURLY_DAYS = 182;
const HOURLY_STEP = 60;
const DAILY_STEP = 24 * 60;
/** The previous day's history is complete this many ms after midnight. */
const SETTLE_MS = 10 * MINUTE_MS;
/**
 * The maximum number of poles handled in one transaction, which combines a past day of each pole
 * into a row. Each pole takes a few milliseconds.
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
 * Combines each past day of a pole into one row, lowers the resolution of older days, and deletes
 * data that is too old or belongs to deleted flags. Works on a few poles at a time.
 */
export class HistoryRetention {
  readonly #services: RetentionServices;
  readonly #keepDays: () => number;
  readonly #pause: Pause;
  /** For each flag, the time up to which its days have been combined into rows. */
  #foldedTo = new Map<string, number>();
  #sweptAt = Number.NEGATIVE_INFINITY;
  #stopped = false;

  /**
   * Creates the object that combines old history into rows and deletes it when it expires. Does
   * nothing until `round` is called for the first time.
   */
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
    for (const slice of slicesOf(due, POLES)) {
      if (this.#stopped) return;
      await db.transaction(async (trx) => {
        for (const flag of slice) await this.#fold(trx, flag, watches, { now, past });
      });
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

  /** Combines the finished days of a pole into rows, and lowers the resolution of older days. */
  async #fold(
    trx: Trx,
    { id, zone }: ZonedFlag,
    watches: readonly Watch[],
    { now, past }: { now: number; past: number },
  ): Promise<void> {
    let begin = this.#foldedTo.get(id) ?? (await foldedTo(trx, id));
    if (begin === null) return;
    for (;;) {
      const watch = watches.find(({ until }) => until > begin!);
      if (!watch) break;
      // Days without records get no row.
      begin = Math.max(begin, watch.from - (watch.from % FINE_MS));
      const end = nextMidnight(zone, begin);
      if (end + SETTLE_MS > now) break;
      await foldDay(trx, id, watches, begin, end);
      begin = end;
    }
    this.#foldedTo.set(id, begin);
    await thin(trx, id, past - FINE_DAYS * DAY_MS, HOURLY_STEP);
    await thin(trx, id, past - HOURLY_DAYS * DAY_MS, DAILY_STEP);
    await this.#forget(trx, id, past);
  }

  async #forget(trx: Trx, id: string, now: number): Promise<void> {
    const days = this.#keepDays();
    await trx
      .deleteFrom('history_days')
      .where('flag_id', '=', id)
      .where('until_at', '<=', now - days * DAY_MS)
      .execute();
    const before = now - Math.min(days, FINE_DAYS) * DAY_MS;
    // Keep the last state before that time, because the pole was still in that state then.
    await trx
      .deleteFrom('history_states')
      .where('flag_id', '=', id)
      .where('at', '<', (eb) =>
        eb
          .selectFrom('history_states')
          .select((q) => q.fn.max('at').as('at'))
          .where('flag_id', '=', id)
          .where('at', '<=', before),
      )
      .execute();
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
   * Deletes hourly data that is more than three days old. Only deleted flags still have such data;
   * for all other flags, it has been combined into days.
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

/**
 * Returns the time up to which a pole's days have been combined into rows or, if none have, the
 * time of its first data. Null if it has no data.
 */
async function foldedTo(trx: Trx, id: string): Promise<number | null> {
  const { until } = await trx
    .selectFrom('history_days')
    .select((q) => q.fn.max('until_at').as('until'))
    .where('flag_id', '=', id)
    .executeTakeFirstOrThrow();
  if (until !== null) return until;
  const { first } = await trx
    .selectFrom('history_states')
    .select((q) => q.fn.min('at').as('first'))
    .where('flag_id', '=', id)
    .executeTakeFirstOrThrow();
  return first === null ? null : first - (first % FINE_MS);
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
