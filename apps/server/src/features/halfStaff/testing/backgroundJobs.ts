/**
 * Measures the background jobs that watch poles (engine, alerts, history, webhooks) with 100,000
 * flags, and sends the results to the parent process (`npm run bench -- background-jobs`). The
 * first argument sets a different number of flags. Uses the PostgreSQL database at
 * `TEST_DATABASE_URL` or a SQLite file, and the live state of the realtime database, without
 * sockets.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { STATE_CODES } from '@halyard/domain';
import { pino } from 'pino';
import { domainClockOf } from '../../../platform/clock.ts';
import { slices } from '../../../platform/database/batches.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import { LiveState } from '../../../realtime/tree/liveState.ts';
import type { Services } from '../../calls/context.ts';
import { AlertWatch } from '../../monitoring/alerts/watch/watch.ts';
import { HistoryWriter } from '../../monitoring/history/recording/historyWriter.ts';
import { noPause } from '../../monitoring/history/recording/slices.ts';
import { FlagChanges } from '../../webhooks/events/flagChanges.ts';
import { setEngineState } from '../autopilot/engineState.ts';
import { Engine } from '../engine/engine.ts';
import { PoleIndex } from '../poles/poleIndex.ts';
import { insertOrder } from './orderRow.ts';

const FLAGS = Number(process.argv[2] ?? 100_000);
const COMPANIES = 500;
const LOCATIONS = 2000;
/** The average time in ms between a pole's reports. */
const REPORT_MS = 30_000;
/** How many seconds of reports the benchmark simulates. */
const SECONDS = 120;

export interface BackgroundJobFigures {
  /** The time from the start until all poles have been read and checked once, in seconds. */
  first: number;
  /** The share of one CPU core that the jobs use while each pole reports every 30 seconds. */
  idle: number;
  /** The CPU time needed to evaluate all poles once after an order is approved, in seconds. */
  evaluation: number;
  /** The longest time that the evaluation blocked all other work, in ms. */
  longest: number;
  /** Megabytes of memory that the jobs need. */
  memory: number;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-bench-'));
const databaseUrl = process.env.TEST_DATABASE_URL;
const db = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir });
const time = { now: Date.parse('2026-06-10T15:00:00Z') };
const clock = () => time.now;
const live = new LiveState(clock);
const stored = new Set<() => void>();
const services = {
  db,
  clock,
  domainClock: domainClockOf(clock),
  mailer: null,
  log: pino({ level: 'silent' }),
  link: {
    record: live.record.bind(live),
    watch: live.watch.bind(live),
    positionSince: live.positionSince.bind(live),
    isHealthy: async () => true,
    flushOutbox: async () => undefined,
    command: async () => true,
    whenStored(listener: () => void) {
      stored.add(listener);
      return () => stored.delete(listener);
    },
    // The jobs use no other part of the link.
  } as unknown as Services['link'],
} satisfies Services;
await fill();
await db.transaction((trx) => setEngineState(trx, { isOn: true, by: 'bench', at: time.now }));
await insertOrder(db.queries, { id: 'national', scope: { kind: 'all' }, at: time.now - 3_600_000 });
await db.queries
  .insertInto('webhooks')
  .values({
    id: 'hook',
    company_id: null,
    url: 'https://example.com/',
    secret: '',
    secret_is_sealed: false,
    event_types: JSON.stringify(['flag.position', 'flag.offline']),
    is_on: true,
    off_reason: null,
    failing_since: null,
    created_by: 'bench',
    created_at: time.now,
  })
  .execute();
let reports = 0;
report(FLAGS);

globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
const poles = new PoleIndex(db);
const engine = new Engine(services, poles);
const watch = new AlertWatch(services, poles);
const history = new HistoryWriter({ ...services, poles }, noPause);
const webhooks = new FlagChanges(services, poles);
const jobs = [() => engine.round(), () => watch.round(), () => webhooks.round()];
const begun = performance.now();
for (const job of [...jobs, () => history.round()]) await job();
const first = (performance.now() - begun) / 1000;
globalThis.gc?.();
const memory = (process.memoryUsage().heapUsed - before) / 1e6;

let used = 0;
for (let second = 0; second < SECONDS; second++) {
  time.now += 1000;
  const begin = process.cpuUsage();
  report((FLAGS * 1000) / REPORT_MS);
  for (const job of jobs) await job();
  if (second % 15 === 0) await history.round();
  used += cpuSince(begin);
}

await insertOrder(db.queries, {
  ...{ id: 'elsewhere', scope: { kind: 'states', states: ['GU'] }, at: time.now },
});
for (const listener of stored) listener();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const begin = process.cpuUsage();
await engine.round();
const evaluation = cpuSince(begin);
delay.disable();

process.send?.({
  ...{ first, memory, evaluation },
  idle: used / SECONDS,
  longest: delay.max / 1e6,
} satisfies BackgroundJobFigures);
engine.stop();
watch.stop();
webhooks.stop();
await history.stop();
await db.close();
await rm(dataDir, { recursive: true, force: true });
process.disconnect?.();

/** Returns the CPU time in seconds since `start`. */
function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/**
 * Makes the next `count` poles report that they are at half-staff, as the national order requires.
 */
function report(count: number): void {
  for (let end = reports + count; reports < end; reports++) {
    const index = Math.floor(reports) % FLAGS;
    live.apply({
      type: 'patch',
      path: `company-c${index % COMPANIES}/hardware/P-${index}`,
      data: {
        voltage: 42 + (reports % 20) / 10,
        seenAt: time.now,
        'reported/flagHalf': true,
        'reported/flagUp': false,
        'reported/flagDown': false,
        'reported/lamp': false,
        'reported/lastSeen': time.now / 1000,
      },
    });
  }
}

async function fill(): Promise<void> {
  const address = { address1: '1 Main', city: 'Town', zip: '00000', phone: '5550100000' };
  const place = { ...address, created_at: 0 };
  const companies = Array.from({ length: COMPANIES }, (_, c) => ({
    ...{ ...place, id: `c${c}`, name: `Customer ${c}`, state: 'NY', description: null },
    auto_half_mast: true,
  }));
  const locations = Array.from({ length: LOCATIONS }, (_, l) => ({
    ...{ ...place, id: `l${l}`, name: `Site ${l}`, company_id: `c${l % COMPANIES}` },
    state: STATE_CODES[l % STATE_CODES.length] ?? 'NY',
    ...{ latitude: null, longitude: null, time_zone: null },
  }));
  const flags = Array.from({ length: FLAGS }, (_, f) => ({
    ...{
      id: `f${String(f).padStart(7, '0')}`,
      flag_id: `P-${f}`,
      flag_id_key: uniqueKey(`P-${f}`),
    },
    ...{ name: `Pole ${f}`, company_id: `c${f % COMPANIES}`, location_id: `l${f % LOCATIONS}` },
    ...{ owner_id: `company-c${f % COMPANIES}`, move_timeout: null, created_at: 0 },
  }));
  await db.transaction(async (trx) => {
    await trx.insertInto('companies').values(companies).execute();
    for (const rows of slices(locations, 500))
      await trx.insertInto('locations').values(rows).execute();
    for (const rows of slices(flags, 500)) await trx.insertInto('flags').values(rows).execute();
  });
}
