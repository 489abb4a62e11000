import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { STATE_CODES } from '@halyard/domain';
import { postgresStore, sqliteStore } from '@halyard/realtime';
import { pino } from 'pino';
import { domainClockOf } from '../../../platform/clock.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { newId, uniqueKey } from '../../../platform/database/text.ts';
import { localBus } from '../../../platform/jobs/bus.ts';
import { Jobs } from '../../../platform/jobs/jobs.ts';
import { Lease } from '../../../platform/jobs/lease.ts';
import { CommandReceipts } from '../../../realtime/commands/commandReceipts.ts';
import { linkEmbedded } from '../../../realtime/embedded.ts';
import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import { openRealtime } from '../../../realtime/server/open.ts';
import { CommandLog } from '../../activity/commandLog/commandLog.ts';
import type { Services } from '../../calls/context.ts';
import { setEngineState } from '../autopilot/engineState.ts';
import { autopilotJob } from '../engine/job.ts';
import { ENGINE } from '../engine/manual.ts';
import { PoleIndex } from '../poles/poleIndex.ts';
import { insertOrder } from './orderRow.ts';

/**
 * A benchmark program that approves a national order for many online poles while one user sends
 * commands. Uses the PostgreSQL database at `TEST_DATABASE_URL` or SQLite. Sends its measurements
 * to the process that started it.
 */

const POLES = Number(process.argv[2] ?? 10_000);
/** How many flags belong to the user who sends commands. All other flags move at the same time. */
const OWN = 20;
const OWNER = 'company-bench';
/** The time between two of the user's commands, in ms. */
const EVERY_MS = 50;
const LIMIT_MS = 120_000;

/** The measurements of one run. */
export interface NationalOrderFigures {
  /** The time in seconds from the approval of the order until each pole had its command. */
  seconds: number;
  /** How long each of the user's commands took, in ms. */
  manual: number[];
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-bench-'));
const log = pino({ level: 'silent' });
const databaseUrl = process.env.TEST_DATABASE_URL;
const db = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir });
const receipts = new CommandReceipts();
const server = await openRealtime({
  store: databaseUrl
    ? postgresStore({ url: databaseUrl })
    : sqliteStore({ directory: path.join(dataDir, 'realtime') }),
  clock: Date.now,
  log,
  publicUrl: null,
  trustProxy: false,
  secure: false,
  receipts,
  writeRefused() {},
  refused() {},
  onLost: () => process.exit(1),
  session: async () => null,
  device: async () => null,
  deviceReported: () => {},
  token: async () => null,
  isServer: () => false,
});
const bus = localBus();
const lease = await Lease.open({ name: 'jobs', db, databaseUrl: null, log });
const jobs = new Jobs({ db, clock: Date.now, log, lease, bus });
const realtime = await linkEmbedded({
  server,
  db,
  bus,
  jobs,
  clock: Date.now,
  log,
  receipts,
  observeCommands: CommandLog.start,
});
const { link } = realtime;
const services: Services = {
  db,
  link,
  mailer: null,
  clock: Date.now,
  domainClock: domainClockOf(Date.now),
  log,
};
const flags = Array.from({ length: POLES + OWN }, (_, i) => ({ ownerId: OWNER, flagId: `B-${i}` }));
const own = flags.slice(POLES);
await addPlaces();
await addFlags();

const commanded = new Set<string>();
link.watch((address, { command }) => {
  if (command?.by !== ENGINE || commanded.has(address.flagId)) return;
  commanded.add(address.flagId);
  // The pole moves and reports its new position.
  void server.admin.update('/', reportOf(address.flagId, 'flagHalf'));
});
await db.transaction((trx) => setEngineState(trx, { isOn: true, by: 'bench', at: Date.now() }));
await jobs.start([autopilotJob(services, new PoleIndex(db))]);
// Give the engine time to check every pole once, as in normal use.
await sleep(5000);

const begun = performance.now();
await insertOrder(db.queries, { id: 'national', scope: { kind: 'all' }, at: Date.now() });
const manual: number[] = [];
const switching = switchOwn();
while (commanded.size < POLES && performance.now() - begun < LIMIT_MS) await sleep(10);
const seconds = (performance.now() - begun) / 1000;
await switching;
process.send?.({ seconds, manual } satisfies NationalOrderFigures);
await realtime.stop();
await db.close();
await rm(dataDir, { recursive: true, force: true });
process.disconnect?.();

async function switchOwn(): Promise<void> {
  for (let i = 0; commanded.size < POLES && performance.now() - begun < LIMIT_MS; i++) {
    const at = performance.now();
    await link.command(
      own[i % OWN]!,
      { lamp: Math.floor(i / OWN) % 2 === 0 },
      { by: 'person', id: `person-${i}` },
    );
    manual.push(performance.now() - at);
    await sleep(EVERY_MS);
  }
}

/**
 * Adds a company that follows orders and has a location in each state, and a company that does not
 * follow orders.
 */
async function addPlaces(): Promise<void> {
  const place = {
    address1: '1 Main',
    address2: null,
    city: 'Town',
    zip: '00000',
    phone: '5550100000',
    created_at: Date.now(),
  };
  const company = (id: string, optedIn: boolean) => ({
    ...place,
    id,
    name: id,
    state: 'NY',
    description: null,
    auto_half_mast: optedIn,
  });
  await db.queries
    .insertInto('companies')
    .values([company('bench', true), company('own', false)])
    .execute();
  const locations = [...STATE_CODES.map((state) => ['bench', state]), ['own', 'NY']];
  await db.queries
    .insertInto('locations')
    .values(
      locations.map(([companyId = '', state = '']) => ({
        ...place,
        id: `${companyId}-${state}`,
        name: state,
        company_id: companyId,
        state,
        latitude: null,
        longitude: null,
        time_zone: null,
      })),
    )
    .execute();
}

async function addFlags(): Promise<void> {
  const rows = flags.map(({ ownerId, flagId }, i) => {
    const companyId = i < POLES ? 'bench' : 'own';
    const state = i < POLES ? (STATE_CODES[i % STATE_CODES.length] ?? 'NY') : 'NY';
    return {
      id: newId(),
      flag_id: flagId,
      flag_id_key: uniqueKey(flagId),
      name: flagId,
      company_id: companyId,
      location_id: `${companyId}-${state}`,
      owner_id: ownerId,
      move_timeout: null,
      created_at: Date.now(),
    };
  });
  for (let start = 0; start < rows.length; start += 500) {
    const part = rows.slice(start, start + 500);
    await db.transaction((trx) => trx.insertInto('flags').values(part).execute());
    const changes = part.flatMap(({ flag_id }) => Object.entries(reportOf(flag_id, 'flagUp')));
    await server.admin.update('/', Object.fromEntries(changes));
  }
}

function reportOf(flagId: string, position: string): Record<string, unknown> {
  const node = hardwarePath({ ownerId: OWNER, flagId });
  const report: Record<string, unknown> = { [`${node}/reported/lastSeen`]: Date.now() / 1000 };
  for (const field of ['flagUp', 'flagDown', 'flagHalf'])
    report[`${node}/reported/${field}`] = field === position;
  return report;
}
