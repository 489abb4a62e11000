import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { createTokens, type Tokens } from './tokens.ts';

describe.each(engines)('service accounts on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let tokens: Tokens;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    tokens = createTokens(harness.services);
  });
  afterAll(() => harness.close());

  const create = (body: object) =>
    master.call('POST', '/api/service-accounts', { name: 'Weather', ...body });
  const listed = async (id: string) =>
    (await master.call('GET', '/api/service-accounts')).json.find(
      (account: { id: string }) => account.id === id,
    );
  const counts = (id: string) => harness.link.leaves.get(`access/${id}`) === true;

  test('have a secret that is shown only once and stored only as a hash', async () => {
    const made = await create({ role: 'company_user', companyId: world.companyId });
    expect(made.status).toBe(201);
    const { secret, ...rest } = made.json;
    expect(secret).toMatch(/^hal_[\w-]{43}$/);
    expect(rest).toMatchObject({ scope: 'switch', expiresAt: null, lastUsedAt: null });
    expect(await listed(rest.id)).toEqual(rest);
    const rows = await harness.services.db.queries.selectFrom('tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await tokens.find(secret)).toEqual({
      id: rest.id,
      scope: 'switch',
      expiresAt: null,
      actor: {
        id: `service:${rest.id}`,
        role: 'company_user',
        companyId: world.companyId,
        locationId: null,
        allCompanies: false,
        mayMovePoles: true,
      },
    });
    expect(await tokens.find('another')).toBe(null);
    expect(counts(rest.id)).toBe(true);
  });

  test('are listed with the time of their last sign-in', async () => {
    const { id, secret, lastUsedAt } = (await create({ role: 'master' })).json;
    expect(lastUsedAt).toBe(null);
    await tokens.find(secret);
    await tokens.flush();
    expect((await listed(id)).lastUsedAt).toBe(harness.time.now);
  });

  test('stop working when they are revoked, and their connections are closed', async () => {
    const { id, secret } = (await create({ role: 'master' })).json;
    expect((await master.call('DELETE', `/api/service-accounts/${id}`)).status).toBe(204);
    expect(await tokens.find(secret)).toBe(null);
    expect(counts(id)).toBe(false);
    expect(harness.link.sessionsEndedLog).toContain(id);
    expect((await master.call('DELETE', `/api/service-accounts/${id}`)).status).toBe(404);
  });

  test.each([
    [{ role: 'company_user' }, 'Company is required'],
    [{ role: 'employee' }, 'Company is required'],
    [{ role: 'king' }, 'Role is required'],
    [
      { role: 'master', companyId: 'c' },
      'for all companies cannot be assigned to a single company',
    ],
    [
      { role: 'employee', allCompanies: true, companyId: 'c' },
      'cannot be assigned to a single company',
    ],
    [{ role: 'company_user', companyId: 'c', allCompanies: true }, 'Only an employee'],
    [{ role: 'location_user', companyId: 'c' }, 'Location is required'],
    [{ role: 'company_user', companyId: 'c', locationId: 'l' }, 'Only a location user'],
    [{ role: 'master', name: ' ' }, 'Name is required'],
  ])('cannot be created from the invalid input %j (error: "%s")', async (body, message) => {
    const refused = await create(body);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(message)]);
  });

  test('cannot be created for a company or location that does not exist', async () => {
    const noCompany = await create({ role: 'company_user', companyId: 'none' });
    expect([noCompany.status, noCompany.text]).toEqual([404, 'Company not found']);
    const body = { role: 'location_user', companyId: world.companyId };
    const noLocation = await create({ ...body, locationId: 'none' });
    expect([noLocation.status, noLocation.text]).toEqual([404, 'Location not found']);
    expect((await create({ ...body, locationId: world.locationId })).status).toBe(201);
  });

  test('are deleted with their location or their company', async () => {
    const tenant = await createWorld(harness, master);
    const { companyId } = tenant;
    harness.time.now++;
    const location = await master.call('POST', '/api/locations', {
      companyId,
      name: 'Empty',
      address1: '1 Main Street',
      city: 'Austin',
      state: 'TX',
      zip: '78701',
      phone: '5125550100',
    });
    const locationId = location.json.id;
    const atLocation = (await create({ role: 'location_user', companyId, locationId })).json;
    const ofCompany = (await create({ role: 'employee', companyId })).json;
    const operator = (await create({ role: 'employee', allCompanies: true })).json;

    expect((await master.call('DELETE', `/api/locations/${locationId}`)).status).toBe(204);
    expect([await listed(atLocation.id), counts(atLocation.id)]).toEqual([undefined, false]);
    expect(counts(ofCompany.id)).toBe(true);
    expect((await master.call('DELETE', `/api/companies/${companyId}`)).status).toBe(204);
    expect([await listed(ofCompany.id), counts(ofCompany.id)]).toEqual([undefined, false]);
    expect(harness.link.sessionsEndedLog).toEqual(
      expect.arrayContaining([atLocation.id, ofCompany.id]),
    );
    expect([(await listed(operator.id)).name, counts(operator.id)]).toEqual(['Weather', true]);
  });
});
