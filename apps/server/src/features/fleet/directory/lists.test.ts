import {
  type Company,
  FLAG_SORT_KEYS,
  type Flag,
  LOCATION_SORT_KEYS,
  type Location,
  type MasterCounts,
  meetsCriteria,
  readCriteria,
  readSort,
  SEARCHED,
  type SortValue,
  searchQuery,
  searchText,
  sortRows,
  type User,
  viewFlag,
  WALK_KEPT_MS,
} from '@halyard/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/database/text.ts';
import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import { bothEngines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { companyBody, createWorld, locationBody, type World } from '../../../testing/world.ts';

interface Page<Item> {
  items: Item[];
  total: number;
  page: number | null;
  next: string | null;
  counts?: Record<string, number>;
  controls?: MasterCounts;
}

describe.each(bothEngines)('a paged list on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let foreign: World;

  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    foreign = await createWorld(harness, master);
    for (const [index, name] of ['Pole 10', 'pole 9', 'Pöle 9', 'Annex', 'annex'].entries())
      await addFlag(name, index % 2 ? world.locationId : world.otherLocationId);
    // Half of the poles report.
    const flags = await wholeList<Flag>('/api/flags');
    for (const [index, flag] of flags.entries()) {
      if (index % 2) continue;
      const node = hardwarePath({ ownerId: flag.firebaseUserId, flagId: flag.flagId });
      harness.link.leaves.set(`${node}/voltage`, 40 + index);
      harness.link.leaves.set(`${node}/reported/${index % 4 ? 'flagUp' : 'flagHalf'}`, true);
      harness.link.leaves.set(`${node}/reported/lastSeen`, harness.time.now / 1000);
    }
  });
  afterAll(() => harness.close());

  const addFlag = async (name: string, locationId = world.locationId) => {
    const body = { name, flagId: `L-${newId()}`, companyId: world.companyId, locationId };
    const { status, json } = await master.call('POST', '/api/flags', body);
    expect(status).toBe(201);
    return json as Flag;
  };
  const wholeList = async <Item>(url: string, who = master): Promise<Item[]> =>
    (await who.call('GET', url)).json;
  const pageOf = async <Item>(url: string, who = master): Promise<Page<Item>> => {
    const { status, json, text } = await who.call('GET', url);
    expect(status, text).toBe(200);
    return json;
  };
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
  /**
   * Reads all pages of a list, one after the other.
   * @param between called after each page
   */
  const walk = async (url: string, between: () => Promise<unknown> = async () => {}) => {
    const found: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const answer: Page<Flag> = await pageOf(next === '' ? url : `${url}&after=${next}`);
      found.push(...ids(answer.items));
      next = answer.next;
      await between();
    }
    return found;
  };

  test('is returned in pages if the request has parameters, and whole if it has none', async () => {
    for (const list of ['flags', 'locations', 'users', 'companies']) {
      const whole = await wholeList<Flag>(`/api/${list}`);
      const page = await pageOf<Flag>(`/api/${list}?page=1&limit=200`);
      expect(ids(page.items).sort()).toEqual(ids(whole).sort());
      expect(page).toMatchObject({ total: whole.length, page: 1, next: null });
    }
  });

  test('returns records with the same content as the unpaged list', async () => {
    for (const list of ['flags', 'locations', 'users', 'companies']) {
      const whole = await wholeList<Flag>(`/api/${list}`);
      const { items } = await pageOf<Flag>(`/api/${list}?limit=200`);
      for (const record of whole) expect(items.find(({ id }) => id === record.id)).toEqual(record);
    }
  });

  test('returns the last page if the requested page number is too high, and an empty first page if nothing matches', async () => {
    const { total } = await pageOf('/api/flags?page=1&limit=2');
    const last = await pageOf<Flag>('/api/flags?page=999&limit=2');
    expect(last.page).toBe(Math.ceil(total / 2));
    expect(last.items.length).toBeGreaterThan(0);
    const none = await pageOf('/api/flags?page=3&q=nothing+like+it');
    expect(none).toMatchObject({ items: [], total: 0, page: 1, next: null });
  });

  test('finds, filters and sorts flags exactly as the console does with the whole list', async () => {
    const whole = await wholeList<Flag>('/api/flags');
    const values: Record<string, (flag: Flag) => SortValue> = {
      company: ({ company }) => company,
      flag: ({ name }) => name,
      location: ({ location }) => location,
      status: ({ isOnline }) => isOnline,
      voltage: ({ voltage }) => voltage,
      position: ({ live }) => {
        const { position } = viewFlag(live, harness.time.now);
        return { up: 1, half: 2, down: 3, moving: null, unknown: null }[position];
      },
    };
    /** Returns the flags that a request should find, in order. */
    const expected = (query: Record<string, string>) => {
      const text = searchQuery(query.q ?? '');
      const criteria = readCriteria(query);
      const found = whole.filter(
        (flag) =>
          (query.location === undefined || flag.locationId === query.location) &&
          (query.company === undefined || flag.companyId === query.company) &&
          searchText([...SEARCHED.flag(flag), flag.isOnline ? 'Online' : 'Offline']).includes(
            text,
          ) &&
          meetsCriteria(criteria, flag, viewFlag(flag.live, harness.time.now)),
      );
      const byId = [...found].sort((a, b) => (a.id < b.id ? -1 : 1));
      const byName = sortRows(byId, { key: 'flag', direction: 'asc' }, values.flag!);
      const sort = readSort(query.sort, FLAG_SORT_KEYS);
      return sortRows(byName, sort, (flag, key) => values[key]!(flag));
    };
    const optional = (values: readonly string[]) => fc.option(fc.constantFrom(...values));
    const sorts = FLAG_SORT_KEYS.flatMap((key) => [key, `-${key}`]);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          q: optional(['pole', ' GATE ', 'off', 'online', 'acme', 'zz']),
          sort: optional(sorts),
          show: optional(['online', 'offline', 'alert', 'online,locked']),
          position: optional(['up', 'half', 'unknown']),
          autopilot: optional(['off', 'follows', 'held']),
          location: optional([world.locationId, foreign.locationId, 'none']),
          company: optional([world.companyId, foreign.companyId]),
        }),
        async (choice) => {
          const query = Object.fromEntries(
            Object.entries(choice).filter(([, value]) => value !== null),
          ) as Record<string, string>;
          const flags = ids(expected(query));
          const url = `/api/flags?${new URLSearchParams({ ...query, page: '1', limit: '200' })}`;
          const page = await pageOf<Flag>(url);
          expect(ids(page.items)).toEqual(flags);
          expect(page.total).toBe(flags.length);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('finds and sorts locations, users and companies by the columns that their pages show', async () => {
    const sorted = <Item extends { id: string }>(items: Item[], value: (item: Item) => SortValue) =>
      ids(sortRows(items, { key: 'x', direction: 'desc' }, value));
    const locations = await wholeList<Location>('/api/locations');
    for (const key of LOCATION_SORT_KEYS) {
      const { items } = await pageOf<Location>(`/api/locations?page=1&limit=200&sort=-${key}`);
      const value = (one: Location) => (key === 'address' ? `${one.city}, ${one.state}` : one[key]);
      expect(items.map(value)).toEqual(
        sortRows(locations, { key, direction: 'desc' }, value).map(value),
      );
    }
    const found = await pageOf<Location>('/api/locations?q=austin,+tx&page=1&limit=200');
    expect(ids(found.items).sort()).toEqual(ids(locations).sort());
    const users = await wholeList<User>('/api/users');
    const byRole = await pageOf<User>('/api/users?page=1&limit=200&sort=-role');
    expect(byRole.items.map((one) => one.formattedRole)).toEqual(
      sortRows(users, { key: 'x', direction: 'desc' }, (one) => one.formattedRole).map(
        (one) => one.formattedRole,
      ),
    );
    const north = await pageOf<User>(`/api/users?location=${world.locationId}&limit=200`);
    expect(ids(north.items).sort()).toEqual(
      ids(users.filter((one) => one.locationId === world.locationId)).sort(),
    );
    const companies = await wholeList<Company>('/api/companies');
    const byFlags = await pageOf<Company>('/api/companies?page=1&limit=200&sort=-flags');
    expect(ids(byFlags.items)).toEqual(sorted(companies, ({ flags }) => flags));
  });

  test('returns the number of flags that each filter would show and that each master control would move', async () => {
    const url = '/api/flags?page=1&limit=1&counts=true';
    const { counts, controls, total } = await pageOf<Flag>(url);
    expect(counts!['show=online']! + counts!['show=offline']!).toBe(total);
    expect(controls!.online).toBe(counts!['show=online']);
    expect(controls!.on.flagUp + controls!.on.flagHalf).toBe(controls!.online);
    const up = await pageOf<Flag>('/api/flags?page=1&position=up');
    expect(up.total).toBe(counts!['position=up']);
    const filtered = await pageOf<Flag>(`${url}&show=offline`);
    expect(filtered.counts!['show=online']).toBe(counts!['show=online']);
    expect(filtered.controls!.online).toBe(0);
    expect(await pageOf('/api/flags?page=1')).not.toHaveProperty('counts');
  });

  test('shows users of each role the same records as the unpaged list', async () => {
    for (const who of [world.companyUser, world.locationUser, world.employee, foreign.companyUser])
      for (const list of ['flags', 'locations', 'users', 'companies']) {
        const whole = await who.call('GET', `/api/${list}`);
        const page = await who.call('GET', `/api/${list}?page=1&limit=200`);
        expect(page.status, list).toBe(whole.status);
        if (whole.status !== 200) continue;
        expect(ids(page.json.items).sort()).toEqual(ids(whole.json).sort());
        expect(page.json.total).toBe(whole.json.length);
      }
    const theirs = await pageOf(
      `/api/flags?company=${foreign.companyId}&counts=true`,
      world.employee,
    );
    expect(theirs).toMatchObject({ items: [], total: 0, counts: {} });
  });

  test('neither skips nor repeats a record while others are added, renamed and deleted', async () => {
    const lasting = await Promise.all(['B', 'D', 'F', 'H'].map((name) => addFlag(`Walk ${name}`)));
    const doomed = await addFlag('Walk E');
    for (const url of ['/api/flags?limit=2', '/api/flags?limit=2&sort=flag&q=walk']) {
      let round = 0;
      const found = await walk(url, async () => {
        round++;
        if (round === 1) {
          await addFlag('Walk A');
          await master.call('DELETE', `/api/flags/${doomed.id}`);
        }
        const flag = lasting[round % lasting.length]!;
        const name = `Walk ${round % 2 ? 'A' : 'Z'}${round}`;
        expect((await master.call('PATCH', `/api/flags/${flag.id}`, { name })).status).toBe(200);
      });
      expect(new Set(found).size).toBe(found.length);
      for (const { id } of lasting) expect(found).toContain(id);
    }
  });

  test('keeps its order across pages even if it is sorted by a value that keeps changing, such as the voltage', async () => {
    const url = '/api/flags?limit=1&sort=-voltage';
    const { items } = await pageOf<Flag>('/api/flags?page=1&limit=200&sort=-voltage');
    const online = items.filter(({ isOnline }) => isOnline);
    let volts = 60;
    const found = await walk(url, async () => {
      const flag = online[volts % online.length]!;
      const node = hardwarePath({ ownerId: flag.firebaseUserId, flagId: flag.flagId });
      harness.link.leaves.set(`${node}/voltage`, volts++);
    });
    expect(found).toEqual(ids(items));
  });

  test('keeps its next page available for a minute, but only for the same user and the same parameters', async () => {
    const url = '/api/flags?limit=1&sort=flag';
    const { next } = await pageOf<Flag>(url);
    const status = async (who: Client, rest: string) =>
      (await who.call('GET', `${url}${rest}&after=${next}`)).status;
    expect(await status(world.companyUser, '')).toBe(410);
    expect(await status(master, '&q=pole')).toBe(410);
    harness.time.now += WALK_KEPT_MS - 1;
    expect(await status(master, '')).toBe(200);
    harness.time.now += WALK_KEPT_MS - 1;
    expect(await status(master, '')).toBe(200);
    harness.time.now += WALK_KEPT_MS;
    expect(await status(master, '')).toBe(410);
  });

  test('expires when the same user has started to read five newer lists', async () => {
    const begin = async () => (await pageOf<Flag>('/api/flags?limit=1&sort=flag')).next!;
    const first = await begin();
    for (let more = 0; more < 5; more++) await begin();
    const { status } = await master.call('GET', `/api/flags?limit=1&sort=flag&after=${first}`);
    expect(status).toBe(410);
  });

  test('rejects parameters that the list does not support', async () => {
    for (const query of [
      'page=0',
      'page=x',
      'page=1.5',
      'limit=0',
      'limit=201',
      'sort=name',
      'sort=--flag',
      'after=x',
      'after=id.%00',
      'after=walk.bm8',
      `after=walk.${Buffer.from('abc -1').toString('base64url')}`,
      'page=1&after=id.YQ',
      'show=all',
      'counts=false',
      `q=${'x'.repeat(201)}`,
      'q=a&q=b',
      'page=1e300',
    ])
      expect((await master.call('GET', `/api/flags?${query}`)).status, query).toBe(400);
  });

  test('includes changes that another process makes in the same database', async () => {
    await pageOf('/api/flags?page=1');
    const other = await harness.database.reopen();
    try {
      await other.queries
        .updateTable('companies')
        .set({ name: 'Renamed elsewhere' })
        .where('id', '=', foreign.companyId)
        .execute();
      const { total } = await pageOf<Flag>('/api/flags?page=1&q=renamed+elsewhere');
      expect(total).toBe(2);
      await other.queries
        .deleteFrom('device_keys')
        .where('flag_id', '=', foreign.flagRowId)
        .execute();
      await other.queries.deleteFrom('flags').where('id', '=', foreign.flagRowId).execute();
      expect(await pageOf<Flag>('/api/flags?page=1&q=renamed+elsewhere')).toMatchObject({
        total: 1,
      });
      const [company] = (await pageOf<Company>('/api/companies?page=1&q=elsewhere')).items;
      expect(company).toMatchObject({ flags: 1 });
    } finally {
      await other.close();
    }
  });

  test('includes a change even if later changes are committed first', async () => {
    if (engine !== 'postgres') return;
    const other = await harness.database.reopen();
    let commit = () => {};
    const committing = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let wrote = () => {};
    const written = new Promise<void>((resolve) => {
      wrote = resolve;
    });
    const late = other.transaction(async (trx) => {
      await trx
        .updateTable('locations')
        .set({ name: 'Late commit' })
        .where('id', '=', world.otherLocationId)
        .execute();
      wrote();
      await committing;
    });
    await written;
    await addFlag('Committed first');
    expect(await pageOf('/api/flags?page=1&q=committed+first')).toMatchObject({ total: 1 });
    expect(await pageOf('/api/locations?page=1&q=late+commit')).toMatchObject({ total: 0 });
    commit();
    await late;
    expect(await pageOf('/api/locations?page=1&q=late+commit')).toMatchObject({ total: 1 });
    await other.close();
  });

  test('no longer returns the records of a deleted company', async () => {
    const { json: company } = await master.call('POST', '/api/companies', companyBody('Doomed'));
    const body = locationBody(company.id, 'Doomed yard');
    const { json: location } = await master.call('POST', '/api/locations', body);
    const flag = { name: 'Doomed pole', flagId: 'DOOM', companyId: company.id };
    await master.call('POST', '/api/flags', { ...flag, locationId: location.id });
    const totals = () =>
      Promise.all(
        ['flags', 'locations', 'companies'].map(
          async (list) => (await pageOf(`/api/${list}?page=1&q=doomed`)).total,
        ),
      );
    expect(await totals()).toEqual([1, 1, 1]);
    expect((await master.call('DELETE', `/api/companies/${company.id}`)).status).toBe(204);
    expect(await totals()).toEqual([0, 0, 0]);
  });
});
