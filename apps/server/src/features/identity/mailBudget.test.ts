import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../platform/database/tables/messages.ts';
import { PER_ADDRESS } from '../../platform/mail/budget.ts';
import { deliverMails } from '../../platform/mail/queue.ts';
import { createHarness, DAY_MS, type Harness, PASSWORD } from '../../testing/harness.ts';
import { contactBody, createWorld, type World } from '../../testing/world.ts';

const MOST = 20;
const sent: Mail[] = [];
let harness: Harness;
let world: World;

beforeEach(async () => {
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {} };
  const settings = { publicUrl: 'https://h.example', mailsPerCompany: MOST };
  harness = await createHarness({ mailer, settings });
  world = await createWorld(harness, await harness.as('master'));
});
afterEach(() => harness.close());

const mails = async () => {
  await deliverMails(harness.services, () => false);
  return sent.splice(0);
};
const join = async (email: string) => {
  const { companyId } = world;
  const { json } = await world.companyUser.call('POST', '/api/invitations', { companyId });
  const body = { ...contactBody(), email, code: json.code, username: `joined-${json.id}` };
  const answer = await harness
    .anonymous()
    .call('POST', '/api/register', { ...body, password: PASSWORD });
  // These tests are not about the limit on registrations per IP address.
  harness.time.now += 60_000;
  return answer.status;
};
const makeTokens = async (count: number, by = world.companyUser) => {
  for (let i = 0; i < count; i++) {
    const body = { name: `Token ${i}`, scope: 'read', expiresInDays: null };
    const { json } = await by.call('POST', '/api/tokens', body);
    await by.call('DELETE', `/api/tokens/${json.id}`);
  }
};
const setPassword = (id: string, password: string) =>
  world.companyUser.call('PATCH', `/api/users/${id}`, { password });

test("registrations with made-up email addresses count toward the company's daily email limit", {
  timeout: 30_000,
}, async () => {
  for (let i = 0; i < MOST + 5; i++) expect(await join(`stranger-${i}@example.test`)).toBe(201);
  expect(await mails()).toHaveLength(MOST);
});

test('an email address gets only a few emails of each kind per day, and the last one says that no more will follow', {
  timeout: 30_000,
}, async () => {
  for (let i = 0; i < PER_ADDRESS + 2; i++) await join('Stranger@example.test');
  expect(await mails()).toHaveLength(PER_ADDRESS);
  await makeTokens(10);
  const notices = await mails();
  expect(notices).toHaveLength(PER_ADDRESS);
  const last = notices.filter(({ text }) => text.includes('get any more emails like this today'));
  expect(last).toHaveLength(1);
  harness.time.now += DAY_MS;
  const again = await harness.client(world.companyUser.id);
  await makeTokens(1, again);
  expect(await mails()).toHaveLength(1);
});

test('too many emails of one kind do not block emails of another kind', async () => {
  await makeTokens(10);
  await mails();
  await world.companyUser.call('PATCH', '/api/user/password', {
    currentPassword: PASSWORD,
    newPassword: 'long enough',
  });
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'Halyard: your password was changed',
  ]);
});

test("emails about changes to existing accounts are still sent after the company's email limit is used up", {
  timeout: 60_000,
}, async () => {
  const victim = await harness.addUser('employee', world, 'victim');
  harness.time.now += DAY_MS;
  world.companyUser = await harness.client(world.companyUser.id);
  // New accounts use up the daily email limit but not the reserve. After that, nobody can set their
  // passwords.
  const statuses: number[] = [];
  for (let i = 0; i < MOST + 2; i++) {
    const id = await harness.addUser('employee', world);
    statuses.push((await setPassword(id, `long enough ${i}`)).status);
  }
  expect(statuses).toEqual([...Array(MOST).fill(200), 429, 429]);
  expect(await mails()).toHaveLength(MOST);
  expect((await setPassword(victim, 'set by the boss')).status).toBe(200);
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'Halyard: your password was changed',
  ]);
});
