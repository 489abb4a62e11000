import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../../platform/database/tables/messages.ts';
import { deliverMails } from '../../../platform/mail/queue.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { type Client, createHarness, type Harness, SETTINGS } from '../../../testing/harness.ts';
import { runJob } from '../../../testing/runJob.ts';
import { type Receiver, startReceiver } from '../../webhooks/testing/receiver.ts';
import { orderSourcesJob } from './job.ts';

const HOUR_MS = 3_600_000;
const DOCUMENT = `<p>Governor Ann Bell of Ohio ordered flags statewide to half-staff, effective
immediately, until sunset on May 8, 2026, in memory of Trooper Cole Barton.</p>`;

let site: Receiver;
let harness: Harness;
let master: Client;
let other: Client;
let mails: Mail[];
let isDown: boolean;

beforeAll(async () => {
  site = await startReceiver();
});
afterAll(() => site.close());
beforeEach(async () => {
  mails = [];
  isDown = false;
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
  harness = await createHarness({ mailer, settings: { webhookPrivateTargets: true } });
  harness.time.now = Date.UTC(2026, 4, 4, 15);
  master = await harness.as('master');
  other = await harness.as('master');
  site.answer((response, { path }) => {
    if (isDown) response.writeHead(500).end();
    else if (path === '/order') response.writeHead(200).end(DOCUMENT);
    else
      response
        .writeHead(200)
        .end('<rss><channel><item><title>Flags</title><link>/order</link></item></channel></rss>');
  });
  const url = new URL('/feed', site.url).href;
  const made = await master.call('POST', '/api/half-staff/sources', {
    ...{ kind: 'feed', name: 'Ohio', url },
  });
  expect(made.status).toBe(201);
});
afterEach(() => harness.close());

async function round(limits: Partial<MailSettings> = {}): Promise<string[][]> {
  const settings = { ...SETTINGS, webhookPrivateTargets: true, ...limits };
  await runJob(orderSourcesJob(harness.services, settings), harness.services.db);
  await deliverMails(harness.services, () => false);
  return mails.splice(0).map(({ to, subject }) => [to, subject]);
}
const toBoth = (subject: string) =>
  [master, other]
    .map(({ id }) => [`${id}@example.test`, subject])
    .toSorted((a, b) => (a[0]! > b[0]! ? 1 : -1));
const later = (hours: number) => {
  harness.time.now += hours * HOUR_MS;
};

test('masters get one email about a new draft, and another a day later if the draft still needs a decision', async () => {
  expect((await round()).toSorted()).toEqual(toBoth('Halyard: possible half-staff order: Flags'));
  later(1);
  expect(await round()).toEqual([]);
  later(24);
  const still = 'Halyard: possible half-staff order still needs review: Flags';
  expect((await round()).toSorted()).toEqual(toBoth(still));
  later(2);
  expect(await round()).toEqual([]);
});

test('masters get no second email about a draft that a user has dismissed', async () => {
  await round();
  const [draft] = (await master.call('GET', '/api/half-staff/source-drafts')).json;
  await master.call('DELETE', `/api/half-staff/source-drafts/${draft.id}`);
  later(25);
  expect(await round()).toEqual([]);
});

test('a master who has turned off emails about drafts gets none', async () => {
  const wants = { begins: true, ends: true, orders: true, drafts: false };
  expect((await other.call('PUT', '/api/user/half-staff-mails', wants)).status).toBe(200);
  expect((await round()).map(([to]) => to)).toEqual([`${master.id}@example.test`]);
});

test('masters get at most one email every 6 hours about each problem with a source', async () => {
  await round();
  isDown = true;
  for (let failure = 0; failure < 2; failure++) {
    later(3);
    expect(await round()).toEqual([]);
  }
  later(3);
  const problem = 'Halyard: problem with an order source: Ohio';
  expect((await round()).toSorted()).toEqual(toBoth(problem));
  later(7);
  expect(await round()).toEqual([]);
});

test('emails about a problem with a source wait if the daily email limit is used up', async () => {
  isDown = true;
  for (let failure = 0; failure < 3; failure++) {
    expect(await round({ mailsPerCompany: 0 })).toEqual([]);
    later(3);
  }
  const problem = 'Halyard: problem with an order source: Ohio';
  expect((await round()).toSorted()).toEqual(toBoth(problem));
  expect(await round()).toEqual([]);
});

test('webhooks for all companies get one event about a new draft, and a reminder a day later', async () => {
  const types = ['draft.waiting'];
  const body = { url: 'https://hooks.example.com/', eventTypes: types, companyId: null };
  expect((await master.call('POST', '/api/webhooks', body)).status).toBe(201);
  const events = async () => {
    await round();
    await round();
    const rows = await harness.services.db.queries
      .selectFrom('webhook_deliveries')
      .select('payload')
      .orderBy('created_at')
      .execute();
    return rows.map(({ payload }) => JSON.parse(payload).data);
  };
  const first = { order: null, document: { sourceName: 'Ohio', title: 'Flags' }, reminder: false };
  expect(await events()).toMatchObject([first]);
  later(24);
  expect(await events()).toMatchObject([first, { ...first, reminder: true }]);
  later(2);
  expect(await events()).toHaveLength(2);
});

test('webhooks for all companies get one event about each problem with a source', async () => {
  const types = ['source.problem'];
  const body = { url: 'https://hooks.example.com/', eventTypes: types, companyId: null };
  expect((await master.call('POST', '/api/webhooks', body)).status).toBe(201);
  const problems = async () => {
    const rows = await harness.services.db.queries
      .selectFrom('webhook_deliveries')
      .select('payload')
      .execute();
    return rows.map(({ payload }) => JSON.parse(payload).data);
  };
  isDown = true;
  for (let failure = 0; failure < 2; failure++) {
    await round();
    later(3);
  }
  expect(await problems()).toEqual([]);
  await round();
  const first = { source: { name: 'Ohio' }, problem: 'unreachable', since: harness.time.now };
  for (let again = 0; again < 3; again++) {
    later(7);
    await round();
  }
  expect(await problems()).toMatchObject([first]);
  later(7 * 24);
  await harness.services.db.queries.deleteFrom('webhook_deliveries').execute();
  await round();
  expect(await problems()).toEqual([]);
});
