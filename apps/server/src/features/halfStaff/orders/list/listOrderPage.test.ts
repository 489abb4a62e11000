import { api, type ListPage, type Order, WALK_KEPT_MS } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../../testing/harness.ts';
import { createWorld, orderBody, ownOrder, type World } from '../../../../testing/world.ts';

const PATH = '/api/half-staff/orders';

describe.each(engines)('the paged list of orders on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let foreign: World;

  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    foreign = await createWorld(harness, master);
    for (const [index, reason] of ['Reason 10', 'reason 9', 'Zeal'].entries()) {
      const starts = { kind: 'sunrise', date: `2026-11-2${index}` };
      await draft(world.companyUser, ownOrder(world.companyId, { reason, starts }));
      await draft(foreign.companyUser, ownOrder(foreign.companyId, { reason, starts }));
    }
    await approve(await draft(master, orderBody({ reason: 'National' })));
    await draft(master, orderBody({ reason: 'Unapproved' }));
  });
  afterAll(() => harness.close());

  const draft = async (by: Client, body: object) => {
    harness.time.now++;
    const { status, json, text } = await by.call('POST', PATH, body);
    expect(status, text).toBe(201);
    return json.id as string;
  };
  const approve = async (id: string) => {
    const { status, text } = await master.call('POST', `${PATH}/${id}/approve`, { revision: 1 });
    expect(status, text).toBe(200);
  };
  const page = async (query: string, by = master): Promise<ListPage<Order>> => {
    const { status, json, text } = await by.call('GET', `${PATH}?${query}`);
    expect(status, text).toBe(200);
    expect(api.listOrders.response.safeParse(json).success).toBe(true);
    return json;
  };
  const reasons = async (query: string, by = master) =>
    (await page(query, by)).items.map(({ reason }) => reason);
  const walk = async (query: string, between = async (_count: number) => {}) => {
    const found: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const answer: ListPage<Order> = await page(next === '' ? query : `${query}&after=${next}`);
      found.push(...answer.items.map(({ id }) => id));
      next = answer.next;
      await between(found.length);
    }
    return found;
  };

  test('can be searched, filtered, sorted and paged', async () => {
    const own = `page=1&company=${world.companyId}`;
    expect(await reasons(own)).toEqual(['Zeal', 'reason 9', 'Reason 10']);
    expect(await reasons(`${own}&sort=reason`)).toEqual(['reason 9', 'Reason 10', 'Zeal']);
    expect(await reasons(`${own}&sort=-window&limit=2`)).toEqual(['Zeal', 'reason 9']);
    expect(await page(`${own}&limit=2`.replace('page=1', 'page=9'))).toMatchObject({
      page: 2,
      total: 3,
      items: [{ reason: 'Reason 10' }],
    });
    expect(await reasons('page=1&authority=president&sort=reason')).toEqual([
      'National',
      'Unapproved',
    ]);
    expect(await reasons('page=1&status=approved')).toEqual(['National']);
    // The search also finds the authority and the status.
    expect(await reasons('page=1&q=PRESIDENT')).toHaveLength(2);
    expect(await reasons('page=1&q=approved&sort=reason')).toEqual(['National', 'Unapproved']);
    expect((await page('limit=200')).total).toBe(8);
    expect((await master.call('GET', PATH)).json).toHaveLength(8);
  });

  test("never shows another company's orders or the operator's unapproved orders", async () => {
    const visible = ['National', 'Reason 10', 'Zeal', 'reason 9'];
    for (const query of ['limit=200', 'page=1', 'sort=reason', 'page=1&q=a&limit=200'])
      for (const by of [world.companyUser, foreign.companyUser]) {
        const expected = query.includes('q=') ? visible.filter((text) => /a/.test(text)) : visible;
        const { items, total } = await page(query, by);
        // The search also finds the status "Draft" and the authority "Company".
        const found = items.map(({ reason }) => reason);
        expect(visible).toEqual(expect.arrayContaining(found));
        expect(found).toEqual(expect.arrayContaining(expected));
        expect(total).toBe(found.length);
        const other = by === world.companyUser ? foreign : world;
        expect(items.some(({ companyId }) => companyId === other.companyId)).toBe(false);
        expect(await page(`${query}&company=${other.companyId}`, by)).toMatchObject({ total: 0 });
      }
    for (const by of [world.locationUser, world.employee])
      expect((await by.call('GET', `${PATH}?page=1`)).status).toBe(403);
  });

  test.each(['limit=2', 'limit=2&sort=-reason'])(
    'neither skips nor repeats an order while orders change: %s',
    async (query) => {
      const ids: string[] = [];
      for (let n = 0; n < 4; n++) ids.push(await draft(master, orderBody({ reason: `Walk ${n}` })));
      const walked = await walk(query, async (count) => {
        if (count !== 2) return;
        await master.call('DELETE', `${PATH}/${ids[3]}`);
        await master.call('PATCH', `${PATH}/${ids[0]}`, { reason: 'Aa', revision: 1 });
        ids.push(await draft(master, orderBody({ reason: 'Walk late' })));
      });
      expect(new Set(walked).size).toBe(walked.length);
      expect(walked).toEqual(expect.arrayContaining(ids.slice(0, 3)));
      for (const id of ids) await master.call('DELETE', `${PATH}/${id}`);
    },
  );

  test('rejects cursors that it did not return, and cursors that have expired', async () => {
    const sorted = await page('sort=reason&limit=1');
    const unsorted = await page('limit=1');
    for (const query of [
      ...['after=x', 'after=id.', 'after=walk.eA', 'sort=reason&after=walk.eA'],
      ...[`after=${sorted.next}`, `sort=reason&after=${unsorted.next}`],
      `page=1&after=${unsorted.next}`,
      ...['page=0', 'limit=201', 'sort=scope', 'authority=x', 'status=x'],
    ])
      expect((await master.call('GET', `${PATH}?limit=1&${query}`)).status, query).toBe(400);
    const next = `${PATH}?sort=reason&limit=1&after=${sorted.next}`;
    expect((await world.companyUser.call('GET', next)).status).toBe(410);
    expect((await master.call('GET', next)).status).toBe(200);
    harness.time.now += WALK_KEPT_MS;
    expect((await master.call('GET', next)).status).toBe(410);
  });
});
