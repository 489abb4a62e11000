import {
  ALERT_CONDITIONS,
  ALERT_LABELS,
  ALERT_SORT_KEYS,
  ALERT_URGENCY,
  type Alert,
  type AlertCondition,
  type AlertSortKey,
  api,
  type ListPage,
  readSort,
  type SortValue,
  searchQuery,
  searchText,
  sortRows,
  WALK_KEPT_MS,
} from '@halyard/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/database/text.ts';
import { bothEngines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';

const MINUTE = 60_000;

interface NewAlert {
  flagId: string;
  companyId: string;
  condition?: AlertCondition;
  since?: number;
  endedAt?: number | null;
}

describe.each(bothEngines)('the paged list of alerts on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let foreign: World;
  /** All alerts that a master can see, open and ended. */
  let all: Alert[];

  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    foreign = await createWorld(harness, master);
    const now = harness.time.now;
    for (const [index, name] of ['Pole 10', 'pole 9', 'Pöle 9', 'Annex', 'annex'].entries()) {
      const flagId = await addFlag(
        name,
        index % 2 ? world : foreign,
        index % 3 ? 'locationId' : 'otherLocationId',
      );
      for (const [n, condition] of ALERT_CONDITIONS.entries()) {
        const { companyId } = index % 2 ? world : foreign;
        // Many begin or end at the same time, so that the order must also consider other columns.
        const since = now - (1 + ((index * n) % 3)) * MINUTE;
        await add({ flagId, companyId, condition, since });
        await add({ flagId, companyId, condition, since, endedAt: since + (n % 2) * MINUTE });
      }
    }
    const ended = (await master.call('GET', '/api/alerts/ended')).json;
    expect(ended.next).toBeNull();
    all = [...(await whole()), ...ended.alerts];
    expect(all).toHaveLength(50);
  });
  afterAll(() => harness.close());

  const addFlag = async (
    name: string,
    { companyId, ...at }: World,
    place: 'locationId' | 'otherLocationId',
  ) => {
    const body = { name, flagId: `A-${newId()}`, companyId, locationId: at[place] };
    const { status, json } = await master.call('POST', '/api/flags', body);
    expect(status).toBe(201);
    return json.id as string;
  };
  const add = async ({
    flagId,
    companyId,
    condition = 'voltage',
    since,
    endedAt = null,
  }: NewAlert) => {
    const id = newId();
    const at = since ?? harness.time.now;
    await harness.database.db.queries
      .insertInto('alerts')
      .values({
        ...{ id, condition, since: at, ended_at: endedAt, flag_id: flagId, company_id: companyId },
        ...{ cause: 'Test', over_since: null, news: null, news_at: at, recorded_at: at },
      })
      .execute();
    return id;
  };
  const end = (ids: readonly string[]) =>
    harness.database.db.queries
      .updateTable('alerts')
      .set({ ended_at: harness.time.now })
      .where('id', 'in', ids)
      .execute();
  const whole = async (by = master): Promise<Alert[]> => (await by.call('GET', '/api/alerts')).json;
  const page = async (query: string, by = master): Promise<ListPage<Alert>> => {
    const { status, json, text } = await by.call('GET', `/api/alerts?${query}`);
    expect(status, text).toBe(200);
    expect(api.listAlerts.response.safeParse(json).success).toBe(true);
    return json;
  };
  const ids = (alerts: readonly { id: string }[]) => alerts.map(({ id }) => id);
  const walk = async (
    query: string,
    between: (count: number) => Promise<unknown> = async () => {},
  ) => {
    const found: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const answer: ListPage<Alert> = await page(next === '' ? query : `${query}&after=${next}`);
      found.push(...ids(answer.items));
      next = answer.next;
      await between(found.length);
    }
    return found;
  };

  const VALUES: Record<AlertSortKey, (alert: Alert) => SortValue> = {
    flag: ({ pole }) => pole.name,
    condition: ({ condition }) => ALERT_LABELS[condition],
    since: ({ since }) => since,
    ended: ({ endedAt }) => endedAt,
  };
  const byDefault = (state: string): ((alert: Alert) => SortValue)[] =>
    state === 'ended'
      ? [({ endedAt }) => -endedAt!, VALUES.flag]
      : [({ condition }) => -ALERT_URGENCY[condition], ({ since }) => -since, VALUES.flag];

  test('returns the same alerts as the unpaged list, each with the same number of other offline poles at the location', async () => {
    const { items, total, next } = await page('limit=200');
    const open = await whole();
    expect([total, next]).toEqual([25, null]);
    expect(items).toEqual(open.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    expect(items.filter(({ neighbors }) => neighbors !== null)).toHaveLength(5);
    const [{ pole, neighbors } = open[0]!] = (await page('page=1&limit=1&condition=offline')).items;
    const there = open.filter((one) => one.pole.locationId === pole.locationId);
    expect(neighbors?.offline).toBe(
      there.filter(({ condition }) => condition === 'offline').length - 1,
    );
  });

  test("shows each pole's most urgent alert and the conditions of its other alerts when grouped by pole", async () => {
    const urgent = ALERT_CONDITIONS.toSorted((a, b) => ALERT_URGENCY[b] - ALERT_URGENCY[a]);
    const { items, total } = await page('perPole=true&page=1&limit=3');
    expect([items.length, total]).toEqual([3, 5]);
    for (const { condition, otherConditions } of items)
      expect([condition, ...otherConditions!]).toEqual(urgent);
    expect(await walk('perPole=true&limit=2')).toHaveLength(5);
    const [annex] = (await page('perPole=true&condition=voltage&q=annex&sort=flag')).items;
    expect(annex).toMatchObject({ condition: 'voltage', otherConditions: [] });
    for (const alert of await whole()) expect(alert.otherConditions).toBeNull();
  });

  test('searches, filters and sorts as the Alerts page does, for all combinations of parameters', async () => {
    const values = fc.record({
      q: fc.constantFrom('', 'pole', 'ANNEX', 'öle', 'out of range', 'offline', 'acme', 'nothing'),
      state: fc.constantFrom('', 'open', 'ended'),
      condition: fc.constantFrom('', ...ALERT_CONDITIONS),
      company: fc.constantFrom('', world.companyId, foreign.companyId, 'unknown'),
      location: fc.constantFrom('', world.locationId, foreign.otherLocationId),
      sort: fc.constantFrom('', ...ALERT_SORT_KEYS, ...ALERT_SORT_KEYS.map((key) => `-${key}`)),
      limit: fc.constantFrom(1, 3, 200),
      number: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(values, async ({ number, limit, ...given }) => {
        const filled = Object.entries(given).filter(([, value]) => value !== '');
        const query = new URLSearchParams(filled);
        const { q, state, condition, company, location, sort } = given;
        const found = all
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .filter(
            (alert) =>
              (alert.endedAt !== null) === (state === 'ended') &&
              (condition === '' || alert.condition === condition) &&
              (company === '' || alert.pole.companyId === company) &&
              (location === '' || alert.pole.locationId === location) &&
              searchText([
                alert.pole.name,
                alert.pole.location,
                alert.pole.company,
                ALERT_LABELS[alert.condition],
              ]).includes(searchQuery(q)),
          );
        const ordered = sortRows(
          byDefault(state).reduceRight(
            (rows, read) => sortRows(rows, { key: 'x', direction: 'asc' }, read),
            found,
          ),
          readSort(sort, ALERT_SORT_KEYS),
          (alert, key) => VALUES[key](alert),
        );
        const pages = Math.max(1, Math.ceil(found.length / limit));
        const shown = Math.min(number, pages);
        const answer = await page(`${query}&limit=${limit}&page=${number}`);
        expect(answer).toMatchObject({ total: found.length, page: shown, next: null });
        expect(ids(answer.items)).toEqual(ids(ordered.slice((shown - 1) * limit, shown * limit)));
        const walked = await walk(`${query}&limit=${limit}`);
        expect(walked).toEqual(ids(sort === '' ? found : ordered));
      }),
      { numRuns: 60 },
    );
  });

  test('never shows alerts of another company or location, regardless of the filters', async () => {
    const { companyUser, locationUser, employee } = world;
    const own = (alert: Alert) => alert.pole.companyId === world.companyId;
    for (const state of ['open', 'ended']) {
      const isListed = (alert: Alert) => (alert.endedAt === null) === (state === 'open');
      const known = all.filter((alert) => isListed(alert) && own(alert));
      const there = known.filter(({ pole }) => pole.locationId === world.locationId);
      for (const more of ['', '&page=1', '&page=1&q=e', '&sort=flag', '&q=e']) {
        const query = `state=${state}&limit=200${more}`;
        for (const [by, expected] of [
          [companyUser, known],
          [locationUser, there],
          [employee, known],
        ] as const) {
          const { items, total } = await page(query, by);
          expect(ids(items).sort()).toEqual(ids(expected).sort());
          expect(total).toBe(expected.length);
          for (const filter of [`company=${foreign.companyId}`, `location=${foreign.locationId}`])
            expect(await page(`${query}&${filter}`, by)).toMatchObject({ items: [], total: 0 });
        }
      }
    }
  });

  test("leaves out a flag's alerts from before it moved to another company, and alerts of deleted flags", async () => {
    const flagId = await addFlag('Mover', world, 'locationId');
    await add({ flagId, companyId: world.companyId });
    const query = 'page=1&q=mover';
    expect((await page(query)).total).toBe(1);
    const { companyId, locationId } = foreign;
    const moved = await master.call('PATCH', `/api/flags/${flagId}`, { companyId, locationId });
    expect(moved.status, moved.text).toBe(200);
    for (const by of [master, world.companyUser, foreign.companyUser])
      expect(await page(query, by)).toMatchObject({ items: [], total: 0 });
    await add({ flagId, companyId, condition: 'offline' });
    expect((await page(query, foreign.companyUser)).total).toBe(1);
    expect((await master.call('DELETE', `/api/flags/${flagId}`)).status).toBe(204);
    expect(await page(query)).toMatchObject({ items: [], total: 0 });
  });

  test.each(['', '&sort=-since', '&q=walked', '&q=walked&sort=flag'])(
    'neither skips nor repeats an alert while other alerts begin and end: limit=2%s',
    async (more) => {
      const flags = await Promise.all(
        Array.from({ length: 7 }, (_, n) => addFlag(`Walked ${n}`, world, 'locationId')),
      );
      const { companyId } = world;
      const stay: string[] = [];
      const leave: string[] = [];
      for (const [n, flagId] of flags.entries())
        (n % 2 ? leave : stay).push(await add({ flagId, companyId, since: harness.time.now - n }));
      const walked = await walk(`limit=2${more}`, async (count) => {
        if (count !== 2) return;
        await end(leave);
        await master.call('PATCH', `/api/flags/${flags[0]}`, { name: 'Zz walked' });
        await add({ flagId: flags[1]!, companyId, condition: 'offline' });
      });
      expect(new Set(walked).size).toBe(walked.length);
      expect(walked).toEqual(expect.arrayContaining(stay));
      for (const flagId of flags) await master.call('DELETE', `/api/flags/${flagId}`);
    },
  );

  test('shows an alert as open and then as ended, and leaves it out after it is deleted', async () => {
    const flagId = await addFlag('Sequence', world, 'locationId');
    const totals = async () => [
      (await page('page=1&q=sequence')).total,
      (await page('page=1&q=sequence&state=ended')).total,
    ];
    expect(await totals()).toEqual([0, 0]);
    const id = await add({ flagId, companyId: world.companyId });
    expect(await totals()).toEqual([1, 0]);
    await end([id]);
    expect(await totals()).toEqual([0, 1]);
    await add({ flagId, companyId: world.companyId, endedAt: harness.time.now - 90 * MINUTE });
    expect(await totals()).toEqual([0, 2]);
    await harness.database.db.queries.deleteFrom('alerts').where('id', '=', id).execute();
    expect(await totals()).toEqual([0, 1]);
    expect((await master.call('DELETE', `/api/flags/${flagId}`)).status).toBe(204);
  });

  test('rejects cursors that it did not return, and cursors that have expired', async () => {
    const sorted = await page('sort=flag&limit=1');
    const unsorted = await page('limit=1');
    const odd = [
      ...['after=x', 'after=id.', 'after=id.%00', 'after=walk.eA', 'sort=flag&after=walk.eA'],
      `after=${sorted.next}`,
      `sort=flag&after=${unsorted.next}`,
      `page=1&after=${unsorted.next}`,
      `page=1&sort=flag&after=${sorted.next}`,
      ...['page=0', 'limit=201', 'sort=cause', 'state=closed', 'condition=x'],
    ];
    for (const query of odd)
      expect((await master.call('GET', `/api/alerts?limit=1&${query}`)).status, query).toBe(400);
    const next = `/api/alerts?sort=flag&limit=1&after=${sorted.next}`;
    expect((await world.companyUser.call('GET', next)).status).toBe(410);
    expect((await master.call('GET', `${next}&state=ended`)).status).toBe(410);
    expect((await master.call('GET', next)).status).toBe(200);
    harness.time.now += WALK_KEPT_MS;
    expect((await master.call('GET', next)).status).toBe(410);
  });
});
