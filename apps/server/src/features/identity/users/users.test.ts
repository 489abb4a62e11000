import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import {
  type Client,
  createHarness,
  type Harness,
  PASSWORD,
  SETTINGS,
} from '../../../testing/harness.ts';
import { createWorld, userBody, type World } from '../../../testing/world.ts';
import { deleteUser, updateUser } from './users.ts';

describe.each(engines)('users on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  const leaf = (path: string) => harness.link.leaves.get(path);

  test('always belong to the company of their location, regardless of what the request says', async () => {
    const other = await createWorld(harness, master);
    const answer = await master.call('POST', '/api/users', {
      ...userBody(world.locationId, 'New.Person'),
      companyId: other.companyId,
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      id: expect.any(String),
      username: 'New.Person',
      role: 'location_user',
      formattedRole: 'Location User',
      name: 'Ann Lee',
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.test',
      phone: '5125550101',
      companyId: world.companyId,
      company: 'Acme',
      locationId: world.locationId,
      location: 'North',
      allCompanies: false,
      mayMovePoles: true,
      status: 'offline',
      suspendedAt: null,
      secondFactor: false,
    });
  });

  test('have a profile in the realtime database that contains no password and is deleted together with the account', async () => {
    const { json } = await master.call('POST', '/api/users', userBody(world.locationId));
    const path = `users/${json.id}/profile`;
    const mirrored = [...harness.link.leaves.entries()].filter(([key]) => key.startsWith(path));
    expect(Object.fromEntries(mirrored)).toEqual({
      [`${path}/user_id`]: json.id,
      [`${path}/email`]: 'ann@example.test',
      [`${path}/first_name`]: 'Ann',
      [`${path}/last_name`]: 'Lee',
    });
    expect((await master.call('DELETE', `/api/users/${json.id}`)).status).toBe(204);
    expect(leaf(`${path}/user_id`)).toBe(undefined);
  });

  test('must have usernames that are unique regardless of case, in any alphabet', async () => {
    await master.call('POST', '/api/users', userBody(world.locationId, 'Jörg'));
    const again = await master.call('POST', '/api/users', userBody(world.locationId, 'JÖRG'));
    expect([again.status, again.text]).toEqual([409, 'This username is already taken.']);
    const { json } = await master.call('POST', '/api/users', userBody(world.locationId));
    const renamed = await master.call('PATCH', `/api/users/${json.id}`, { username: 'jörg' });
    expect(renamed.status).toBe(409);
  });

  test.each([
    [{ password: '' }, 'Password is required for new employees.'],
    [{ password: undefined }, 'Password is required for new employees.'],
    [{ password: 'short' }, 'Password must be at least 8 characters long.'],
    [{ locationId: undefined }, 'Please select a location for the employee.'],
    [{ locationId: '' }, 'Please select a location for the employee.'],
    [{ email: 'nowhere' }, 'Enter a valid email address'],
  ])(
    'are not created from invalid input %j, and the error text is the one in the specification',
    async (more, text) => {
      const answer = await master.call('POST', '/api/users', {
        ...userBody(world.locationId),
        ...more,
      });
      expect([answer.status, answer.text]).toEqual([400, text]);
    },
  );

  test('belong to no company or location if they are masters', async () => {
    const made = await master.call('POST', '/api/users', {
      ...userBody(world.locationId),
      role: 'master',
    });
    expect(made.json).toMatchObject({ role: 'master', companyId: null, locationId: null });
    const demoted = await master.call('PATCH', `/api/users/${made.json.id}`, {
      role: 'company_user',
    });
    expect([demoted.status, demoted.text]).toEqual([
      400,
      'Please select a location for the employee.',
    ]);
    const placed = await master.call('PATCH', `/api/users/${made.json.id}`, {
      role: 'company_user',
      locationId: world.locationId,
    });
    expect(placed.json).toMatchObject({ role: 'company_user', companyId: world.companyId });
  });

  test('keep their password if the password field is left blank (spec §5)', async () => {
    const { json } = await master.call('POST', '/api/users', userBody(world.locationId));
    const hash = async () =>
      (
        await harness.services.db.queries
          .selectFrom('users')
          .select('password_hash')
          .where('id', '=', json.id)
          .executeTakeFirstOrThrow()
      ).password_hash;
    const before = await hash();
    const kept = await master.call('PATCH', `/api/users/${json.id}`, { password: '', phone: '1' });
    expect(kept.json.phone).toBe('1');
    expect(await hash()).toBe(before);
  });

  test('are signed out everywhere if another user sets their password', async () => {
    const { json } = await master.call('POST', '/api/users', userBody(world.locationId));
    const client = await harness.client(json.id);
    await master.call('PATCH', `/api/users/${json.id}`, { password: 'another one' });
    expect((await client.call('GET', '/api/user')).status).toBe(401);
    expect(harness.link.sessionsEndedLog.length).toBeGreaterThan(0);
  });

  test('can change their own password only on the profile page, which asks for the current one', async () => {
    const answer = await world.companyUser.call('PATCH', `/api/users/${world.companyUser.id}`, {
      password: 'another one',
    });
    expect(answer.status).toBe(403);
  });

  test('cannot delete their own account or change their own role', async () => {
    const { companyUser } = world;
    expect((await companyUser.call('DELETE', `/api/users/${companyUser.id}`)).status).toBe(403);
    const changed = await companyUser.call('PATCH', `/api/users/${companyUser.id}`, {
      role: 'location_user',
    });
    expect(changed.status).toBe(403);
    const same = await companyUser.call('PATCH', `/api/users/${companyUser.id}`, {
      role: 'company_user',
      firstName: 'Same',
    });
    expect(same.json).toMatchObject({ role: 'company_user', firstName: 'Same' });
  });

  test('get changed permissions on open connections immediately, and stay connected if only their name changes', async () => {
    const id = await harness.addUser('location_user', world);
    await master.call('PATCH', `/api/users/${id}`, { firstName: 'New' });
    expect(harness.link.accountsChanged).not.toContain(id);
    await master.call('PATCH', `/api/users/${id}`, { locationId: world.otherLocationId });
    expect(harness.link.accountsChanged).toContain(id);
  });

  test('get new session IDs when their permissions change, and the old IDs stop working', async () => {
    const id = await harness.addUser('location_user', world);
    const [phone, laptop] = [await harness.client(id), await harness.client(id)];
    const sids = async () =>
      (
        await harness.services.db.queries
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', id)
          .execute()
      ).map((row) => row.id);
    await harness.link.flushOutbox();
    const before = await sids();
    const granted = (all: string[]) =>
      all.filter((sid) => harness.link.leaves.get(`access/${sid}`));
    expect(granted(before)).toEqual(before);
    await master.call('PATCH', `/api/users/${id}`, { role: 'company_user' });
    const after = await sids();
    expect(after).toHaveLength(2);
    expect(granted(before)).toEqual([]);
    expect(granted(after)).toEqual(after);
    for (const one of [phone, laptop])
      expect((await one.call('GET', '/api/user')).json.role).toBe('company_user');
  });

  test("can be moved from a company to the operator's staff, and back", async () => {
    const id = await harness.addUser('employee', { companyId: world.companyId });
    const edited = await world.companyUser.call('PATCH', `/api/users/${id}`, {
      role: 'employee',
      lastName: 'Kept',
      locationId: null,
      companyId: world.companyId,
    });
    expect(edited.json).toMatchObject({ role: 'employee', companyId: world.companyId });
    const staff = await master.call('PATCH', `/api/users/${id}`, { allCompanies: true });
    expect(staff.json).toMatchObject({ allCompanies: true, companyId: null });
    expect((await world.companyUser.call('PATCH', `/api/users/${id}`, {})).status).not.toBe(200);
    const back = await master.call('PATCH', `/api/users/${id}`, {
      allCompanies: false,
      companyId: world.companyId,
    });
    expect(back.json).toMatchObject({ allCompanies: false, companyId: world.companyId });
  });

  test('are shown as online if they are connected, or if a session was used within the last 5 minutes', async () => {
    const id = await harness.addUser('location_user', world);
    const status = async () => {
      const { json } = await master.call('GET', `/api/users/company/${world.companyId}`);
      return json.find((one: { id: string }) => one.id === id).status;
    };
    expect(await status()).toBe('offline');
    const client = await harness.client(id);
    await client.call('GET', '/api/user');
    expect(await status()).toBe('online');
    harness.time.now += 5 * 60_000;
    expect(await status()).toBe('offline');
    harness.link.connected.add(id);
    expect(await status()).toBe('online');
  });

  test('are listed by last name, then first name (spec §5)', async () => {
    const tenant = await createWorld(harness, master);
    for (const [firstName, lastName] of [
      ['Bo', 'Adams'],
      ['Al', 'Adams'],
      ['Cy', 'Aaron'],
    ])
      await master.call('POST', '/api/users', {
        ...userBody(tenant.locationId),
        firstName,
        lastName,
      });
    const { json } = await master.call('GET', `/api/users/company/${tenant.companyId}`);
    expect(json.slice(0, 3).map((one: { name: string }) => one.name)).toEqual([
      'Cy Aaron',
      'Al Adams',
      'Bo Adams',
    ]);
  });

  test('keep all changes if simultaneous edits change different fields', async () => {
    const id = await harness.addUser('location_user', world);
    const edits = [
      { firstName: 'One' },
      { lastName: 'Two' },
      { phone: '333' },
      { email: 'four@example.test' },
      { locationId: world.otherLocationId },
      { role: 'company_user' },
      { username: `seven-${id}` },
      { username: `seven-${id}`, firstName: 'One' },
    ];
    const answers = await Promise.all(
      [...edits, ...edits].map((edit) => master.call('PATCH', `/api/users/${id}`, edit)),
    );
    expect(answers.map((a) => a.status)).toEqual(Array(16).fill(200));
    const { json } = await master.call('GET', '/api/users');
    expect(json.find((one: { id: string }) => one.id === id)).toMatchObject(
      Object.assign({}, ...edits),
    );
    expect(leaf(`users/${id}/profile/email`)).toBe('four@example.test');
  });

  describe('who are masters', () => {
    const onlyMasters = async (n: number) => {
      await harness.services.db.queries
        .deleteFrom('users')
        .where('role', '=', 'master')
        .where('id', '<>', master.id)
        .execute();
      const others: string[] = [];
      for (let i = 1; i < n; i++) others.push(await harness.addUser('master'));
      return [master.id, ...others];
    };
    const masters = async () => {
      const rows = await harness.services.db.queries
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'master')
        .execute();
      return rows.length;
    };

    test('never all lose the master role, even if two masters demote each other at the same time', async () => {
      for (let round = 0; round < 10; round++) {
        const [a, b] = (await onlyMasters(2)) as [string, string];
        const demote = async (by: string, target: string) =>
          updateUser(await harness.contextOf(by), harness.sessions, SETTINGS, target, {
            role: 'company_user',
            locationId: world.locationId,
          });
        const results = await Promise.allSettled([demote(a, b), demote(b, a)]);
        expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1);
        expect(await masters()).toBe(1);
        // Make the demoted user a master again for the next round.
        await harness.services.db.queries
          .updateTable('users')
          .set({ role: 'master', company_id: null, location_id: null })
          .where('id', '=', master.id)
          .execute();
      }
    });

    test('are never all deleted, even if eight masters delete each other at the same time', async () => {
      const ids = await onlyMasters(8);
      const contexts = await Promise.all(ids.map((id) => harness.contextOf(id)));
      const results = await Promise.allSettled(
        ids.map((id, i) => deleteUser(contexts[(i + 1) % ids.length]!, id)),
      );
      expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(7);
      expect(await masters()).toBe(1);
      await harness.services.db.queries.deleteFrom('users').where('role', '=', 'master').execute();
      master = await harness.as('master');
    });
  });

  test('stay signed in only in the current session when they change their own password', async () => {
    const id = await harness.addUser('location_user', world);
    const here = await harness.client(id);
    const there = await harness.client(id);
    const wrong = await here.call('PATCH', '/api/user/password', {
      currentPassword: 'not it',
      newPassword: 'brand new one',
    });
    expect([wrong.status, wrong.text]).toEqual([400, 'The current password is incorrect.']);
    const short = await here.call('PATCH', '/api/user/password', {
      currentPassword: PASSWORD,
      newPassword: 'short',
    });
    expect(short.text).toBe('Password must be at least 8 characters long.');
    const changed = await here.call('PATCH', '/api/user/password', {
      currentPassword: PASSWORD,
      newPassword: 'brand new one',
    });
    expect(changed.json).toEqual({ ok: true });
    expect((await here.call('GET', '/api/user')).status).toBe(200);
    expect((await there.call('GET', '/api/user')).status).toBe(401);
  });

  test('can change their own contact information, which is also copied to the realtime database', async () => {
    const id = await harness.addUser('employee', { companyId: world.companyId });
    const client = await harness.client(id);
    const answer = await client.call('PATCH', '/api/user/profile', {
      firstName: ' Eve ',
      lastName: 'Stone',
      email: 'eve@example.test',
      phone: '5',
      role: 'master',
      companyId: null,
    });
    expect(answer.json).toMatchObject({ firstName: 'Eve', role: 'employee' });
    expect(answer.json.companyId).toBe(world.companyId);
    expect(leaf(`users/${id}/profile/first_name`)).toBe('Eve');
  });
});
