import { DEFAULT_ALERT_SETTINGS } from '@halyard/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localBus } from '../../../../platform/jobs/bus.ts';
import { Jobs } from '../../../../platform/jobs/jobs.ts';
import { Lease } from '../../../../platform/jobs/lease.ts';
import { mailJob } from '../../../../platform/mail/job.ts';
import { PoleIndex } from '../../../halfStaff/poles/poleIndex.ts';
import { alertJobs } from '../jobs.ts';
import { type AlertWorld, createAlertWorld } from '../testing/alertWorld.ts';

const SETTINGS = { productName: 'Halyard', publicUrl: null, mailsPerCompany: 200 };

let world: AlertWorld;
let url: string;
beforeEach(async () => {
  world = await createAlertWorld('sqlite');
  url = `/api/alerts/settings/${world.company.companyId}`;
});
afterEach(() => world.close());

const put = (more: object) =>
  world.company.companyUser.call('PUT', url, { ...DEFAULT_ALERT_SETTINGS, ...more });

test('a company has the default alert settings until it saves its own', async () => {
  const { companyUser } = world.company;
  expect((await companyUser.call('GET', url)).json).toEqual({
    settings: DEFAULT_ALERT_SETTINGS,
    own: [],
    isDefault: true,
    defaults: DEFAULT_ALERT_SETTINGS,
    hasMailServer: true,
    delayedUntil: null,
    recipients: 1,
  });
  const answer = await put({ offlineMinutes: 60, roles: [], addresses: ['ops@example.test'] });
  expect(answer.json).toMatchObject({ isDefault: false, recipients: 1 });
  expect((await companyUser.call('GET', url)).json.settings).toEqual({
    ...DEFAULT_ALERT_SETTINGS,
    offlineMinutes: 60,
    roles: [],
    addresses: ['ops@example.test'],
  });
});

test.each([
  ['a header in an address', { addresses: ['a@b.test\r\nBcc: all@b.test'] }],
  ['two addresses in one entry', { addresses: ['a@b.test, c@d.test'] }],
  ['a name before an address', { addresses: ['Ann <a@b.test>'] }],
  ['more addresses than allowed', { addresses: Array(21).fill('a@b.test') }],
  ['a master’s role', { roles: ['master'] }],
  ['an offline time that still counts as online', { offlineMinutes: 4 }],
  ['an inverted range', { voltageBelow: 48, voltageAbove: 40 }],
  ['an impossible time of day', { quietHours: { from: '22:00', until: '24:00' } }],
  ['quiet hours without an end', { quietHours: { from: '22:00', until: '22:00' } }],
])('alert settings with %s are rejected and change nothing', async (_what, more) => {
  expect((await put(more)).status).toBe(400);
  expect((await world.company.companyUser.call('GET', url)).json.isDefault).toBe(true);
});

test('a name with line breaks cannot add a header to an alert email', async () => {
  const [pole] = await world.addPoles(['Gate\r\nBcc: all@b.test']);
  await world.pass(1000);
  pole!.node.voltage = 30;
  await world.pass(10_000);
  const mails = await world.mails();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [
      `${world.company.companyUser.id}@example.test`,
      'Voltage out of range: Gate Bcc: all@b.test (North)',
    ],
  ]);
});

test('a suspended user gets no alert emails', async () => {
  const { companyUser } = world.company;
  await world.services.db.queries
    .updateTable('users')
    .set({ suspended_at: 1 })
    .where('id', '=', companyUser.id)
    .execute();
  expect((await world.master.call('GET', url)).json.recipients).toBe(0);
});

test('test emails are rate-limited, and fail with an error if the mail server rejects them or there is no recipient', async () => {
  const send = () => world.company.companyUser.call('POST', `${url}/test`);
  expect((await send()).json).toEqual({ recipients: 1 });
  expect((await world.mails()).map(({ subject }) => subject)).toEqual(['Test alert for Acme']);
  world.mailServer.refused.set(`${world.company.companyUser.id}@example.test`, 550);
  const refused = await send();
  expect([refused.status, refused.text]).toEqual([409, 'The mail server rejected the test email.']);
  world.mailServer.refused.clear();
  for (let i = 0; i < 3; i++) await send();
  expect((await send()).status).toBe(200);
  expect((await send()).status).toBe(429);
  await put({ roles: [] });
  const nobody = await send();
  expect([nobody.status, nobody.text]).toEqual([409, 'No recipients: choose one and save first.']);
});

test('the email about an alert reaches the mail server within 10 seconds of the start of the alert condition', {
  timeout: 60_000,
}, async () => {
  const pole = await world.poleOf(world.company.flagRowId);
  const { services } = world;
  await world.pass(1000);
  pole.node.voltage = 30;
  // The test uses the real clock from here on.
  const { time } = world.harness;
  const ahead = time.now - Date.now();
  const clock = () => Date.now() + ahead;
  const link = {
    ...services.link,
    record: () => ({
      ...services.link.record({ ownerId: '', flagId: pole.flagId }),
      voltage: 30,
      seenAt: clock(),
    }),
  };
  const own = { ...services, link, clock };
  const lease = await Lease.open({ name: 'test', db: own.db, databaseUrl: null, log: own.log });
  const jobs = new Jobs({ ...own, lease, bus: localBus() });
  await jobs.start([...alertJobs(own, SETTINGS, new PoleIndex(own.db)), mailJob(own)]);
  await expect.poll(() => world.mailServer.mails.length).toBeGreaterThan(0);
  await jobs.stop();
});

test('a webhook is notified of an alert immediately, even in quiet hours', async () => {
  const { companyId, companyUser } = world.company;
  const body = {
    url: 'https://hooks.example.com/halyard',
    eventTypes: ['alert.started', 'alert.ended'],
    companyId,
  };
  expect((await companyUser.call('POST', '/api/webhooks', body)).status).toBe(201);
  await put({ quietHours: { from: '00:00', until: '23:59' } });
  const pole = await world.poleOf(world.company.flagRowId);
  await world.pass(1000);
  pole.node.voltage = 30;
  await world.pass(1000);
  pole.node.voltage = 42;
  await world.pass(180_000);
  const rows = await world.services.db.queries
    .selectFrom('webhook_deliveries')
    .select(['type', 'payload'])
    .orderBy('created_at')
    .execute();
  expect(rows.map(({ type, payload }) => [type, JSON.parse(payload)])).toMatchObject([
    [
      'alert.started',
      {
        companyId,
        data: {
          flag: { id: pole.id, flagId: pole.flagId, name: 'Gate' },
          alert: { condition: 'voltage', cause: '30.0 V, below 40 V.', endedAt: null },
        },
      },
    ],
    ['alert.ended', { companyId, data: { alert: { condition: 'voltage' } } }],
  ]);
  expect(world.mailServer.mails).toEqual([]);
});
