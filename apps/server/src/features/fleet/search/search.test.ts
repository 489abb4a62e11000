import type { RecordSearch } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, uniqueKey } from '../../../platform/database/text.ts';
import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import { bothEngines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import {
  companyBody,
  createWorld,
  locationBody,
  userBody,
  type World,
} from '../../../testing/world.ts';

const NOTHING = { items: [], total: 0 };

describe.each(bothEngines)('the search over all records on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let foreign: World;

  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    foreign = await createWorld(harness, master);
    for (const [of, name] of [
      [world, 'Harbor Trust'],
      [foreign, 'Summit Schools'],
    ] as const)
      await master.call('PATCH', `/api/companies/${of.companyId}`, { name });
  });
  afterAll(() => harness.close());

  const search = async (query: Record<string, string>, who = master): Promise<RecordSearch> => {
    const { status, json, text } = await who.call(
      'GET',
      `/api/search?${new URLSearchParams(query)}`,
    );
    expect(status, text).toBe(200);
    return json;
  };
  const addFlag = async (name: string, locationId = world.locationId) => {
    const body = { name, flagId: `S-${newId()}`, companyId: world.companyId, locationId };
    const { status, json } = await master.call('POST', '/api/flags', body);
    expect(status).toBe(201);
    return json.id as string;
  };
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

  test('finds records of every kind that contain all words of the search text, in any order and case', async () => {
    const { found } = await search({ q: ' GATE  harbor ' });
    expect(names(found!.flags.items)).toEqual(['Gate']);
    expect(found).toMatchObject({
      companies: NOTHING,
      locations: NOTHING,
      users: NOTHING,
      flags: { total: 1, items: [{ id: world.flagRowId, company: 'Harbor Trust' }] },
    });
    const all = (await search({ q: 'harbor' })).found!;
    expect(names(all.companies.items)).toEqual(['Harbor Trust']);
    expect(names(all.locations.items)).toEqual(['North', 'South']);
    expect(all.locations.items[0]).toMatchObject({ city: 'Austin', state: 'TX', flags: 1 });
  });

  test('finds companies by the city and state of their address, and lists them after companies that match by name', async () => {
    const inCity = async (name: string, city: string) => {
      const body = { ...companyBody(name), city, state: 'TX' };
      return (await master.call('POST', '/api/companies', body)).json.id as string;
    };
    await inCity('Marfa Lights', 'Odessa');
    const birch = await inCity('Birch 100%', 'Marfa');
    const found = async (q: string, who = master, limit = '20') => {
      const { companies } = (await search({ q, limit }, who)).found!;
      return [companies.total, ...names(companies.items)];
    };
    expect(await found('MARFA')).toEqual([2, 'Marfa Lights', 'Birch 100%']);
    expect(await found('marfa', master, '1')).toEqual([2, 'Marfa Lights']);
    expect(await found('marfa, tx')).toEqual([1, 'Birch 100%']);
    expect(await found('birch marfa')).toEqual([1, 'Birch 100%']);
    // These characters have no special meaning.
    expect(await found('ma_fa')).toEqual([0]);
    expect(await found('100% marfa')).toEqual([1, 'Birch 100%']);
    // A single letter is in most cities.
    expect(await found('x')).toEqual([0]);
    for (const who of [world.companyUser, world.locationUser, world.employee])
      expect(await found('marfa', who)).toEqual([0]);
    await master.call('PATCH', `/api/companies/${birch}`, { city: 'Alpine' });
    expect(await found('marfa')).toEqual([1, 'Marfa Lights']);
    expect(await found('alpine')).toEqual([1, 'Birch 100%']);
    await master.call('DELETE', `/api/companies/${birch}`);
    expect(await found('alpine')).toEqual([0]);
  });

  test('returns exact name matches first, then names that begin with the search text, both in alphabetical order', async () => {
    for (const name of ['Fern by the Elm', 'Elm 10', 'Elm 9', 'Elm']) await addFlag(name);
    const { found } = await search({ q: 'elm' });
    expect(names(found!.flags.items)).toEqual(['Elm', 'Elm 9', 'Elm 10', 'Fern by the Elm']);
    const few = (await search({ q: 'elm', limit: '2' })).found!;
    expect(names(few.flags.items)).toEqual(['Elm', 'Elm 9']);
    expect(few.flags.total).toBe(4);
  });

  test('finds the poles and locations that a typed command such as "lower north" may refer to, as well as records that match the entire command', async () => {
    await addFlag('Lower Lot');
    const { found, poles } = await search({ q: 'lower north', poles: 'north' });
    expect(names(found!.flags.items)).toEqual(['Lower Lot']);
    expect(names(poles!.locations.items)).toEqual(['North', 'North']);
    expect(names(poles!.flags.items)).toContain('Lower Lot');
    expect((await search({ q: 'north' })).poles).toBeNull();
    expect((await search({ only: 'named' })).found).toBeNull();
  });

  test('returns the live state of flags and, for each location, the number of poles that each master control would move', async () => {
    const id = await addFlag('Live pole', world.otherLocationId);
    const flag = (await master.call('GET', `/api/flags/${id}`)).json;
    const node = hardwarePath({ ownerId: flag.firebaseUserId, flagId: flag.flagId });
    harness.link.leaves.set(`${node}/reported/flagUp`, true);
    harness.link.leaves.set(`${node}/reported/lastSeen`, harness.time.now / 1000);
    harness.link.announce({ ownerId: flag.firebaseUserId, flagId: flag.flagId });
    const { poles } = await search({ poles: 'south harbor' });
    const south = poles!.locations.items.find(({ id: at }) => at === world.otherLocationId);
    expect(south).toMatchObject({ flags: 2, controls: { online: 1, on: { flagUp: 1 } } });
    const shown = poles!.flags.items.find(({ name }) => name === 'Live pole');
    expect(shown).toMatchObject({ isOnline: true, live: { reported: { flagUp: true } } });
  });

  test("returns only records that the caller's role may read, and none that belong to another company", async () => {
    const seen = async (who: Client) => {
      const { found } = await search({ q: '', limit: '50' }, who);
      const { companies, locations, flags, users } = found!;
      return {
        companies: companies.items.map(({ id }) => id),
        locations: locations.items.map(({ id }) => id).sort(),
        cities: [...new Set(locations.items.map(({ city }) => city))],
        isForeign: flags.items.some(({ companyId }) => companyId !== world.companyId),
        flags: flags.total,
        users: users.total > 0,
      };
    };
    const both = [world.locationId, world.otherLocationId].sort();
    const all = await seen(world.companyUser);
    expect(all).toMatchObject({
      companies: [world.companyId],
      locations: both,
      cities: ['Austin'],
      isForeign: false,
      users: true,
    });
    const here = await seen(world.locationUser);
    expect(here).toMatchObject({
      companies: [world.companyId],
      locations: [world.locationId],
      isForeign: false,
      users: false,
    });
    expect(here.flags).toBeLessThan(all.flags);
    // Employees may not read locations, only the flags there.
    expect(await seen(world.employee)).toMatchObject({
      locations: both,
      cities: [null],
      flags: all.flags,
      users: false,
    });
    const { found } = await search({ q: 'austin' }, world.employee);
    expect(found!.locations).toEqual(NOTHING);
    const stray = await search({ q: '' }, await harness.as('employee'));
    expect(stray.found).toEqual({
      companies: NOTHING,
      locations: NOTHING,
      flags: NOTHING,
      users: NOTHING,
    });
  });

  test('hides locations without flags from users who may see only flags', async () => {
    const { json } = await master.call(
      'POST',
      '/api/locations',
      locationBody(world.companyId, 'Empty Lot'),
    );
    expect((await search({ q: 'empty lot' })).found!.locations.total).toBe(1);
    const own = await search({ q: 'empty lot', locations: json.id }, world.employee);
    expect(own.found!.locations).toEqual(NOTHING);
    expect(own.named.locations).toEqual([]);
  });

  test('returns records by ID, except deleted ones and those of other tenants, and ignores invalid IDs', async () => {
    const ids = (of: World) => ({
      companies: of.companyId,
      locations: of.locationId,
      flags: of.flagRowId,
      users: of.targetUserId,
    });
    const own = await search(ids(world), world.companyUser);
    expect(own.named).toMatchObject({
      companies: [{ id: world.companyId, name: 'Harbor Trust', states: ['TX'] }],
      locations: [{ id: world.locationId, name: 'North' }],
      flags: [{ id: world.flagRowId, name: 'Gate' }],
      users: [{ id: world.targetUserId, name: 'First Last' }],
    });
    const none = { companies: [], locations: [], flags: [], users: [] };
    expect((await search(ids(foreign), world.companyUser)).named).toEqual(none);
    const odd = `,,nobody,${'x'.repeat(300)},'; drop table flags,__proto__`;
    const { named } = await search({ companies: odd, locations: odd, flags: odd, users: odd });
    expect(named).toEqual(none);
  });

  test('finds a user by name, email, role or exact username, and lists the user only once', async () => {
    const { json } = await master.call('POST', '/api/users', userBody(world.locationId, 'Quill'));
    const idsOf = async (q: string, who = master) =>
      (await search({ q }, who)).found!.users.items.map(({ id }) => id);
    for (const q of ['quill', 'ann lee', 'ann@example', 'lee location user'])
      expect(await idsOf(q), q).toEqual([json.id]);
    expect(await idsOf('quil')).toEqual([]);
    expect(await idsOf('quill', foreign.companyUser)).toEqual([]);
    expect(await idsOf('quill', world.employee)).toEqual([]);
    await master.call('PATCH', `/api/users/${json.id}`, { firstName: 'Quill' });
    expect(await idsOf('quill')).toEqual([json.id]);
  });

  test('matches locations in a typed command only by name, not by city, and leaves out locations without poles', async () => {
    await master.call('POST', '/api/locations', locationBody(world.companyId, 'Bare yard'));
    const { found, poles } = await search({ q: 'austin', poles: 'austin' });
    expect(found!.locations.total).toBeGreaterThan(0);
    expect(poles!.locations).toEqual(NOTHING);
    expect((await search({ poles: 'bare yard' })).poles!.locations).toEqual(NOTHING);
  });

  test('finds a renamed record only by its new name, and no longer finds a deleted one', async () => {
    const id = await addFlag('Before');
    expect((await search({ q: 'before' })).found!.flags.total).toBe(1);
    await master.call('PATCH', `/api/flags/${id}`, { name: 'After' });
    expect((await search({ q: 'before' })).found!.flags.total).toBe(0);
    expect(names((await search({ flags: id })).named.flags)).toEqual(['After']);
    await master.call('DELETE', `/api/flags/${id}`);
    const { found, named } = await search({ q: 'after', flags: id });
    expect([found!.flags.total, named.flags]).toEqual([0, []]);
  });

  test.each([
    ['too many IDs', `flags=${Array.from({ length: 51 }, (_, n) => n)}`],
    ['a limit of 0', 'q=a&limit=0'],
    ['a limit above 50', 'q=a&limit=51'],
    ['a text above 200 characters', `q=${'x'.repeat(201)}`],
    ['two texts', 'q=a&q=b'],
    ['another part of the response', 'only=found'],
    ['control characters in IDs', 'flags=%00'],
  ])('rejects an invalid query: %s', async (_, query) => {
    expect((await master.call('GET', `/api/search?${query}`)).status).toBe(400);
  });
});

