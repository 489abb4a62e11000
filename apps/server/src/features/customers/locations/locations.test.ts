import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, locationBody, userBody, type World } from '../../../testing/world.ts';

describe.each(bothEngines)('locations on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  test('get an ID derived from the company, the city and the time if the client sends none', async () => {
    harness.time.now++;
    const answer = await master.call('POST', '/api/locations', {
      ...locationBody(world.companyId, 'Pier'),
      city: 'São Paulo Bay',
    });
    expect(answer.status).toBe(201);
    expect(answer.json.id).toBe(`${world.companyId}-sao-paulo-bay-${harness.time.now}`);
    expect(answer.json).toMatchObject({ company: 'Acme', flags: 0, users: 0, address2: null });
    const path = `locations/${answer.json.id}`;
    expect(harness.link.leaves.get(`${path}/name`)).toBe('Pier');
    expect(harness.link.leaves.get(`${path}/companyId`)).toBe(world.companyId);
  });

  test('keep a well-formed ID that the client sends, and are rejected if the ID is malformed', async () => {
    const id = `${world.companyId}-austin-1700000000000`;
    const body = { ...locationBody(world.companyId), id };
    expect((await master.call('POST', '/api/locations', body)).json.id).toBe(id);
    const again = await master.call('POST', '/api/locations', body);
    expect([again.status, again.text]).toEqual([409, 'This location ID is already taken.']);
    for (const wrong of [
      'x',
      `${world.companyId}-Austin-1`,
      `${world.companyId}-a/b-1`,
      `${world.companyId}-1`,
      '',
    ]) {
      const answer = await master.call('POST', '/api/locations', { ...body, id: wrong });
      expect(answer.status, wrong).toBe(400);
    }
  });

  test('cannot share an ID, even if several requests use the same ID at the same time', async () => {
    const body = { ...locationBody(world.companyId), id: `${world.companyId}-austin-42` };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => master.call('POST', '/api/locations', body)),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  test('cannot be deleted while they have flags or employees (decisions, "Data")', async () => {
    const tenant = await createWorld(harness, master);
    const answer = await master.call('DELETE', `/api/locations/${tenant.locationId}`);
    expect([answer.status, answer.text]).toEqual([
      409,
      'This location still has 1 flag and 3 employees. Move or delete them first.',
    ]);
    harness.time.now++;
    const empty = await master.call('POST', '/api/locations', locationBody(tenant.companyId));
    const path = `locations/${empty.json.id}`;
    expect(harness.link.leaves.has(`${path}/name`)).toBe(true);
    expect((await master.call('DELETE', `/api/${path}`)).status).toBe(204);
    expect(harness.link.leaves.has(`${path}/name`)).toBe(false);
  });

  test('cannot be deleted and given a new user at the same time: only one of the two requests succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      harness.time.now++;
      const made = await master.call('POST', '/api/locations', locationBody(world.companyId));
      const { id } = made.json;
      const [deleted, created] = await Promise.all([
        master.call('DELETE', `/api/locations/${id}`),
        master.call('POST', '/api/users', userBody(id)),
      ]);
      const both = [deleted.status, created.status];
      expect([204, 409]).toContain(both[0]);
      expect(both[0] === 204 ? [404, 409] : [201]).toContain(both[1]);
    }
  });

  test('have coordinates, a time zone and a daily rule, which can all be set and cleared', async () => {
    const unset = { latitude: null, longitude: null, timeZone: null, dailyRule: 'none' };
    harness.time.now++;
    const made = await master.call('POST', '/api/locations', locationBody(world.companyId));
    expect(made.json).toMatchObject(unset);
    const url = `/api/locations/${made.json.id}`;
    const pensacola = {
      latitude: 30.42,
      longitude: -87.22,
      timeZone: 'America/Chicago',
      dailyRule: 'sunrise-sunset',
    };
    expect((await master.call('PATCH', url, pensacola)).json).toMatchObject(pensacola);
    expect((await master.call('PATCH', url, { dailyRule: 'none' })).json).toMatchObject({
      ...pensacola,
      dailyRule: 'none',
    });
    expect((await master.call('PATCH', url, unset)).json).toMatchObject(unset);
    harness.time.now++;
    const body = { ...locationBody(world.companyId), ...pensacola };
    expect((await master.call('POST', '/api/locations', body)).json).toMatchObject(pensacola);
  });

  describe('have coordinates and a time zone that', () => {
    const elPaso = { city: 'El Paso', zip: '79901' };
    const placeOf = async (fields: object) => {
      harness.time.now++;
      const body = { ...locationBody(world.companyId, 'Post'), ...fields };
      return (await master.call('POST', '/api/locations', body)).json.place;
    };

    test('come from the ZIP code', async () => {
      const place = {
        latitude: 31.76,
        longitude: -106.48,
        timeZone: 'America/Denver',
        source: 'zip',
      };
      expect(await placeOf(elPaso)).toEqual(place);
      const list = (await master.call('GET', '/api/locations')).json;
      expect(list.find(({ city }: { city: string }) => city === 'El Paso').place).toEqual(place);
    });

    test('can be set by users, together or separately', async () => {
      const set = { latitude: 31.8, longitude: -106.4 };
      expect(await placeOf({ ...elPaso, ...set })).toEqual({
        ...set,
        timeZone: 'America/Denver',
        source: 'set',
      });
      expect(await placeOf({ ...elPaso, timeZone: 'America/Chicago' })).toEqual({
        latitude: 31.76,
        longitude: -106.48,
        timeZone: 'America/Chicago',
        source: 'zip',
      });
    });

    test.each(['00000', '10001', 'unknown'])(
      'are those of the center of the state if the ZIP code is %s, and have the source "state"',
      async (zip) => {
        expect(await placeOf({ ...elPaso, zip })).toEqual({
          latitude: 31.5,
          longitude: -99.3,
          timeZone: 'America/Chicago',
          source: 'state',
        });
      },
    );

    test('change with the ZIP code', async () => {
      harness.time.now++;
      const body = locationBody(world.companyId, 'Mobile');
      const { id } = (await master.call('POST', '/api/locations', body)).json;
      const changed = await master.call('PATCH', `/api/locations/${id}`, { zip: '79901-1234' });
      expect(changed.json.place).toMatchObject({ timeZone: 'America/Denver', source: 'zip' });
    });

    test('can be set only as separate fields, not as the field `place`', async () => {
      const place = { latitude: 1, longitude: 1, timeZone: 'America/Denver', source: 'set' };
      expect(await placeOf({ ...elPaso, place })).toMatchObject({ latitude: 31.76, source: 'zip' });
    });

    test('are correct for a ZIP code in a U.S. territory', async () => {
      const guam = { city: 'Hagåtña', state: 'GU', zip: '96910' };
      expect(await placeOf(guam)).toMatchObject({ timeZone: 'Pacific/Guam', source: 'zip' });
    });
  });

  test('can be prefilled from a ZIP code: the API returns the state, coordinates and time zone', async () => {
    const found = await world.companyUser.call('GET', '/api/places/zip/99901-0001');
    expect(found.json).toEqual({
      state: 'AK',
      latitude: 55.37,
      longitude: -131.68,
      timeZone: 'America/Anchorage',
    });
    for (const zip of ['00000', 'abc', '1']) {
      const answer = await master.call('GET', `/api/places/zip/${zip}`);
      expect([answer.status, answer.text], zip).toEqual([404, 'ZIP code not found']);
    }
  });

  test.each([
    [{ latitude: 30 }, 'Enter both latitude and longitude.'],
    [{ latitude: 91, longitude: 0 }, 'Latitude must be between -90 and 90'],
    [{ latitude: 0, longitude: -181 }, 'Longitude must be between -180 and 180'],
    [{ timeZone: 'Mars/Olympus' }, 'Unknown time zone'],
    [{ dailyRule: 'sometimes' }, 'Unknown daily rule'],
  ])('cannot have invalid coordinates or an invalid time zone: %o', async (place, text) => {
    const tenant = await createWorld(harness, master);
    const url = `/api/locations/${tenant.locationId}`;
    const changed = await master.call('PATCH', url, { name: 'Moved', ...place });
    expect([changed.status, changed.text]).toEqual([400, text]);
    const { json } = await master.call('GET', `/api/locations/company/${tenant.companyId}`);
    expect(json[0]).toMatchObject({ name: 'North', latitude: null, dailyRule: 'none' });
    const body = { ...locationBody(tenant.companyId), ...place };
    const made = await master.call('POST', '/api/locations', body);
    expect([made.status, made.text]).toEqual([400, text]);
  });

  test("can be renamed, which also updates their name in their flags' data and on open screens", async () => {
    const rev = `companies/${world.companyId}/rev`;
    const before = Number(harness.link.leaves.get(rev));
    const answer = await master.call('PATCH', `/api/locations/${world.locationId}`, {
      name: 'Renamed',
      companyId: world.companyId,
    });
    expect(answer.json.name).toBe('Renamed');
    expect(Number(harness.link.leaves.get(rev))).toBeGreaterThan(before);
    const { json } = await master.call('GET', `/api/flags/location/${world.locationId}`);
    expect(json[0].location).toBe('Renamed');
  });
});
