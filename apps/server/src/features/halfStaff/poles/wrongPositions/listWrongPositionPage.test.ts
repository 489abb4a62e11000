import {
  api,
  WALK_KEPT_MS,
  type WrongPositionKind,
  type WrongPositionPage,
  type WrongPositionRow,
  type WrongPositions,
} from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../../platform/database/text.ts';
import { engines } from '../../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../../testing/harness.ts';
import { createWorld, ownOrder, type World } from '../../../../testing/world.ts';
import { report } from '../../testing/reports.ts';

const PATH = '/api/half-staff/wrong-positions';
const NAMES = ['Pole 10', 'pole 9', 'Pöle 9', 'Annex'];

describe.each(engines)('the paged list of wrong positions on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let foreign: World;

  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    foreign = await createWorld(harness, master);
    await follow(world);
    for (const [index, name] of NAMES.entries()) {
      const where = index % 2 ? 'locationId' : 'otherLocationId';
      await addFlag(name, world, where, 'flagUp');
      await addFlag(name, foreign, where, 'flagHalf');
    }
    // Half-staff is in effect at the first company, and nothing is in effect at the second one.
    await approve(world);
    harness.time.now += 10 * 60_000;
    for (const { pole, kind } of (await whole()).poles.slice(1))
      await report(harness, pole.id, kind === 'half-staff' ? 'flagHalf' : 'flagUp');
  });
  afterAll(() => harness.close());

  const follow = ({ companyId }: World) =>
    master.call('PATCH', `/api/companies/${companyId}`, { autoHalfMast: true });
  const approve = async ({ companyId }: World) => {
    const terms = ownOrder(companyId, { ends: { kind: 'open' } });
    const { id } = (await master.call('POST', '/api/half-staff/orders', terms)).json;
    const made = await master.call('POST', `/api/half-staff/orders/${id}/approve`, { revision: 1 });
    expect(made.status, made.text).toBe(200);
    return id as string;
  };
  const addFlag = async (
    name: string,
    { companyId, ...at }: World,
    place: 'locationId' | 'otherLocationId',
    position: 'flagUp' | 'flagHalf',
  ) => {
    const body = { name, flagId: `W-${newId()}`, companyId, locationId: at[place] };
    const { status, json } = await master.call('POST', '/api/flags', body);
    expect(status).toBe(201);
    await report(harness, json.id, position);
    return json.id as string;
  };
  const whole = async (by = master): Promise<WrongPositions> => (await by.call('GET', PATH)).json;
  const page = async (query: string, by = master): Promise<WrongPositionPage> => {
    const { status, json, text } = await by.call('GET', `${PATH}?${query}`);
    expect(status, text).toBe(200);
    expect(api.wrongPositions.response.safeParse(json).success).toBe(true);
    return json;
  };
  const ids = (rows: readonly WrongPositionRow[]) => rows.map(({ pole }) => pole.id);
  const walk = async (query: string, between = async (_count: number) => {}) => {
    const found: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const answer: WrongPositionPage = await page(next === '' ? query : `${query}&after=${next}`);
      found.push(...ids(answer.items));
      next = answer.next;
      await between(found.length);
    }
    return found;
  };

  test('returns the same flags as the unpaged list, and the number of flags in each kind of wrong position', async () => {
    const { poles } = await whole();
    expect(poles).toHaveLength(8);
    const { items, total, kinds } = await page('page=1&limit=200');
    expect(total).toBe(8);
    expect(items.toSorted(byId)).toEqual(poles.toSorted(byId));
    // One pole is offline.
    expect(kinds).toEqual({
      'full-staff': {
        total: 4,
        offline: counted('full-staff', poles),
        correctable: expect.any(Number),
      },
      'half-staff': {
        total: 4,
        offline: counted('half-staff', poles),
        correctable: expect.any(Number),
      },
    });
    expect(kinds['full-staff'].correctable + kinds['half-staff'].correctable).toBe(7);
    expect(items.map(({ kind }) => kind)).toEqual([
      ...Array(4).fill('full-staff'),
      ...Array(4).fill('half-staff'),
    ]);
  });
  const byId = (a: WrongPositionRow, b: WrongPositionRow) => (a.pole.id < b.pole.id ? -1 : 1);
  const counted = (kind: WrongPositionKind, poles: readonly WrongPositionRow[]) =>
    poles.filter((row) => row.kind === kind && !row.isOnline).length;

  test('can be searched, filtered, sorted and paged', async () => {
    const names = async (query: string) => (await page(query)).items.map(({ pole }) => pole.name);
    const ofKind = 'page=1&kind=half-staff';
    expect(await names(`${ofKind}&sort=flag`)).toEqual(['Annex', 'pole 9', 'Pöle 9', 'Pole 10']);
    expect(await names(`${ofKind}&sort=-flag&limit=3`)).toEqual(['Pole 10', 'pole 9', 'Pöle 9']);
    expect(await names('page=2&kind=half-staff&sort=-flag&limit=3')).toEqual(['Annex']);
    // A page beyond the last one becomes the last one.
    expect(await page(`page=9&kind=half-staff&limit=3`)).toMatchObject({ page: 2, total: 4 });
    expect(await names(`${ofKind}&q=POLE`)).toEqual(expect.arrayContaining(['Pole 10', 'pole 9']));
    const found = await page(`page=1&q=annex`);
    expect(found).toMatchObject({ total: 2, kinds: { 'full-staff': { total: 4 } } });
    const there = await page(`page=1&location=${foreign.locationId}`);
    expect(there).toMatchObject({ total: 2, kinds: { 'full-staff': { total: 0 } } });
    expect(await page(`page=1&company=unknown`)).toMatchObject({ total: 0 });
  });

  test('never shows flags of another company or location, regardless of the filters', async () => {
    const { poles } = await whole();
    const own = poles.filter(({ pole }) => pole.companyId === world.companyId);
    const north = own.filter(({ pole }) => pole.location === 'North');
    for (const query of [
      'limit=200',
      'page=1&limit=200',
      'sort=flag&limit=200',
      'page=1&q=e&limit=200',
    ]) {
      const matches = ({ pole }: WrongPositionRow) => !query.includes('q=') || /e/i.test(pole.name);
      for (const [by, expected] of [
        [world.companyUser, own],
        [world.locationUser, north],
        [world.employee, own],
      ] as const) {
        const answer = await page(query, by);
        expect(ids(answer.items).sort()).toEqual(ids(expected.filter(matches)).sort());
        expect(answer.kinds['half-staff']).toEqual({ total: 0, offline: 0, correctable: 0 });
        expect(await page(`${query}&company=${foreign.companyId}`, by)).toMatchObject({ total: 0 });
        expect(await page(`${query}&kind=half-staff`, by)).toMatchObject({ items: [], total: 0 });
      }
    }
  });

  test.each(['limit=2', 'limit=2&sort=flag', 'limit=2&q=walked&sort=-since'])(
    'neither skips nor repeats a flag while flags change: %s',
    async (query) => {
      const flags: string[] = [];
      for (let n = 0; n < 6; n++)
        flags.push(await addFlag(`Walked ${n}`, foreign, 'locationId', 'flagHalf'));
      const walked = await walk(query, async (count) => {
        if (count !== 2) return;
        await report(harness, flags[1]!, 'flagUp');
        await master.call('DELETE', `/api/flags/${flags[3]}`);
        await master.call('PATCH', `/api/flags/${flags[0]}`, { name: 'Zz walked' });
        await addFlag('Walked late', foreign, 'locationId', 'flagHalf');
      });
      expect(new Set(walked).size).toBe(walked.length);
      expect(walked).toEqual(expect.arrayContaining([flags[0], flags[2], flags[4], flags[5]]));
      for (const { id } of (await master.call('GET', '/api/flags?page=1&limit=200&q=walked')).json
        .items)
        await master.call('DELETE', `/api/flags/${id}`);
    },
  );

  test('is up to date after reports, orders, holds, moves to another company, and deletions', async () => {
    const id = await addFlag('Sequence', foreign, 'locationId', 'flagHalf');
    const row = async (by = master) => (await page('page=1&q=sequence', by)).items[0];
    expect(await row()).toMatchObject({ kind: 'half-staff', isCorrectable: true });
    await report(harness, id, 'flagUp');
    expect(await row()).toBeUndefined();
    await follow(foreign);
    const order = await approve(foreign);
    expect(await row()).toBeUndefined();
    harness.time.now += 5 * 60_000;
    expect(await row()).toMatchObject({ kind: 'full-staff' });
    await master.call('PUT', `/api/flags/${id}/lock`, { reason: 'Rope frayed' });
    expect(await row()).toMatchObject({ isLocked: true, isCorrectable: false });
    await master.call('DELETE', `/api/flags/${id}/lock`);
    const { companyId, locationId } = world;
    const moved = await master.call('PATCH', `/api/flags/${id}`, { companyId, locationId });
    expect(moved.status, moved.text).toBe(200);
    expect(await row(foreign.companyUser)).toBeUndefined();
    const cancel = `/api/half-staff/orders/${order}/cancel`;
    expect((await master.call('POST', cancel, { why: 'Over' })).status).toBe(200);
    expect((await master.call('DELETE', `/api/flags/${id}`)).status).toBe(204);
    expect(await row()).toBeUndefined();
  });

  test('lets a caller correct all flags with the same wrong position, except those that the caller may not move', async () => {
    const plan = (by: Client, body: object) => by.call('POST', '/api/moves/plans', body);
    for (const { pole, kind } of (await whole()).poles)
      await report(harness, pole.id, kind === 'half-staff' ? 'flagHalf' : 'flagUp');
    const body = { control: 'half', wrongPosition: 'full-staff' };
    const { correctable } = (await page('page=1', world.companyUser)).kinds['full-staff'];
    expect(correctable).toBeGreaterThan(0);
    expect((await plan(foreign.locationUser, body)).json).toMatchObject({ count: 0, flags: [] });
    const made = (await plan(world.companyUser, body)).json;
    expect(made).toMatchObject({ count: correctable, offline: 0, locked: 0 });
    const fix = (by: Client, more: object) =>
      by.call('POST', `${PATH}/fix`, { kind: 'full-staff', ...more });
    expect((await fix(foreign.companyUser, { plan: made.id })).status).toBe(404);
    expect((await fix(world.companyUser, { plan: made.id, kind: 'half-staff' })).status).toBe(400);
    // A flag that moves in the meantime is left out.
    await report(harness, made.flags[0].id, 'flagHalf');
    const fixed = await fix(world.companyUser, { plan: made.id });
    expect(fixed.json).toMatchObject({ sent: correctable - 1, leftOut: 1 });
    expect((await fix(world.companyUser, { plan: made.id })).status).toBe(409);
    for (const odd of [
      { ...body, flagIds: ['x'] },
      { ...body, query: {} },
      { ...body, control: 'up' },
      { control: 'half' },
    ])
      expect((await plan(master, odd)).status, JSON.stringify(odd)).toBe(400);
    expect((await fix(master, {})).status).toBe(400);
    expect((await fix(master, { plan: made.id, ids: ['x'] })).status).toBe(400);
  });

  test('rejects cursors that it did not return, and cursors that have expired', async () => {
    const sorted = await page('sort=flag&limit=1');
    const unsorted = await page('limit=1');
    for (const query of [
      ...['after=x', 'after=id.', 'after=id.%00', 'after=walk.eA', 'sort=flag&after=walk.eA'],
      `after=${sorted.next}`,
      `sort=flag&after=${unsorted.next}`,
      `page=1&after=${unsorted.next}`,
      ...['page=0', 'limit=201', 'sort=cause', 'kind=x'],
    ])
      expect((await master.call('GET', `${PATH}?limit=1&${query}`)).status, query).toBe(400);
    const next = `${PATH}?sort=flag&limit=1&after=${sorted.next}`;
    expect((await world.companyUser.call('GET', next)).status).toBe(410);
    expect((await master.call('GET', `${next}&kind=full-staff`)).status).toBe(410);
    expect((await master.call('GET', next)).status).toBe(200);
    harness.time.now += WALK_KEPT_MS;
    expect((await master.call('GET', next)).status).toBe(410);
  });
});
