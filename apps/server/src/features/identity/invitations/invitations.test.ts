import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import {
  companyBody,
  contactBody,
  createWorld,
  userBody,
  type World,
} from '../../../testing/world.ts';

describe.each(bothEngines)('an invitation on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let people = 0;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  const invite = (by: Client, body: object) => by.call('POST', '/api/invitations', body);
  const open = (code: string) => harness.anonymous().call('POST', '/api/join', { code });
  const join = (code: string) =>
    harness.anonymous().call('POST', '/api/register', {
      ...contactBody(),
      code,
      username: `invited-${++people}`,
      password: 'long enough',
    });

  test('creates an account with the role, company and location in the invitation', async () => {
    const { companyId, locationId } = world;
    for (const [by, role, place] of [
      [world.companyUser, 'company_user', { companyId, locationId: null }],
      [world.companyUser, 'company_user', { companyId, locationId }],
      [world.companyUser, 'location_user', { companyId, locationId }],
      [world.companyUser, 'employee', { companyId, locationId }],
      [master, 'employee', { companyId, locationId: null }],
      [master, 'master', { companyId: null, locationId: null }],
    ] as const) {
      const made = await invite(by, { role, ...place });
      expect(made.status).toBe(201);
      const { code, expiresAt } = made.json;
      expect((await open(code)).json).toEqual({
        role,
        company: place.companyId && 'Acme',
        location: place.locationId && 'North',
        expiresAt,
      });
      expect((await join(code)).json).toMatchObject({ role, ...place });
      expect((await open(code)).status).toBe(403);
    }
  });

  test('cannot be created if a field is missing or the inviter may not assign the role', async () => {
    const { companyId, locationId } = world;
    const refused = async (by: Client, body: object) => {
      const { status, text } = await invite(by, body);
      return [status, text];
    };
    expect(await refused(master, { role: 'employee' })).toEqual([400, 'Company is required']);
    expect(await refused(master, { role: 'location_user', companyId })).toEqual([
      400,
      'Please select a location for the employee.',
    ]);
    expect((await invite(world.companyUser, { role: 'master' })).status).toBe(403);
    expect((await invite(world.locationUser, { role: 'employee', companyId })).status).toBe(403);
    // A master belongs to no company, regardless of what the request says.
    const { json } = await invite(master, { role: 'master', companyId, locationId });
    expect(json).toMatchObject({ companyId: null, locationId: null });
  });

  test.each([
    ['is suspended', (id: string) => master.call('PUT', `/api/users/${id}/suspension`)],
    ['is deleted', (id: string) => master.call('DELETE', `/api/users/${id}`)],
    [
      'has a lower role',
      (id: string) =>
        master.call('PATCH', `/api/users/${id}`, {
          role: 'location_user',
          locationId: world.locationId,
        }),
    ],
    [
      'has moved to another company',
      async (id: string) => {
        const { companyId, locationId } = await createWorld(harness, master);
        return master.call('PATCH', `/api/users/${id}`, { companyId, locationId });
      },
    ],
  ] as const)(
    'stops working when its creator loses the permission to create it: the creator %s',
    async (_, act) => {
      const { companyId } = world;
      const inviter = await harness.as('company_user', world);
      const { code } = (await invite(inviter, { role: 'company_user', companyId })).json;
      expect((await open(code)).status).toBe(200);
      expect((await act(inviter.id)).status).toBeLessThan(300);
      expect((await open(code)).status).toBe(403);
      expect((await join(code)).status).toBe(403);
    },
  );

  test('cannot create a master if its creator is no longer a master', async () => {
    const inviter = await harness.as('master');
    const { code } = (await invite(inviter, { role: 'master' })).json;
    const demotion = { role: 'company_user', companyId: world.companyId };
    expect((await master.call('PATCH', `/api/users/${inviter.id}`, demotion)).status).toBe(200);
    expect((await join(code)).status).toBe(403);
  });

  test('is deleted together with its location', async () => {
    const { companyId } = world;
    const place = { ...companyBody('Annex'), companyId };
    harness.time.now++;
    const location = (await master.call('POST', '/api/locations', place)).json;
    const body = { role: 'location_user', companyId, locationId: location.id };
    const { code } = (await invite(world.companyUser, body)).json;
    expect((await master.call('DELETE', `/api/locations/${location.id}`)).status).toBe(204);
    expect((await join(code)).status).toBe(403);
  });

  test('can be looked up with its code as often as needed, while wrong codes are rate-limited', async () => {
    const { companyId } = world;
    const { code } = (await invite(master, { role: 'employee', companyId })).json;
    const from = { remoteAddress: '198.51.100.7' };
    const guess = (typed: string) =>
      harness.anonymous().call('POST', '/api/join', { code: typed }, from);
    for (let i = 0; i < 40; i++) expect((await guess(code)).status).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 33; i++) statuses.push((await guess(`guess ${i}`)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test('is not required for the first user of a company, whom a master can create directly', async () => {
    const company = (await master.call('POST', '/api/companies', companyBody('Newcomer'))).json;
    const body = { ...userBody(null), role: 'company_user', companyId: company.id };
    const made = await master.call('POST', '/api/users', body);
    expect([made.status, made.json]).toMatchObject([
      201,
      { role: 'company_user', companyId: company.id, locationId: null },
    ]);
    const first = await harness.client(made.json.id);
    expect((await first.call('GET', '/api/companies')).json).toHaveLength(1);
    const other = await world.companyUser.call('POST', '/api/users', {
      ...userBody(null),
      role: 'company_user',
      companyId: company.id,
    });
    expect(other.status).toBe(404);
  });
});
