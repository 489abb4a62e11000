import type { Trx } from '../../../../platform/database/tables/schema.ts';
import type { Services } from '../../../calls/context.ts';
import type { StateRow, Sums, Watch } from '../series/periods.ts';
import type { Spark } from '../series/spark.ts';
import { FINE_STEP } from '../series/times.ts';
import { pack, unpack } from '../series/voltageSlots.ts';
import type { NotedState, Recorder, Stored, VoltageHour } from './recorder.ts';
import { type Pause, readAll, slicesOf } from './slices.ts';

/**
 * The maximum number of poles per transaction. Writing their rows takes a few milliseconds, during
 * which SQLite blocks all other access. Smaller transactions would take too long if each round trip
 * to PostgreSQL takes milliseconds.
 */
const ROWS = 200;
/** The pause between two transactions in ms, so that other code can use the database. */
const PAUSE_MS = 40;

type Db = Services['db'];

/**
 * Reads each pole's voltages in the hour that starts at `hour`, and the 24 hourly voltages for each
 * pole's small chart.
 */
export async function loadStored(db: Db, hour: number, pause: Pause): Promise<Stored> {
  const hours = await readAll(
    (after, limit) =>
      db.queries
        .selectFrom('history_hours')
        .select(['flag_id as id', 'volts'])
        .where('hour', '=', hour)
        .where('flag_id', '>', after)
        .orderBy('flag_id')
        .limit(limit)
        .execute(),
    pause,
  );
  const sparks = await readAll(
    (after, limit) =>
      db.queries
        .selectFrom('history_sparks')
        .select(['flag_id as id', 'until_at as until', 'volts'])
        .where('flag_id', '>', after)
        .orderBy('flag_id')
        .limit(limit)
        .execute(),
    pause,
  );
  return {
    hours: hours.map(({ id, volts }) => ({ id, hour, volts: unpack(volts).volts })),
    sparks: new Map(
      sparks.map(({ id, until, volts }) => [id, { until, volts: unpack(volts).volts }]),
    ),
  };
}

/**
 * Prepares for a new recording period. If the clock was set back, deletes stored data for times
 * that are now in the future.
 */
export async function forgetFuture(db: Db, now: number): Promise<void> {
  const isThere = await db.queries
    .selectFrom('history_watches')
    .select('from_at')
    .where('until_at', '>', now)
    .executeTakeFirst();
  if (!isThere) return;
  await db.transaction(async (trx) => {
    await trx.deleteFrom('history_watches').where('from_at', '>=', now).execute();
    await trx
      .updateTable('history_watches')
      .set({ until_at: now })
      .where('until_at', '>', now)
      .execute();
    await trx.deleteFrom('history_states').where('at', '>', now).execute();
  });
}

/**
 * Writes the history rows that are ready, a few at a time. Writes the end of the recording period
 * (`now`) last, so that the period never includes the time of rows that were lost in a crash. Rows
 * that could not be written stay in the recorder.
 * @param from the start of the recording period
 */
export async function writeReady(
  db: Db,
  recorder: Recorder,
  { from, now }: { from: number; now: number },
  pause: Pause,
): Promise<void> {
  const states = recorder.states.splice(0);
  while (states.length > 0) {
    try {
      await db.transaction((trx) => writeStates(trx, states.slice(0, ROWS)));
    } catch (error) {
      recorder.states.unshift(...states);
      throw error;
    }
    states.splice(0, ROWS);
    await pause(PAUSE_MS);
  }
  for (const hours of slicesOf([...recorder.hours], ROWS)) {
    // Remove the hour before writing it, because a time slot that ends in the meantime adds the
    // hour again.
    for (const hour of hours) recorder.hours.delete(hour);
    try {
      await db.transaction((trx) => writeHours(trx, hours));
    } catch (error) {
      for (const hour of hours) recorder.hours.add(hour);
      throw error;
    }
    await pause(PAUSE_MS);
  }
  for (const sparks of slicesOf([...recorder.sparks], ROWS)) {
    await db.transaction((trx) => writeSparks(trx, sparks));
    for (const [id, spark] of sparks)
      if (recorder.sparks.get(id) === spark) recorder.sparks.delete(id);
    await pause(PAUSE_MS);
  }
  await writeWatch(db, from, now);
}

