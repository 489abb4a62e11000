import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, userBody, type World } from '../../../testing/world.ts';

const FORBIDDEN = 'You are not allowed to do this.';

describe.each(engines)('an account without permission to move poles (%s)', (engine) => {
  let harness: Harness;
  let world: World;
  let other: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    const master = await harness.as('master');
    world = await createWorld(harness, master);
    other = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  let looker: Client;
  beforeEach(async () => {
    const { companyId, locationId } = world;
    looker = await harness.as('location_user', { companyId, locationId });
  });

  const set = (mayMovePoles: boolean, by = world.companyUser, id = looker.id) =>
    by.call('PATCH', `/api/users/${id}`, { mayMovePoles });
  /**
   * Makes every API call that sends a command to a pole or that keeps other users from doing so.
   */
  const commands = (by: Pick<Client, 'call'>) => {
    const flag = `/api/flags/${world.flagRowId}`;
    return Promise.all([
      by.call('PATCH', flag, { switches: [{ id: 'sw2', state: true }] }),
      by.call('PUT', `${flag}/lock`, { reason: 'Rope' }),
      by.call('DELETE', `${flag}/lock`),
      by.call('POST', `${flag}/hold`, { until: { kind: 'opened' } }),
      by.call('DELETE', `${flag}/hold`),
      by.call('POST', '/api/half-staff/wrong-positions/fix', {
        kind: 'half-staff',
        ids: [world.flagRowId],
      }),
    ]);
  };
  const accessOf = async ({ cookie }: Client) => {
    await harness.link.flushOutbox();
    const sid = (await harness.sessions.fromCookie(cookie!))!.session.sid;
    return harness.link.leaves.get(`access/${sid}`);
  };

  test('sees flags, but cannot send them commands with any API call or API token', async () => {
    expect((await looker.call('GET', '/api/user')).json.mayMovePoles).toBe(true);
    const terms = { name: 'Script', scope: 'manage', expiresInDays: null };
    const token = (await looker.call('POST', '/api/tokens', terms)).json;
    const headers = { authorization: `Bearer ${token.secret}` };
    const script: Pick<Client, 'call'> = {
      call: (method, url, body) => harness.anonymous().call(method, url, body, { headers }),
    };
    for (const by of [looker, script])
      expect((await commands(by)).map(({ status }) => status)).not.toContain(403);

    expect((await set(false)).json.mayMovePoles).toBe(false);
    for (const by of [looker, script]) {
      for (const { status, text } of await commands(by))
        expect([status, text]).toEqual([403, FORBIDDEN]);
      expect((await by.call('GET', '/api/flags')).json).toHaveLength(1);
    }
    expect((await looker.call('GET', '/api/user')).json.mayMovePoles).toBe(false);

    await set(true);
    for (const by of [looker, script])
      expect((await commands(by)).map(({ status }) => status)).not.toContain(403);
  });

  test('becomes view-only in the realtime database immediately, for all its sessions and API tokens', async () => {
    const there = await harness.client(looker.id);
    const terms = { name: 'Script', scope: 'switch', expiresInDays: null };
    const { id: before } = (await looker.call('POST', '/api/tokens', terms)).json;
    const states = async () => [
      await accessOf(looker),
      await accessOf(there),
      harness.link.leaves.get(`access/${before}`),
    ];
    expect(await states()).toEqual([true, true, true]);
    await set(false);
    expect(await states()).toEqual(['look', 'look', 'look']);
    // Sessions and tokens that are created after that do not have the permission either.
    expect(await accessOf(await harness.client(looker.id))).toBe('look');
    const { id: after } = (await looker.call('POST', '/api/tokens', terms)).json;
    expect(harness.link.leaves.get(`access/${after}`)).toBe('look');
    await set(true);
    expect(await states()).toEqual([true, true, true]);
  });

  test('can get the permission only from masters and from users of the same company', async () => {
    expect((await set(false, await harness.as('master'))).status).toBe(200);
    expect((await set(true, other.companyUser)).status).toBe(404);
    expect((await set(true, looker)).status).toBe(403);
    expect((await set(true)).status).toBe(200);
    const { json } = await world.companyUser.call('GET', '/api/users');
    expect(json.find(({ id }: { id: string }) => id === looker.id).mayMovePoles).toBe(true);
  });

  test('can be created without the permission', async () => {
    const body = { ...userBody(world.locationId), mayMovePoles: false };
    expect((await world.companyUser.call('POST', '/api/users', body)).json).toMatchObject({
      mayMovePoles: false,
    });
  });

  test('must have the role location user or employee, because users who manage a company may always move its poles', async () => {
    const text = 'Only location users and employees can be denied permission to move poles.';
    const id = await harness.addUser('company_user', world);
    const refused = await set(false, world.companyUser, id);
    expect([refused.status, refused.text]).toEqual([400, text]);
    await set(false);
    const promoted = await world.companyUser.call('PATCH', `/api/users/${looker.id}`, {
      role: 'company_user',
    });
    expect(promoted.json).toMatchObject({ role: 'company_user', mayMovePoles: true });
    expect(await accessOf(looker)).toBe(true);
  });
});
