import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../../testing/harness.ts';
import { createWorld, type World } from '../../../../testing/world.ts';

const PATH = '/api/half-staff/order-templates';

describe.each(engines)('templates for orders on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let other: World;
  beforeEach(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    other = await createWorld(harness, master);
  });
  afterEach(() => harness.close());

  const terms = (more: object = {}) => ({
    kind: 'half',
    authority: 'city',
    reason: 'In memory of firefighter ___',
    scope: { kind: 'locations', locationIds: [world.locationId] },
    starts: { kind: 'sunrise' },
    ends: { kind: 'sunset', days: 2 },
    ...more,
  });
  const save = (name: string, more: object = {}, by = world.companyUser) =>
    by.call('POST', PATH, { name, terms: terms(more) });
  const names = async (by: Client) =>
    (await by.call('GET', PATH)).json.map(({ name }: { name: string }) => name);

  test('are visible only to the company whose user saved them, or only to the operator if a master saved them', async () => {
    expect((await save('Firefighter')).status).toBe(201);
    await save('Everyone', { authority: 'president', scope: { kind: 'all' } }, master);
    expect([
      await names(world.companyUser),
      await names(other.companyUser),
      await names(master),
    ]).toEqual([['Firefighter'], [], ['Everyone']]);
    const [{ id, terms: kept }] = (await world.companyUser.call('GET', PATH)).json;
    expect(kept).toEqual(terms());
    for (const stranger of [other.companyUser, master])
      expect((await stranger.call('DELETE', `${PATH}/${id}`)).status).toBe(404);
    expect((await world.companyUser.call('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expect(await names(world.companyUser)).toEqual([]);
  });

  test('replace an existing template with the same name', async () => {
    await save('Firefighter');
    await save('Firefighter', { reason: 'In honor of ___' });
    const list = (await world.companyUser.call('GET', PATH)).json;
    expect(list).toMatchObject([{ name: 'Firefighter', terms: { reason: 'In honor of ___' } }]);
  });

  test('can contain only orders that the user may record', async () => {
    expect((await save('All', { scope: { kind: 'all' } })).status).toBe(403);
    expect((await save('President', { authority: 'president' })).status).toBe(403);
    const theirs = { kind: 'locations', locationIds: [other.locationId] };
    expect((await save('Theirs', { scope: theirs })).status).toBe(404);
    expect((await save(' ')).status).toBe(400);
    expect((await save('Long', { ends: { kind: 'sunset', days: -1 } })).status).toBe(400);
  });

  test('are limited to 50 per company', async () => {
    for (let n = 0; n < 50; n++) expect((await save(`Template ${n}`)).status).toBe(201);
    expect((await save('One more')).status).toBe(409);
    expect((await save('Template 7')).status).toBe(201);
  });
});
