import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordBackup } from '../../features/activity/backups.ts';
import { createLists } from '../../features/fleet/summaries/createLists.ts';
import { PoleIndex } from '../../features/halfStaff/poles/poleIndex.ts';
import { WrongPositionIndex } from '../../features/halfStaff/poles/wrongPositions/wrongPositionIndex.ts';
import { NEVER_ASKED } from '../../features/orderDesk/sources/stored/queries.ts';
import { VERSION } from '../../platform/config/version.ts';
import { newId } from '../../platform/database/text.ts';
import { queueMails } from '../../platform/mail/queue.ts';
import { hardwarePath } from '../../realtime/outbox/mirroredChanges.ts';
import { createHarness, type Harness } from '../../testing/harness.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { watchFleet } from './fleetMetrics.ts';
import { countedMailer, watchOperation } from './operationMetrics.ts';

/**
 * These tests check the first response with metrics after a server starts. The server has data for
 * every metric.
 */

let harness: Harness;
let world: World;
beforeAll(async () => {
  harness = await createHarness();
  world = await createWorld(harness, await harness.client(await harness.addUser('master')));
  const { services, link, time } = harness;
  const { db } = services;
  const { ownerId } = await db.queries
    .selectFrom('flags')
    .select('owner_id as ownerId')
    .where('id', '=', world.flagRowId)
    .executeTakeFirstOrThrow();
  const node = hardwarePath({ ownerId, flagId: world.flagId });
  link.leaves.set(`${node}/voltage`, 2);
  link.leaves.set(`${node}/seenAt`, time.now);
  const mail = { to: 'a@example.test', subject: 'S', text: 'T' };
  await db.transaction((trx) => queueMails(trx, [mail, mail, mail], time.now));
  const { id } = await db.queries
    .selectFrom('outgoing_mails')
    .select('id')
    .executeTakeFirstOrThrow();
  await db.queries.updateTable('outgoing_mails').set({ tries: 1 }).where('id', '=', id).execute();
  const alert = { company_id: world.companyId, condition: 'voltage', cause: 'x' } as const;
  const times = { since: 1, over_since: null, recorded_at: 1, news_at: 1, told_at: null };
  const notNotified = { news: null, masters_told: null, masters_told_at: null };
  for (const [flag_id, ended_at] of [
    [world.flagRowId, null],
    [world.otherFlagRowId, 5],
  ] as const)
    await db.queries
      .insertInto('alerts')
      .values({ id: newId(), flag_id, ended_at, ...alert, ...times, ...notNotified })
      .execute();
  for (const [id, is_on, problem] of [
    ['failing', true, 'silent'],
    ['off', false, 'silent'],
    ['healthy', true, null],
  ] as const) {
    const added = { next_at: 0, created_by: 'ann', created_at: 0, is_federal: false };
    await db.queries
      .insertInto('order_sources')
      .values({ ...NEVER_ASKED, ...added, id, is_on, problem, definition: '{}' })
      .execute();
  }
  for (const at of [1_700_000_000_000, 1_600_000_000_000])
    await recordBackup(db, { file: '/b', createdAt: '2023-11-14T22:13:20Z' }, at);
});
afterAll(() => harness.close());

test('the metrics leave out pole counts that have not been computed yet', async () => {
  const registry = new Registry();
  const { services } = harness;
  const poles = new PoleIndex(services.db);
  const { fleet } = createLists(services, poles);
  for (const index of [poles, fleet])
    vi.spyOn<{ current(): Promise<unknown> }, 'current'>(index, 'current').mockReturnValue(
      new Promise(() => {}),
    );
  watchFleet(registry, services, new WrongPositionIndex(services, poles), fleet)();
  const text = await registry.metrics();
  expect(text).toMatch(/^halyard_outbox_length \d/m);
  expect(text).not.toMatch(/^halyard_poles/m);
});

async function firstScrape(): Promise<(name: string) => number | undefined> {
  const registry = new Registry();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'halyard-scrape-'));
  watchOperation(registry, { db: harness.services.db, dataDir });
  const { services } = harness;
  const poles = new PoleIndex(services.db);
  const wrongPositions = new WrongPositionIndex(services, poles);
  watchFleet(registry, services, wrongPositions, createLists(services, poles).fleet)();
  const lines = (await registry.metrics()).split('\n');
  return (name) => {
    const line = lines.find((each) => each.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1));
  };
}

test('every gauge is correct when the metrics are read for the first time', async () => {
  const value = await firstScrape();
  const expected = {
    halyard_poles_voltage_alert: 1,
    'halyard_poles{state="online"}': 1,
    'halyard_poles{state="offline"}': 1,
    [`halyard_info{version="${VERSION}"}`]: 1,
    halyard_mails_waiting: 3,
    halyard_mails_retrying: 1,
    halyard_alerts_open: 1,
    halyard_order_sources_failing: 1,
    halyard_last_backup_timestamp_seconds: 1_700_000_000,
  };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, value(name)]))).toEqual(
    expected,
  );
});

test('the metrics include the free space on the disk that contains DATA_DIR', async () => {
  const value = await firstScrape();
  const [free, size] = [value('halyard_disk_free_bytes')!, value('halyard_disk_size_bytes')!];
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(free);
});

test('the metrics count emails that the mail server rejects', async () => {
  const registry = new Registry();
  let refuses = true;
  const mailer = countedMailer(registry, {
    async send() {
      if (refuses) throw new Error('Try later');
    },
    close() {},
  });
  const mail = { to: 'a@example.test', subject: 'S', text: 'T' };
  expect(await registry.metrics()).toContain('halyard_mail_tries_total{outcome="failed"} 0');
  await expect(mailer.send(mail)).rejects.toThrow('Try later');
  refuses = false;
  await mailer.send(mail);
  const text = await registry.metrics();
  expect(text).toContain('halyard_mail_tries_total{outcome="failed"} 1');
  expect(text).toContain('halyard_mail_tries_total{outcome="sent"} 1');
});