test('a search of 10,000 flags returns only a few matches, and the total number of matches', async () => {
  const harness = await createHarness();
  const master = await harness.as('master');
  const { companyId, locationId, companyUser } = await createWorld(harness, master);
  await createWorld(harness, master);
  const flags = Array.from({ length: 10_000 }, (_, index) => ({
    id: newId(),
    flag_id: `M-${index}`,
    flag_id_key: uniqueKey(`M-${index}`),
    name: `Mast ${index}`,
    company_id: companyId,
    location_id: locationId,
    owner_id: `company-${companyId}`,
    move_timeout: null,
    created_at: harness.time.now,
  }));
  await harness.services.db.transaction(async (trx) => {
    for (let start = 0; start < flags.length; start += 500)
      await trx
        .insertInto('flags')
        .values(flags.slice(start, start + 500))
        .execute();
  });
  for (const who of [master, companyUser]) {
    const { json, text } = await who.call('GET', '/api/search?q=mast&poles=mast');
    const found = json as RecordSearch;
    expect(found.found!.flags).toMatchObject({ total: 10_000 });
    expect(found.found!.flags.items.map(({ name }) => name).slice(0, 3)).toEqual([
      'Mast 0',
      'Mast 1',
      'Mast 2',
    ]);
    expect(found.poles!.flags.items).toHaveLength(20);
    expect(Buffer.byteLength(text)).toBeLessThan(100_000);
    const one = await who.call('GET', '/api/search?q=mast+9999');
    expect(one.json.found.flags).toMatchObject({ total: 1, items: [{ name: 'Mast 9999' }] });
  }
  await harness.close();
});