/** The history of a pole on one day, combined into one row. */
export interface DayRow {
  at: number;
  until: number;
  /** The length of a time slot in the packed voltages, in minutes. */
  step: number;
  volts: Buffer;
  sums: Sums;
}

export async function writeDays(trx: Trx, id: string, days: readonly DayRow[]): Promise<void> {
  await trx
    .insertInto('history_days')
    .values(
      days.map(({ at, until, step, volts, sums }) => ({
        flag_id: id,
        at,
        until_at: until,
        step,
        volts,
        ...sums,
      })),
    )
    .onConflict((c) => c.columns(['flag_id', 'at']).doNothing())
    .execute();
}

/** The whole history of a pole. */
export interface PoleHistory {
  id: string;
  states: StateRow[];
  days: DayRow[];
  hours: VoltageHour[];
  spark: Spark | null;
}

/** Stores the whole history of poles that have no stored history yet, such as a demo's poles. */
export async function insertHistory(
  db: Db,
  watches: readonly Watch[],
  poles: readonly PoleHistory[],
): Promise<void> {
  for (const { from, until } of watches) await writeWatch(db, from, until);
  for (const { id, states, days, hours, spark } of poles)
    await db.transaction(async (trx) => {
      for (const slice of slicesOf(states, ROWS))
        await writeStates(
          trx,
          slice.map((state) => ({ id, ...state })),
        );
      for (const slice of slicesOf(days, ROWS)) await writeDays(trx, id, slice);
      for (const slice of slicesOf(hours, ROWS)) await writeHours(trx, slice);
      if (spark) await writeSparks(trx, [[id, spark]]);
    });
}

/** Stores that the poles were recorded from `from` to `until`. Later calls extend that period. */
export async function writeWatch(db: Db, from: number, until: number): Promise<void> {
  await db.queries
    .insertInto('history_watches')
    .values({ from_at: from, until_at: until })
    .onConflict((c) => c.column('from_at').doUpdateSet({ until_at: until }))
    .execute();
}

async function writeStates(trx: Trx, states: readonly NotedState[]): Promise<void> {
  // If a pole has two states with the same time, the later row counts.
  const byMoment = new Map(states.map((state) => [`${state.id} ${state.at}`, state]));
  await trx
    .insertInto('history_states')
    .values(
      Array.from(byMoment.values(), ({ id, at, online, position }) => ({
        flag_id: id,
        at,
        online,
        position,
      })),
    )
    .onConflict((c) =>
      c.columns(['flag_id', 'at']).doUpdateSet((eb) => ({
        online: eb.ref('excluded.online'),
        position: eb.ref('excluded.position'),
      })),
    )
    .execute();
}

async function writeHours(trx: Trx, hours: readonly VoltageHour[]): Promise<void> {
  await trx
    .insertInto('history_hours')
    .values(
      hours.map(({ id, hour, volts }) => ({
        hour,
        flag_id: id,
        volts: pack({ step: FINE_STEP, volts }),
      })),
    )
    .onConflict((c) =>
      c.columns(['hour', 'flag_id']).doUpdateSet((eb) => ({ volts: eb.ref('excluded.volts') })),
    )
    .execute();
}

async function writeSparks(trx: Trx, sparks: readonly [string, Spark][]): Promise<void> {
  await trx
    .insertInto('history_sparks')
    .values(
      sparks.map(([id, { until, volts }]) => ({
        flag_id: id,
        until_at: until,
        volts: pack({ step: 60, volts }),
      })),
    )
    .onConflict((c) =>
      c.column('flag_id').doUpdateSet((eb) => ({
        until_at: eb.ref('excluded.until_at'),
        volts: eb.ref('excluded.volts'),
      })),
    )
    .execute();
}
