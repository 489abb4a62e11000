import { choiceOf, type FlownFlag, type FollowsChoice } from '@halyard/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, orderBody, ownOrder, type World } from '../../../testing/world.ts';
import { report } from '../testing/reports.ts';

const PATH = '/api/half-staff/follows';
const ALL = choiceOf(null);
const PEARL_HARBOR = 'National Pearl Harbor Remembrance Day';
const START = Date.parse('2026-12-06T18:00:00Z');
const only = (change: Partial<FollowsChoice['authorities']>): FollowsChoice => ({
  ...ALL,
  authorities: { ...ALL.authorities, ...change },
});

describe.each(engines)("a company's settings for following orders on %s", (engine) => {
  let harness: Harness;
  let master: Client;
  let home: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    harness.time.now = START;
    master = await harness.as('master');
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    const { queries } = harness.services.db;
    await queries.deleteFrom('half_staff_orders').execute();
    await queries.updateTable('companies').set({ auto_half_mast: false }).execute();
    harness.time.now = START;
    home = await createWorld(harness, master);
    await master.call('PATCH', `/api/companies/${home.companyId}`, { autoHalfMast: true });
    for (const id of [home.flagRowId, home.otherFlagRowId]) await report(harness, id);
  });

  const set = async (
    follows: FollowsChoice | null,
    locationId: string | null = null,
    by = home.companyUser,
  ) => {
    harness.time.now++;
    const answer = await by.call('PUT', `${PATH}/${home.companyId}`, { locationId, follows });
    expect(answer.status).toBe(200);
    return answer.json;
  };
  const effect = async (follows: FollowsChoice | null, locationId: string | null = null) =>
    (
      await home.companyUser.call('POST', `${PATH}/${home.companyId}/effect`, {
        locationId,
        follows,
      })
    ).json;
  const approve = async (more: object = {}) => {
    const url = '/api/half-staff/orders';
    const { id } = (await master.call('POST', url, orderBody({ ends: { kind: 'open' }, ...more })))
      .json;
    await master.call('POST', `${url}/${id}/approve`, { revision: 1 });
    harness.time.now++;
  };
  const fly = (id: string, flies: FlownFlag, by = home.companyUser) =>
    by.call('PATCH', `/api/flags/${id}`, { flies });
  const wanted = async (id: string) =>
    (await master.call('GET', `/api/flags/${id}/half-staff`)).json.should.position;
  const lower = async (id: string) => {
    await report(harness, id);
    const { ownerId, flagId } = await harness.services.db.queries
      .selectFrom('flags')
      .select(['owner_id as ownerId', 'flag_id as flagId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const path = `users/${ownerId}/hardware/${flagId}`;
    harness.link.leaves.set(`${path}/reported/flagUp`, false);
    harness.link.leaves.set(`${path}/reported/flagHalf`, true);
  };

  test('include every order and half-staff day by default', async () => {
    const first = (await home.companyUser.call('GET', `${PATH}/${home.companyId}`)).json;
    expect(first).toMatchObject({
      follows: ALL,
      isOwn: false,
      ownLocations: [],
      poles: { us: 2, state: 0, other: 0 },
    });
    expect(first.days.map(({ date }: { date: string }) => date)).toEqual([
      '2027-05-02',
      '2028-05-15',
      '2027-05-31',
      '2027-09-11',
      '2026-12-07',
    ]);
    const chosen: FollowsChoice = {
      ...only({ governor: ['us'] }),
      daysNotFollowed: [PEARL_HARBOR],
    };
    expect((await set(chosen)).follows).toEqual(chosen);
  });

  test('can be overridden for a location, and later restored there', async () => {
    await set(only({ city: [] }));
    const own = await set(only({ county: [] }), home.locationId);
    expect([own.follows, own.isOwn]).toEqual([only({ county: [] }), true]);
    const company = (await home.companyUser.call('GET', `${PATH}/${home.companyId}`)).json;
    expect(company.follows).toEqual(only({ city: [] }));
    expect(company.ownLocations).toEqual([{ id: home.locationId, name: 'North' }]);
    const given = await set(null, home.locationId);
    expect([given.follows, given.isOwn]).toEqual([only({ city: [] }), false]);
    await set(ALL);
    const at = `${PATH}/${home.companyId}?locationId=${home.locationId}`;
    expect((await home.locationUser.call('GET', at)).json.follows).toEqual(ALL);
  });

  test('determine which poles an order lowers', async () => {
    await fly(home.otherFlagRowId, 'state');
    await set(only({ president: ['us'] }));
    await approve();
    expect(await wanted(home.flagRowId)).toBe('half');
    expect(await wanted(home.otherFlagRowId)).toBeNull();
    const now = (await home.companyUser.call('GET', '/api/half-staff/now')).json;
    expect(now.inEffect.map(({ poles }: { poles: number }) => poles)).toEqual([1]);
    const { holding } = (await home.companyUser.call('GET', '/api/half-staff')).json;
    expect(holding[0].reach).toMatchObject({
      inScope: 2,
      follow: 1,
      poles: { notFollowed: { count: 1 } },
    });
    const today = (await home.companyUser.call('GET', '/api/half-staff/today')).json;
    expect(today.inEffect[0]).toMatchObject({ locations: 2, following: 1 });
    const wrong = (await home.companyUser.call('GET', '/api/half-staff/wrong-positions')).json;
    expect(JSON.stringify(wrong)).not.toContain(home.otherFlagRowId);
  });

  test('can exclude annual half-staff days', async () => {
    const next = async () =>
      (await home.companyUser.call('GET', '/api/half-staff')).json.next.map(
        ({ source, poles }: { source: { key: string }; poles: number }) => [source.key, poles],
      );
    expect(await next()).toEqual([['day:2026-12-07', 2]]);
    await set({ ...ALL, daysNotFollowed: [PEARL_HARBOR] }, home.locationId);
    expect(await next()).toEqual([
      ['day:2026-12-07', 1],
      ['day:2027-05-31', 1],
    ]);
  });

  test('determine which poles go up when an order is excluded, and the preview shows the same poles', async () => {
    await approve();
    await lower(home.flagRowId);
    expect(await effect(only({ city: [] }))).toMatchObject({ risingIds: [], lowering: 0 });
    const said = await effect(only({ president: [] }));
    expect(said.risingIds).toEqual([home.flagRowId]);
    expect((await effect(only({ president: [] }), home.otherLocationId)).risingIds).toEqual([]);
    await set(only({ president: [] }));
    expect(await wanted(home.flagRowId)).toBe('up');
    expect((await effect(ALL)).lowering).toBe(1);
    await set(ALL);
    expect(await wanted(home.flagRowId)).toBe('half');
  });

  test('determine whether a pole stays at half-staff when its type of flag changes', async () => {
    await set(only({ president: ['us'] }));
    await approve();
    await lower(home.flagRowId);
    expect(await wanted(home.flagRowId)).toBe('half');
    const { json } = await fly(home.flagRowId, 'other');
    expect(json.flies).toBe('other');
    expect(await wanted(home.flagRowId)).toBe('up');
    await fly(home.flagRowId, 'us');
    expect(await wanted(home.flagRowId)).toBe('half');
  });

  test('do not apply to an order that ended before the settings changed', async () => {
    await set(only({ president: [] }));
    await approve({ ends: { kind: 'time', date: '2026-12-06', time: '13:00' } });
    harness.time.now = START + 2 * 3_600_000;
    await lower(home.flagRowId);
    await set(ALL);
    // The order ended before the company followed it, so it did not lower this flag.
    expect(await wanted(home.flagRowId)).toBeNull();
  });

  test('determine which orders and half-staff days appear in calendar subscriptions', async () => {
    const calendar = async () => {
      const { json } = await home.companyUser.call(
        'POST',
        '/api/half-staff/calendar-subscriptions',
        { companyId: home.companyId, state: 'TX' },
      );
      const { pathname } = new URL(json.url);
      return (await harness.anonymous().call('GET', pathname)).text;
    };
    await approve({ reason: 'A governor died', authority: 'governor' });
    const all = await calendar();
    expect([all.includes('Pearl Harbor'), all.includes('A governor died')]).toEqual([true, true]);
    const less: FollowsChoice = {
      ...only({ governor: ['state'] }),
      daysNotFollowed: [PEARL_HARBOR],
    };
    await set(less);
    const some = await calendar();
    expect([some.includes('Pearl Harbor'), some.includes('A governor died')]).toEqual([
      false,
      false,
    ]);
    await fly(home.flagRowId, 'state');
    expect((await calendar()).includes('A governor died')).toBe(true);
  });

  test('are logged once per change, and not at all if nothing changes', async () => {
    const entries = async () =>
      (await home.companyUser.call('GET', '/api/activity?category=halfStaff')).json.entries.filter(
        ({ kind }: { kind: string }) => kind === 'follows.changed',
      );
    await set(ALL);
    expect(await entries()).toEqual([]);
    await set({ ...only({ governor: ['us'] }), daysNotFollowed: ['Patriot Day'] });
    const [entry] = await entries();
    expect(entry.subject).toBe('Acme');
    expect(entry.detail.about).toBe('governor:state off, governor:other off, Patriot Day off');
  });

  test('are rejected if they contain unknown values', async () => {
    const refused = async (follows: unknown, locationId: string | null = null) =>
      (await master.call('PUT', `${PATH}/${home.companyId}`, { locationId, follows })).status;
    expect(await refused({ ...ALL, daysNotFollowed: ['Flag Day'] })).toBe(400);
    expect(await refused({ ...ALL, authorities: { ...ALL.authorities, pope: ['us'] } })).toBe(400);
    expect(await refused({ ...ALL, authorities: { president: ['us'] } })).toBe(400);
    expect(await refused(null)).toBe(400);
  });

  test('also apply to orders that the company itself recorded', async () => {
    const url = '/api/half-staff/orders';
    const body = ownOrder(home.companyId, { authority: 'governor', ends: { kind: 'open' } });
    const made = await home.companyUser.call('POST', url, body);
    expect(made.status).toBe(201);
    await home.companyUser.call('POST', `${url}/${made.json.id}/approve`, { revision: 1 });
    expect(await wanted(home.flagRowId)).toBe('half');
    await set(only({ governor: [] }));
    expect(await wanted(home.flagRowId)).toBeNull();
  });
});
