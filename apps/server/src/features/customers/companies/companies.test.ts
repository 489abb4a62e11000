import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { companyBody, createWorld } from '../../../testing/world.ts';

describe.each(bothEngines)('companies on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
  });
  afterAll(() => harness.close());

  test('are returned with all fields when they are created, and are copied to the realtime database', async () => {
    const answer = await master.call('POST', '/api/companies', {
      ...companyBody('Northwind'),
      address2: '',
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      ...companyBody('Northwind'),
      id: expect.stringMatching(/^[a-z0-9]{16}$/),
      address2: null,
      description: null,
      autoHalfMast: false,
      twoApprovals: false,
      locations: 0,
      flags: 0,
      users: 0,
    });
    const path = `companies/${answer.json.id}`;
    expect(harness.link.leaves.get(`${path}/name`)).toBe('Northwind');
    expect(harness.link.leaves.get(`${path}/autoHalfMast`)).toBe(false);
    expect(harness.link.leaves.get(`${path}/rev`)).toBeTypeOf('number');
  });

  test('are returned with location, flag and user counts', async () => {
    const { companyId } = await createWorld(harness, master);
    const { json } = await master.call('GET', `/api/companies/${companyId}`);
    expect(json).toMatchObject({ locations: 2, flags: 2, users: 4 });
  });

  test('keep their other fields when one field is updated, and get a higher revision number', async () => {
    const made = await master.call('POST', '/api/companies', {
      ...companyBody('Kept'),
      address2: 'Suite 5',
      description: 'Long standing',
    });
    const path = `companies/${made.json.id}`;
    const before = Number(harness.link.leaves.get(`${path}/rev`));
    const changed = await master.call('PATCH', `/api/${path}`, { autoHalfMast: true });
    expect(changed.json).toEqual({ ...made.json, autoHalfMast: true });
    expect(Number(harness.link.leaves.get(`${path}/rev`))).toBeGreaterThan(before);
    expect(harness.link.leaves.get(`${path}/autoHalfMast`)).toBe(true);
    const cleared = await master.call('PATCH', `/api/${path}`, { address2: null });
    expect(cleared.json.address2).toBe(null);
    expect(cleared.json.description).toBe('Long standing');
  });

  test('cannot be updated by a request that contains no fields', async () => {
    const { json } = await master.call('POST', '/api/companies', companyBody());
    expect((await master.call('PATCH', `/api/companies/${json.id}`, {})).status).toBe(400);
  });

  test('keep all changes if 16 users edit different fields at the same time', async () => {
    const { json } = await master.call('POST', '/api/companies', companyBody());
    const edits = [
      { name: 'Edited' },
      { address1: '2 Side Street' },
      { address2: 'Floor 3' },
      { city: 'Dallas' },
      { zip: '75201' },
      { phone: '2145550199' },
      { description: 'Edited too' },
      { autoHalfMast: true },
    ];
    const answers = await Promise.all(
      [...edits, ...edits].map((edit) => master.call('PATCH', `/api/companies/${json.id}`, edit)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(16).fill(200));
    const after = await master.call('GET', `/api/companies/${json.id}`);
    expect(after.json).toMatchObject(Object.assign({}, ...edits));
    expect(harness.link.leaves.get(`companies/${json.id}/name`)).toBe('Edited');
  });

  test('are deleted with their locations, flags, users, keys and sessions', async () => {
    const gone = await createWorld(harness, master);
    const stays = await createWorld(harness, master);
    const answer = await master.call('DELETE', `/api/companies/${gone.companyId}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await gone.companyUser.call('GET', '/api/user')).status).toBe(401);
    expect(harness.link.keysRevoked).toContain(gone.keyId);
    expect((await master.call('GET', `/api/companies/${gone.companyId}`)).status).toBe(404);
    const left = [...harness.link.leaves.keys()];
    expect(left.filter((path) => path.includes(gone.companyId))).toEqual([]);
    expect(left.filter((path) => path.includes(gone.targetUserId))).toEqual([]);
    expect((await stays.companyUser.call('GET', '/api/user')).status).toBe(200);
    const flags = await master.call('GET', `/api/flags/company/${stays.companyId}`);
    expect(flags.json).toHaveLength(2);
  });

  test('can be deleted, which signs their users out and tells the browsers that the accounts no longer exist', async () => {
    const world = await createWorld(harness, master);
    const { json: own } = await world.employee.call('GET', '/api/user');
    const exists = async () => (await world.employee.call('GET', `/api/accounts/${own.id}`)).json;
    expect(await exists()).toEqual({ exists: true });
    await master.call('DELETE', `/api/companies/${world.companyId}`);
    expect((await world.employee.call('GET', '/api/user')).status).toBe(401);
    expect(await exists()).toEqual({ exists: false });
  });

  test('can be deleted without affecting the realtime data of a flag that has moved to another company', async () => {
    const from = await createWorld(harness, master);
    const to = await createWorld(harness, master);
    await master.call('PATCH', `/api/flags/${from.flagRowId}`, {
      companyId: to.companyId,
      locationId: to.locationId,
    });
    await master.call('DELETE', `/api/companies/${from.companyId}`);
    const node = `users/company-${from.companyId}/hardware/${from.flagId}`;
    expect(harness.link.leaves.get(`${node}/companyId`)).toBe(to.companyId);
    expect(
      (await master.call('PATCH', `/api/flags/${from.flagRowId}`, { name: 'On' })).status,
    ).toBe(200);
  });

  test('leave nothing in either database when they are deleted, even if a flag is created at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { companyId, locationId } = await createWorld(harness, master);
      const flagId = `RACE-${companyId}`;
      const [deleted, created] = await Promise.all([
        master.call('DELETE', `/api/companies/${companyId}`),
        master.call('POST', '/api/flags', { name: 'Race', flagId, companyId, locationId }),
      ]);
      expect(deleted.status).toBe(204);
      expect([201, 404, 409]).toContain(created.status);
      const rows = await harness.services.db.queries
        .selectFrom('flags')
        .select('id')
        .where('flag_id', '=', flagId)
        .execute();
      expect(rows).toEqual([]);
      await harness.link.flushOutbox();
      const left = [...harness.link.leaves.keys()].filter((path) => path.includes(companyId));
      expect(left).toEqual([]);
    }
  });
});
