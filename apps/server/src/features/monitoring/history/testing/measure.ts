import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readRecord } from '@halyard/domain';
import { sql } from 'kysely';
import { domainClockOf } from '../../../../platform/clock.ts';
import { type Database, openDatabase } from '../../../../platform/database/database.ts';
import { memoryLink } from '../../../../testing/memoryLink.ts';
import type { Context } from '../../../calls/context.ts';
import { PoleIndex } from '../../../halfStaff/poles/poleIndex.ts';
import { flagHistory, sparklines } from '../history.ts';
import { HistoryRetention } from '../recording/historyRetention.ts';
import { Recorder } from '../recording/recorder.ts';
import { noPause } from '../recording/slices.ts';
import { type DayRow, insertHistory, writeReady } from '../recording/writer.ts';
import { SPARK_HOURS } from '../series/spark.ts';
import { DAY_MS, FINE_MS } from '../series/times.ts';
import { pack, type Slots, thinned, type VoltageSlot } from '../series/voltageSlots.ts';
import { addFlags } from './benchFlags.ts';

/**
 * A benchmark program. It writes one day of history for many poles to SQLite and extrapolates the
 * size to 400 days. Then it reads one pole's history for a year, and the small voltage charts of
 * all poles. Sends its results to the process that started it.
 */

const POLES = 10_000;
/**
 * The number of poles that report. A fraction of all poles is enough, because the number of rows
 * per pole does not depend on the number of poles.
 */
const REPORTING = 2000;
const REPORT_MS = 30_000;
const RUNS = 25;
/** A midnight in the poles' time zone. */
const BEGIN = Date.parse('2026-03-02T06:00:00Z');
/** The number of days at each resolution, as the real retention job keeps them. 400 in total. */
const DAYS = { fine: 35, hourly: 182 - 35, daily: 400 - 182 };

