import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ABSENT_RECORD, orderKey } from '@halyard/domain';
import { type FleetPole, startFleet } from '@halyard/poles';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '../../features/calls/context.ts';
import { deviceKeyHolder } from '../../features/flags/keys/keys.ts';
import { engineState } from '../../features/halfStaff/autopilot/engineState.ts';
import { rowsOfPole } from '../../features/halfStaff/compliance/rows.ts';
import { planOfPole } from '../../features/halfStaff/ledger/entries.ts';
import { verifyLedger } from '../../features/halfStaff/ledger/verify.ts';
import { findOrders } from '../../features/halfStaff/orders/queries.ts';
import { findHalfStaffFlags } from '../../features/halfStaff/poles/poles.ts';
import { strangerAt, withHasher } from '../../features/identity/passwords/passwords.ts';
import { domainClockOf } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { ownSignIns } from '../../realtime/callers/signIns.ts';
import { hardwarePath } from '../../realtime/outbox/mirroredChanges.ts';
import { done, pending } from '../../realtime/outbox/outbox.ts';
import { isUnfinished } from './fleet.ts';
import { DEMO_SIGN_INS, type Demo, type DemoParts, seedDemo } from './seed.ts';
import { type DeviceSide, startDeviceSide } from './testing/realtime.ts';

let dataDir: string;
let db: Database;
let side: DeviceSide;
let parts: DemoParts;

async function openEmpty(): Promise<void> {
  dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-demo-'));
  db = await openDatabase({ dataDir });
  side = await startDeviceSide(async (key) => (await deviceKeyHolder(db, key))?.flagId ?? null);
  parts = {
    db,
    link: mirroring(),
    mailer: null,
    clock: Date.now,
    domainClock: domainClockOf(Date.now),
    log: pino({ level: 'silent' }),
    dataDir,
    autopilot: 'on',
  };
}
async function remove(): Promise<void> {
  await side.close();
  await db.close();
  await rm(dataDir, { recursive: true });
}

/**
 * Returns a realtime link that can do only what the demo needs: write the pending changes and the
 * poles' reports to the realtime database.
 */
function mirroring(): Services['link'] {
  return {
    async flushOutbox() {
      for (const row of await pending(db, 10_000)) {
        await side.admin.update('/', row.changes);
        await done(db, [row.id]);
      }
    },
    summaries: { pace: () => null, existing: async () => [], async write() {} },
    record: () => ABSENT_RECORD,
    positionSince: () => null,
    until: () => Promise.resolve(true),
    whenStored: () => () => {},
    watch: () => () => {},
    ownersOf: () => [],
    command: () => Promise.reject(new Error('the demo commands nothing')),
    report: (address, report) => side.admin.update(hardwarePath(address), report),
    ...ownSignIns,
    sessionsEnded() {},
    accountChanged() {},
    deviceKeysRevoked() {},
    connectedUserIds: () => new Set(),
    isHealthy: () => Promise.resolve(true),
    canStore: () => Promise.resolve(true),
  };
}

const rows = async (table: 'companies' | 'locations' | 'flags' | 'users' | 'alerts') =>
  (await db.queries.selectFrom(table).select('id').execute()).length;
const readFleet = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as FleetPole[];

describe('creating the demo data', () => {
  let seeded: Demo;
  beforeAll(async () => {
    await openEmpty();
    seeded = await seedDemo(parts);
  });
  afterAll(remove);

  test('adds the demo data to an empty database, returns the sign-in details, and makes the file with the device keys readable only by its owner', async () => {
    const { fleetFile, signIns } = seeded;
    expect(
      await Promise.all((['companies', 'locations', 'flags', 'users'] as const).map(rows)),
    ).toEqual([4, 11, 60, 12]);
    expect(signIns.map(({ role }) => role)).toEqual([
      'master',
      'company_user',
      'location_user',
      'employee',
    ]);
    for (const { username, password } of signIns) {
      const { password_hash } = await db.queries
        .selectFrom('users')
        .select('password_hash')
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      const match = withHasher(strangerAt('192.0.2.1'), (hasher) =>
        hasher.match([password_hash], password),
      );
      expect(await match).toBe(0);
    }
    expect(DEMO_SIGN_INS.usernames).toEqual(signIns.map(({ username }) => username));
    expect((await stat(fleetFile)).mode & 0o777).toBe(0o600);
    expect(await readFleet(fleetFile)).toHaveLength(60);
    // Nine past alerts, and the alert of the pole that no longer reports.
    expect(await rows('alerts')).toBe(10);
  });

  test('does not change a database that has accounts', async () => {
    const { fleetFile } = seeded;
    const before = await readFile(fleetFile, 'utf8');
    expect((await seedDemo(parts)).fleetFile).toBe(fleetFile);
    expect(await readFile(fleetFile, 'utf8')).toBe(before);
    expect(await rows('flags')).toBe(60);
  });

  test('turns autopilot on for three companies, and creates past, planned and draft orders', async () => {
    expect(await isUnfinished(dataDir)).toBe(false);
    expect((await engineState(db.queries)).isOn).toBe(true);
    // In a new installation, no rules have changed yet.
    const rules = db.queries.selectFrom('settings').where('id', '=', 'autopilot-rules');
    const { value } = await rules.select('value').executeTakeFirstOrThrow();
    expect(JSON.parse(value)).toMatchObject({ from: null });
    const followers = await db.queries
      .selectFrom('companies')
      .select('name')
      .where('auto_half_mast', '=', true)
      .execute();
    expect(followers).toHaveLength(3);
    const orders = await findOrders(db.queries, { kind: 'all' });
    expect(orders.map(({ status }) => status).sort()).toEqual(['approved', 'approved', 'draft']);
  });

  test('creates an intact ledger that contains every kind of outcome for the past order', async () => {
    expect(await verifyLedger(db.queries)).toHaveProperty('head');
    const orders = await findOrders(db.queries, { kind: 'all' });
    const past = orders.find(({ reason }) => reason.includes('pilots'));
    const outcomes = new Map<string, number>();
    const flags = await findHalfStaffFlags(db.queries, { kind: 'all' });
    for (const { id } of flags)
      for (const { sourceKey, outcome } of rowsOfPole(
        await planOfPole(db.queries, id, undefined),
        Date.now(),
      ))
        if (sourceKey === orderKey(past!.id))
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    expect(Object.fromEntries(outcomes)).toEqual({ 'on-time': 20, late: 2, locked: 1, held: 1 });
  });

  test('creates poles that connect with the keys in the fleet file', async () => {
    const poles = await readFleet(seeded.fleetFile);
    const fleet = startFleet({ server: side.url, poles, spread: 500 });
    for (const pole of poles) {
      if (pole.behaviour === 'offline') continue;
      const record = await side.until(pole, (r) => r.deviceName !== null);
      expect(record.deviceName).toBe(pole.name);
    }
    expect(fleet.stats()).toMatchObject({ poles: 60, connected: 59, problems: 0 });
    await fleet.stop();
  });
});

describe('incomplete demo data', () => {
  beforeAll(openEmpty);
  afterAll(remove);

  test('stays marked as unfinished if the realtime database fails after the accounts are created', async () => {
    const away = { ...parts, link: { ...parts.link, report: () => Promise.reject(new Error()) } };
    await expect(seedDemo(away)).rejects.toThrow();
    expect(await rows('users')).toBe(12);
    expect(await isUnfinished(dataDir)).toBe(true);
  });
});
