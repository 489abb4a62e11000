import { type AlertOutage, api, type ListPage, type Outage } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { companyBody, createWorld, type World } from '../../../testing/world.ts';

const PATH = '/api/alerts/outages';

describe.each(engines)('the paged list of outages on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let foreign: World;
  const companies: string[] = [];

  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    foreign = await createWorld(harness, master);
    for (const name of ['Birch', 'Cedar', 'Elm'])
      companies.push((await master.call('POST', '/api/companies', companyBody(name))).json.id);
    const own = [
      outage(world.companyId, world.locationId, 9),
      outage(world.companyId, world.otherLocationId, 3),
    ];
    await store({
      fleet: [
        ...own,
        outage(foreign.companyId, foreign.locationId, 5),
        ...companies.map((id, index) => outage(id, null, 20 + index)),
        outage('deleted', null, 50),
      ],
      companies: { [world.companyId]: own },
      locations: { [world.locationId]: [own[0]!] },
    });
  });
  afterAll(() => harness.close());

  const outage = (companyId: string, locationId: string | null, offline: number): Outage => ({
    ...{ shared: locationId === null ? 'company' : 'location', companyId, locationId, offline },
    ...{ total: 60, at: harness.time.now - offline, companyIds: [companyId], locations: 1 },
  });
  const store = (value: object) =>
    harness.database.db.queries
      .insertInto('settings')
      .values({ id: 'outages', value: JSON.stringify(value) })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ value: JSON.stringify(value) }))
      .execute();
  const page = async (query: string, by = master): Promise<ListPage<AlertOutage>> => {
    const { status, json, text } = await by.call('GET', `${PATH}?${query}`);
    expect(status, text).toBe(200);
    expect(api.listOutages.response.safeParse(json).success).toBe(true);
    return json;
  };
  const numbers = (items: readonly AlertOutage[]) => items.map(({ offline }) => offline);

  test('can be searched, filtered, sorted and paged, and leaves out outages of deleted companies', async () => {
    const whole: AlertOutage[] = (await master.call('GET', PATH)).json;
    expect(numbers(whole)).toEqual([9, 3, 5, 20, 21, 22]);
    expect((await page('page=1&limit=200')).items).toEqual(whole);
    expect(await page('page=1&limit=3')).toMatchObject({ total: 6, page: 1, next: null });
    expect(numbers((await page('page=1&limit=2&sort=-offline')).items)).toEqual([22, 21]);
    expect(numbers((await page('page=9&limit=4&sort=-offline')).items)).toEqual([5, 3]);
    expect(numbers((await page('page=1&q=CEDAR')).items)).toEqual([21]);
    expect(numbers((await page('page=1&sort=offline&q=north')).items)).toEqual([5, 9]);
    expect(numbers((await page(`page=1&location=${world.locationId}`)).items)).toEqual([9]);
  });

  test('never shows outages of another company or location', async () => {
    for (const query of ['limit=200', 'page=1', 'sort=-at', 'q=acme'])
      for (const [by, expected] of [
        [world.companyUser, [3, 9]],
        [world.locationUser, [9]],
        [world.employee, [3, 9]],
        [foreign.companyUser, []],
      ] as const) {
        const { items, total } = await page(query, by);
        expect(numbers(items).sort((a, b) => a - b)).toEqual(expected);
        expect(total).toBe(expected.length);
        expect(await page(`${query}&company=${companies[0]}`, by)).toMatchObject({ total: 0 });
      }
  });

  test.each(['limit=2', 'limit=2&sort=offline'])(
    'returns each outage exactly once when read page by page: %s',
    async (query) => {
      const found: number[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const answer: ListPage<AlertOutage> = await page(
          next === '' ? query : `${query}&after=${next}`,
        );
        found.push(...numbers(answer.items));
        next = answer.next;
      }
      expect(found.sort((a, b) => a - b)).toEqual([3, 5, 9, 20, 21, 22]);
    },
  );

  test('rejects cursors that it did not return', async () => {
    const sorted = await page('sort=at&limit=1');
    for (const query of [
      ...['after=x', 'after=id.', 'sort=at&after=walk.eA', `after=${sorted.next}`],
      ...['page=0', 'limit=201', 'sort=total'],
    ])
      expect((await master.call('GET', `${PATH}?limit=1&${query}`)).status, query).toBe(400);
    const next = `${PATH}?sort=at&limit=1&after=${sorted.next}`;
    expect((await world.companyUser.call('GET', next)).status).toBe(410);
    expect((await master.call('GET', next)).status).toBe(200);
  });
});