/** The results. Times are in ms per call. */
export interface HistoryFigures {
  /**
   * The size in bytes of 400 days of history for all poles, extrapolated from the poles that
   * report.
   */
  total: number;
  /**
   * How long the transactions that write one day take, in ms. `folds` contains the times of the
   * transactions that combine the day into rows.
   */
  writes: number[];
  folds: number[];
  year: number[];
  sparks: number[];
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-bench-'));
const db = await openDatabase({ dataDir });
const flags = (await addFlags(db, POLES)).slice(0, REPORTING);
let times: number[] = [];
const timed: Database = {
  ...db,
  async transaction(work) {
    const begun = performance.now();
    const result = await db.transaction(work);
    times.push(performance.now() - begun);
    return result;
  },
};

await writeDay();
const writes = times;
times = [];
await applyRetention(BEGIN + DAY_MS + 12 * 3_600_000);
const folds = times;
const now = BEGIN + DAY_MS;
await addSparks();
const bytes = { fine: await size(), hourly: 0, daily: 0 };
await applyRetention(BEGIN + 37 * DAY_MS);
bytes.hourly = await size();
await applyRetention(BEGIN + 184 * DAY_MS);
bytes.daily = await size();

await addYear(flags[0]!.id);
const ctx = masterAt(now);
const year = await timesOf(() => flagHistory(ctx, flags[0]!.id, { range: 'year' }));
const sparks = await timesOf(() => sparklines(ctx));
await db.queries.deleteFrom('history_days').execute();
// The data that does not grow every day: flags, small voltage charts, and the state of each pole.
const fixed = await size();
for (const step of ['fine', 'hourly', 'daily'] as const)
  bytes[step] = (bytes[step] - fixed) * (POLES / REPORTING);
const total = DAYS.fine * bytes.fine + DAYS.hourly * bytes.hourly + DAYS.daily * bytes.daily;
process.send?.({ total, writes, folds, year, sparks } satisfies HistoryFigures);
await db.close();
await rm(dataDir, { recursive: true, force: true });
process.disconnect?.();

/** Returns the number of bytes in use in a database file, without its free pages. */
async function size(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (page_count - freelist_count) * page_size as bytes
    from pragma_page_count, pragma_freelist_count, pragma_page_size`.execute(db.queries);
  return rows[0]!.bytes;
}

/** Writes one day of history. Every pole reports every 30 s and moves twice, without pauses. */
async function writeDay(): Promise<void> {
  const recorder = new Recorder();
  let record = recordAt(BEGIN, 0, 0);
  for (const flag of flags) recorder.follow(flag, record);
  recorder.begin(BEGIN);
  for (let at = BEGIN + REPORT_MS; at <= BEGIN + DAY_MS; at += REPORT_MS) {
    for (const [i, flag] of flags.entries()) {
      record = recordAt(at, i, (at / REPORT_MS) % 97);
      recorder.heard(flag, record, at);
    }
    if (at % FINE_MS !== 0) continue;
    recorder.advance(at);
    await writeReady(timed, recorder, { from: BEGIN, now: at }, noPause);
  }
}

function recordAt(at: number, pole: number, noise: number) {
  const hour = (at / 3_600_000) % 24;
  const isUp = hour > 7 && hour < 19;
  const volts = 42 + Math.sin(hour / 4 + pole) / 2 + ((noise * (pole + 7)) % 23) / 100;
  return readRecord({
    voltage: Math.round(volts * 100) / 100,
    seenAt: at,
    reported: { flagUp: isUp, flagDown: !isUp, flagHalf: false, lastSeen: at / 1000 },
  });
}

function applyRetention(moment: number): Promise<void> {
  const services = { db: timed, clock: () => moment, poles: new PoleIndex(db) };
  return new HistoryRetention(services, () => 400, noPause).round();
}

/** Adds 400 days of history for one pole. Older days have a lower resolution, as in normal use. */
async function addYear(id: string): Promise<void> {
  const volts = (i: number): VoltageSlot => ({
    min: 4100 + (i % 40),
    mean: 4200 + (i % 60),
    max: 4350,
  });
  const fine: Slots = { step: 5, volts: Array.from({ length: 288 }, (_, i) => volts(i)) };
  const days = Array.from({ length: 400 }, (_, i): DayRow => {
    const age = 400 - i;
    const step = age <= 35 ? 5 : age <= 182 ? 60 : 1440;
    const at = BEGIN - age * DAY_MS;
    return {
      at,
      until: at + DAY_MS,
      step,
      volts: pack(thinned(fine, step)),
      sums: { online: DAY_MS, offline: 0, up: DAY_MS / 2, half: 0, down: DAY_MS / 2 },
    };
  });
  await insertHistory(db, [], [{ id, states: [], days, hours: [], spark: null }]);
}

/** Adds small voltage charts for the poles that do not report. */
async function addSparks(): Promise<void> {
  const mean = { min: 4100, mean: 4200, max: 4300 };
  const volts = pack({ step: 60, volts: new Array<VoltageSlot>(SPARK_HOURS).fill(mean) });
  await sql`insert into history_sparks (flag_id, until_at, volts)
    select id, ${now}, ${volts} from flags where true on conflict do nothing`.execute(db.queries);
}

async function timesOf(call: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now();
    JSON.stringify(await call());
    taken.push(performance.now() - begun);
  }
  return taken;
}

/** Returns the context of a user who can see every flag. */
function masterAt(moment: number): Context {
  const clock = () => moment;
  return {
    db,
    link: memoryLink(db, clock),
    mailer: null,
    clock,
    domainClock: domainClockOf(clock),
    log: console,
    actor: {
      id: 'm',
      role: 'master',
      companyId: null,
      locationId: null,
      allCompanies: false,
      mayMovePoles: true,
    },
    session: {
      sid: 's',
      userId: 'm',
      expiresAt: Number.POSITIVE_INFINITY,
      idleMs: Number.MAX_SAFE_INTEGER,
      temporary: false,
      secondFactorMissing: false,
      provenAt: 0,
    },
    origin: { channel: 'console', address: null },
  };
}
