import { PASSWORD_NEEDED } from '@halyard/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  type Client,
  createHarness,
  type Harness,
  PASSWORD,
} from '../../../testing/harness.ts';
import { contactBody, createWorld, type World } from '../../../testing/world.ts';
import { FRESH_MS } from '../sessions/freshSignIn.ts';

let harness: Harness;
let master: Client;
let world: World;
let boss: Client;
let userId: string;
beforeAll(async () => {
  harness = await createHarness();
  master = await harness.as('master');
  world = await createWorld(harness, master);
});
afterAll(() => harness.close());
beforeEach(async () => {
  boss = await harness.as('company_user', world);
  userId = await harness.addUser('employee', world);
  await world.companyUser.call('POST', '/api/user/password/confirmation', { password: PASSWORD });
});

const stale = () => {
  harness.time.now += FRESH_MS;
};
const newUser = (role: string) => ({
  ...contactBody(),
  ...{ username: `new-${harness.time.now}`, password: 'long enough', role },
  ...{ companyId: world.companyId, locationId: world.locationId },
});
const invitation = (role: string) => ({
  ...{ role, companyId: world.companyId, locationId: world.locationId },
});
const patch = (body: object) => (by: Client) => by.call('PATCH', `/api/users/${userId}`, body);

const GUARDED: Record<string, (by: Client) => Promise<Answer>> = {
  "removing a user's second factor": (by) =>
    by.call('DELETE', `/api/users/${userId}/second-factor`),
  "setting a user's password": patch({ password: 'set by the boss' }),
  "changing a user's email address": patch({ email: 'thief@example.test' }),
  'making a user a company user': patch({ role: 'company_user' }),
  'creating a company user': (by) => by.call('POST', '/api/users', newUser('company_user')),
  'inviting a company user': (by) =>
    by.call('POST', '/api/invitations', invitation('company_user')),
};
const FREE: Record<string, (by: Client) => Promise<Answer>> = {
  "changing a user's name": patch({ firstName: 'Other' }),
  'making an employee a location user': patch({ role: 'location_user' }),
  'creating a location user': (by) => by.call('POST', '/api/users', newUser('location_user')),
  'inviting an employee': (by) => by.call('POST', '/api/invitations', invitation('employee')),
};

describe('a session whose last sign-in was more than ten minutes ago', () => {
  test.each(Object.entries(GUARDED))(
    'must be confirmed with the password before %s',
    async (_, act) => {
      stale();
      const refused = await act(boss);
      expect([refused.status, refused.text]).toEqual([403, PASSWORD_NEEDED]);
      await boss.call('POST', '/api/user/password/confirmation', { password: PASSWORD });
      expect([200, 201]).toContain((await act(boss)).status);
    },
  );

  test.each(Object.entries(FREE))('does not require the password again for %s', async (_, act) => {
    stale();
    expect([200, 201]).toContain((await act(boss)).status);
  });

  test('must be confirmed with the password before creating or inviting a master', async () => {
    stale();
    const user = { ...newUser('master'), companyId: null, locationId: null };
    for (const answer of [
      await master.call('POST', '/api/users', user),
      await master.call('POST', '/api/invitations', { role: 'master' }),
    ])
      expect([answer.status, answer.text]).toEqual([403, PASSWORD_NEEDED]);
  });

  test('must be confirmed with the password before importing users', async () => {
    stale();
    const body = { csv: 'username\nx\n', plan: 'x', invite: false };
    const answer = await master.call('POST', '/api/import/people', body);
    expect([answer.status, answer.text]).toEqual([403, PASSWORD_NEEDED]);
  });
});
