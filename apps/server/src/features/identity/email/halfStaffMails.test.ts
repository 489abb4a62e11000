import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';

const ALL = { begins: true, ends: true, orders: true, drafts: true };
let harness: Harness;
let master: Client;
let world: World;
beforeAll(async () => {
  harness = await createHarness();
  master = await harness.as('master');
  world = await createWorld(harness, master);
});
afterAll(() => harness.close());

const wanted = async (client: Client) =>
  (await client.call('GET', '/api/user')).json.halfStaffMails;
const choose = (client: Client, body: object) =>
  client.call('PUT', '/api/user/half-staff-mails', body);

test('all half-staff emails are on at first, and a user can turn each kind on or off', async () => {
  const colleague = await harness.as('company_user', { companyId: world.companyId });
  expect(await wanted(world.companyUser)).toEqual(ALL);
  const answer = await choose(world.companyUser, { ends: false });
  expect(answer.json.halfStaffMails).toEqual({ ...ALL, ends: false });
  await choose(world.companyUser, { orders: false });
  expect(await wanted(world.companyUser)).toEqual({ ...ALL, ends: false, orders: false });
  expect(await wanted(colleague)).toEqual(ALL);
});

test('a request to turn half-staff emails on or off is rejected if it does not say which kind of email', async () => {
  expect((await choose(world.employee, {})).status).toBe(400);
  expect((await choose(world.employee, { ends: 'no' })).status).toBe(400);
});

test("users can neither see nor change other users' settings for half-staff emails", async () => {
  const url = `/api/users/${world.companyUser.id}`;
  const before = await wanted(world.companyUser);
  const body = { phone: '5550100001', halfStaffMails: ALL, mails_ends: true };
  expect((await master.call('PATCH', url, body)).status).toBe(200);
  expect(await wanted(world.companyUser)).toEqual(before);
  const users = (await master.call('GET', '/api/users')).json;
  expect(JSON.stringify(users)).not.toContain('halfStaffMails');
});
