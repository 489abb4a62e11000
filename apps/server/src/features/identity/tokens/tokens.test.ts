import type { TokenScope } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetPassword } from '../../../app/admin/accounts.ts';
import { engines } from '../../../testing/engines.ts';
import {
  type Client,
  createHarness,
  DAY_MS,
  type Harness,
  PASSWORD,
} from '../../../testing/harness.ts';
import { createWorld, userBody, type World } from '../../../testing/world.ts';
import { makeTemporaryPassword } from '../passwords/temporaryPassword.ts';

const LAMP_ON = [{ id: 'sw4', state: true }];

describe.each(engines)('API tokens on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  /**
   * Confirms the user's password. This is necessary because, by the clock of these tests, the last
   * sign-in was long ago.
   */
  const enterPassword = (client: Client) =>
    client.call('POST', '/api/user/password/confirmation', { password: PASSWORD });
  const create = async (client: Client, scope: TokenScope, expiresInDays: number | null = null) => {
    await enterPassword(client);
    const { status, json } = await client.call('POST', '/api/tokens', {
      name: 'Script',
      scope,
      expiresInDays,
    });
    expect(status).toBe(201);
    return json as { id: string; secret: string };
  };
  const service = async (rights: object) => {
    await enterPassword(master);
    return (await master.call('POST', '/api/service-accounts', { name: 'Weather', ...rights }))
      .json;
  };
  /**
   * Makes API calls in the same way as a script: with an API token, but without a cookie or an
   * origin.
   */
  const by =
    ({ secret }: { secret: string }) =>
    async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) => {
      const response = await harness.app.inject({
        method,
        url,
        headers: { host: 'localhost:3000', authorization: `Bearer ${secret}` },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      return { status: response.statusCode, text: response.body };
    };

  test('are shown only once when they are created, are stored only as a hash, and start with a known prefix', async () => {
    const person = await harness.as('employee', { companyId: world.companyId });
    const { secret, ...rest } = await create(person, 'read', 30);
    expect(secret).toMatch(/^hal_[\w-]{43}$/);
    expect((await person.call('GET', '/api/tokens')).json).toEqual([rest]);
    expect(rest).toMatchObject({
      name: 'Script',
      scope: 'read',
      expiresAt: harness.time.now + 30 * DAY_MS,
      lastUsedAt: null,
    });
    const rows = await harness.services.db.queries.selectFrom('tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(harness.link.leaves.get(`access/${rest.id}`)).toBe(true);
  });

  test('allow what their scope permits, but never more than the user may do', async () => {
    const flag = `/api/flags/${world.flagRowId}`;
    const statuses = async (client: Client) => {
      const found: Record<string, number[]> = {};
      for (const scope of ['read', 'switch', 'manage'] as const) {
        const call = by(await create(client, scope));
        found[scope] = [
          (await call('GET', '/api/flags')).status,
          (await call('PATCH', flag, { switches: LAMP_ON })).status,
          (await call('PATCH', flag, { name: `Named by ${scope}` })).status,
          (await call('GET', '/api/webhooks')).status,
        ];
      }
      return found;
    };
    expect(await statuses(world.companyUser)).toEqual({
      read: [200, 403, 403, 403],
      switch: [200, 200, 403, 403],
      manage: [200, 200, 200, 200],
    });
    expect(await statuses(world.employee)).toEqual({
      read: [200, 403, 403, 403],
      switch: [200, 200, 403, 403],
      manage: [200, 200, 403, 403],
    });
    const { text } = await by(await create(world.locationUser, 'read'))('GET', '/api/flags');
    expect(JSON.parse(text).map(({ id }: { id: string }) => id)).toEqual([world.flagRowId]);
  });

  test('cannot create tokens or accounts, or change passwords, profiles or service accounts', async () => {
    const call = by(await create(master, 'manage'));
    const refused: [Parameters<typeof call>[0], string, object?][] = [
      ['POST', '/api/tokens', { name: 'Another', scope: 'read', expiresInDays: null }],
      ['GET', '/api/service-accounts'],
      ['POST', '/api/service-accounts', { name: 'Another', role: 'master' }],
      ['PATCH', '/api/user/profile', { firstName: 'X', lastName: 'Y', email: 'x@example.test' }],
      ['PATCH', '/api/user/password', { currentPassword: 'x', newPassword: 'long enough' }],
      ['POST', '/api/users', userBody(world.locationId)],
      ['PATCH', `/api/users/${world.targetUserId}`, { password: 'long enough' }],
      ['DELETE', `/api/users/${world.targetUserId}`],
      ['POST', '/api/invitations', { companyId: world.companyId }],
      ['POST', '/api/realtime-token'],
    ];
    for (const [method, url, body] of refused)
      expect([method, url, (await call(method, url, body)).status]).toEqual([method, url, 403]);
    expect((await call('GET', '/api/user')).status).toBe(200);
    expect((await call('GET', '/api/users')).status).toBe(200);
  });

  test('are accepted only in the Authorization header, take precedence over the session cookie, and need no Origin header', async () => {
    const { secret } = await create(master, 'read');
    const status = async (url: string, headers: object = {}, cookie?: string) =>
      (
        await harness.app.inject({
          method: 'GET',
          url,
          headers: { host: 'localhost:3000', ...headers, ...(cookie && { cookie }) },
        })
      ).statusCode;
    const url = '/api/flags';
    expect(await status(`${url}?auth=${secret}&access_token=${secret}`)).toBe(401);
    expect(await status(url, { authorization: `bearer ${secret}` })).toBe(200);
    expect(await status(url, { authorization: 'Bearer hal_unknown' })).toBe(401);
    // If the token is wrong, the cookie is not used in its place.
    expect(await status(url, { authorization: 'Bearer x' }, master.cookie ?? '')).toBe(401);
    // The server ignores an `Authorization` header that is meant for a proxy.
    expect(await status(url, { authorization: 'Basic eDp5' }, master.cookie ?? '')).toBe(200);
    const foreign = await harness.app.inject({
      method: 'POST',
      url: '/api/half-staff/preview',
      headers: { host: 'localhost:3000', authorization: `Bearer ${secret}`, origin: 'https://x.y' },
      payload: {},
    });
    expect(foreign.statusCode).toBe(400);
  });

  test('are rejected if they have expired, were revoked or belong to a suspended user', async () => {
    const person = await harness.as('company_user', {
      companyId: world.companyId,
      locationId: world.locationId,
    });
    const [short, revoked, long] = [
      await create(person, 'read', 1),
      await create(person, 'read'),
      await create(person, 'read', 30),
    ];
    const statuses = async () => {
      const all = [];
      for (const token of [short, revoked, long])
        all.push((await by(token)('GET', '/api/flags')).status);
      return all;
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    harness.time.now += DAY_MS;
    expect((await world.companyUser.call('DELETE', `/api/tokens/${revoked.id}`)).status).toBe(404);
    expect((await person.call('DELETE', `/api/tokens/${revoked.id}`)).status).toBe(204);
    expect(harness.link.sessionsEndedLog).toContain(revoked.id);
    expect(harness.link.leaves.has(`access/${revoked.id}`)).toBe(false);
    expect(await statuses()).toEqual([401, 401, 200]);
    await master.call('PUT', `/api/users/${person.id}/suspension`);
    expect(harness.link.accountsChanged).toContain(person.id);
    expect(await statuses()).toEqual([401, 401, 401]);
    await master.call('DELETE', `/api/users/${person.id}/suspension`);
    expect(await statuses()).toEqual([401, 401, 200]);
    await master.call('DELETE', `/api/users/${person.id}`);
    expect(await statuses()).toEqual([401, 401, 401]);
    expect(harness.link.leaves.has(`access/${long.id}`)).toBe(false);
    expect(harness.link.sessionsEndedLog).toContain(long.id);
  });

  test.each<[string, (person: Client) => Promise<unknown>]>([
    ['signing out everywhere', (person) => person.call('DELETE', '/api/user/sessions')],
    [
      'being signed out everywhere',
      ({ id }) => world.companyUser.call('DELETE', `/api/users/${id}/sessions`),
    ],
    [
      'a password set by someone else',
      ({ id }) => world.companyUser.call('PATCH', `/api/users/${id}`, { password: 'long enough' }),
    ],
    [
      'a password set with the command line',
      async ({ id }) => {
        const { db } = harness.services;
        const { username } = await db.queries
          .selectFrom('users')
          .select('username')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const shell = { ...harness.services, productName: 'Halyard' };
        await resetPassword(shell, username, 'long enough');
        await harness.link.flushOutbox();
      },
    ],
    [
      'a password set after the old one was forgotten',
      async ({ id }) => {
        const password = await makeTemporaryPassword(harness.services.db, id, harness.time.now);
        const { username } = (await master.call('GET', '/api/users')).json.find(
          (user: { id: string }) => user.id === id,
        );
        const signIn = await harness.anonymous().call('POST', '/api/login', { username, password });
        const cookie = String(signIn.headers['set-cookie']).split(';')[0]!;
        const body = { newPassword: 'long enough' };
        const url = '/api/user/new-password';
        return harness.anonymous().call('POST', url, body, { headers: { cookie } });
      },
    ],
  ])('are all revoked by %s, because a thief may have created them', async (_what, end) => {
    const person = await harness.as('company_user', {
      companyId: world.companyId,
      locationId: world.locationId,
    });
    const token = await create(person, 'manage');
    const others = await create(world.companyUser, 'manage');
    await end(person);
    expect((await by(token)('GET', '/api/flags')).status).toBe(401);
    expect(harness.link.leaves.has(`access/${token.id}`)).toBe(false);
    expect((await by(others)('GET', '/api/flags')).status).toBe(200);
  });

  test('stay valid when users change their own password', async () => {
    const person = await harness.as('employee', { companyId: world.companyId });
    const token = await create(person, 'read');
    const change = { currentPassword: PASSWORD, newPassword: 'long enough' };
    expect((await person.call('PATCH', '/api/user/password', change)).status).toBe(200);
    expect((await by(token)('GET', '/api/flags')).status).toBe(200);
  });

  test("always have their user's current permissions", async () => {
    const person = await harness.as('company_user', {
      companyId: world.companyId,
      locationId: world.locationId,
    });
    const call = by(await create(person, 'manage'));
    expect((await call('GET', '/api/locations')).status).toBe(200);
    await master.call('PATCH', `/api/users/${person.id}`, { role: 'location_user' });
    expect((await call('PATCH', `/api/flags/${world.flagRowId}`, { name: 'X' })).status).toBe(403);
  });

  test('let a service account act in its own name, but only within its company', async () => {
    const account = await service({
      role: 'company_user',
      companyId: world.companyId,
      scope: 'manage',
      expiresInDays: 10,
    });
    expect(account.expiresAt).toBe(harness.time.now + 10 * DAY_MS);
    const call = by(account);
    const locked = await call('PUT', `/api/flags/${world.flagRowId}/lock`, { reason: 'Painting' });
    expect(JSON.parse(locked.text).live.lock).toMatchObject({
      by: `service:${account.id}`,
      byName: 'Weather',
    });
    expect((await call('DELETE', `/api/flags/${world.flagRowId}/lock`)).status).toBe(200);
    expect(
      (await call('PATCH', `/api/flags/${world.flagRowId}`, { switches: LAMP_ON })).status,
    ).toBe(200);
    expect(harness.link.commands.at(-1)?.userId).toBe(`service:${account.id}`);
    const abroad = await createWorld(harness, master);
    expect(
      (await call('PATCH', `/api/flags/${abroad.flagRowId}`, { switches: LAMP_ON })).status,
    ).toBe(404);
    for (const url of ['/api/user', '/api/tokens'])
      expect([url, (await call('GET', url)).status]).toEqual([url, 403]);
  });

  test('that may move flags can release their own user’s locks, but not other users’ locks', async () => {
    const url = `/api/flags/${world.otherFlagRowId}/lock`;
    const call = by(await create(world.companyUser, 'switch'));
    await world.employee.call('PUT', url, { reason: 'Painting' });
    expect((await call('DELETE', url)).status).toBe(403);
    await world.employee.call('DELETE', url);
    expect((await call('PUT', url, { reason: 'Painting' })).status).toBe(200);
    expect((await call('DELETE', url)).status).toBe(200);
  });

  test.each([
    [{ name: ' ' }, 'Name is required'],
    [{ scope: 'everything' }, 'Choose permissions'],
    [{ expiresInDays: 0 }, 'At least 1 day'],
    [{ expiresInDays: 1e9 }, 'At most 3,650 days'],
    [{ expiresInDays: '30' }, 'Enter a number of days'],
  ])('are not created from the invalid input %j (error: "%s")', async (wrong, message) => {
    const body = { name: 'Script', scope: 'read', expiresInDays: 30, ...wrong };
    const refused = await master.call('POST', '/api/tokens', body);
    expect([refused.status, refused.text]).toEqual([400, message]);
  });
});
