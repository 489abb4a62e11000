import { api, type CompliancePage, type ComplianceRow } from '@halyard/domain';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { appendToLedger, type LedgerNote } from '../ledger/append.ts';

const DAY = 'day:2026-11-19';
const OTHER_DAY = 'day:2026-12-07';
const NAMES = ['Pole 10', 'pole 9', 'Pöle 9', 'Annex'];
/** Enough poles for several database queries, and for several pages of results. */
const MANY = 1100;

describe.each(engines)('the paged compliance report on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let foreign: World;

  beforeAll(async () => {
    harness = await createHarness({ engine });
    harness.time.now = Date.parse('2026-12-20T12:00:00Z');
    master = await harness.as('master');
    world = await createWorld(harness, master);
    foreign = await createWorld(harness, master);
    const own: LedgerNote[] = [];
    for (const [index, name] of NAMES.entries()) {
      const where = index % 2 ? 'locationId' : 'otherLocationId';
      const id = await addFlag(name, world, where);
      own.push(...notesOf({ id, name }, world, DAY, index === 3 ? 'up' : 'half'));
    }
    const gone = { id: 'gone', name: 'Gone' };
    await append([
      ...own,
      ...notesOf(gone, world, DAY, 'half'),
      ...notesOf(gone, world, OTHER_DAY, 'half'),
      ...notesOf({ id: foreign.flagRowId, name: 'Mast' }, foreign, DAY, 'half'),
    ]);
  });
  afterAll(() => harness.close());

  const addFlag = async (
    name: string,
    { companyId, ...at }: World,
    place: 'locationId' | 'otherLocationId',
  ) => {
    const body = { name, flagId: `C-${name.replace(/\W/g, '')}`, companyId, locationId: at[place] };
    const { status, json, text } = await master.call('POST', '/api/flags', body);
    expect(status, text).toBe(201);
    return json.id as string;
  };
  const startOf = (sourceKey: string) => Date.parse(`${sourceKey.slice(4)}T12:00:00Z`);
  /**
   * Returns the ledger entries of one hour of half-staff, during which the pole reports one
   * position.
   */
  const notesOf = (
    flag: LedgerNote['flag'],
    { companyId }: World,
    sourceKey: string,
    reported: 'half' | 'up',
  ): LedgerNote[] => {
    const common = { flag, company: { id: companyId, name: 'Acme' }, kind: 'should-be' as const };
    const at = startOf(sourceKey);
    const until = at + 3_600_000;
    const plan = { position: 'half', keys: [sourceKey], title: `Day ${sourceKey}`, reported };
    return [
      { ...common, at, sourceKey, body: { ...plan, since: at, until } },
      { ...common, at: until, sourceKey: 'none', body: { position: null, reported } },
    ];
  };
  const append = (notes: readonly LedgerNote[]) =>
    harness.services.db.transaction((trx) => appendToLedger(trx, notes));
  const ofSource = (key: string, query = '') => `/api/half-staff/compliance/source/${key}${query}`;
  const ofCompany = ({ companyId }: World, query = '') =>
    `/api/half-staff/compliance/company/${companyId}${query}`;
  const page = async (url: string, by = master): Promise<CompliancePage> => {
    const { status, json, text } = await by.call('GET', url);
    expect(status, text).toBe(200);
    expect(api.complianceOfSource.response.safeParse(json).success).toBe(true);
    return json;
  };
  const names = (rows: readonly ComplianceRow[]) => rows.map(({ pole }) => pole.name);

  test('can be searched, filtered, sorted, counted and paged', async () => {
    const found = async (query: string) => names((await page(ofSource(DAY, query))).items);
    const all = await page(ofSource(DAY, '?page=1'));
    const { head } = (await master.call('GET', '/api/half-staff/ledger-head')).json;
    expect(all).toMatchObject({ total: 6, page: 1, title: `Day ${DAY}`, head, next: null });
    expect(all.outcomes).toMatchObject({ 'on-time': 5, late: 1, held: 0 });
    expect(all.at).toBe(harness.time.now);
    expect(await found('?sort=pole&q=P')).toEqual(['pole 9', 'Pöle 9', 'Pole 10']);
    expect(await found('?page=2&limit=4&sort=-pole')).toEqual(['Gone', 'Annex']);
    // A page beyond the last one becomes the last one.
    expect(await page(ofSource(DAY, '?page=9&limit=4'))).toMatchObject({ page: 2, total: 6 });
    expect(await found('?page=1&sort=-result&limit=1')).toEqual(['Annex']);
    expect(await found('?page=1&outcome=late')).toEqual(['Annex']);
    expect(await found('?page=1&q=nothing like it')).toEqual([]);
    expect(await found(`?sort=pole&location=${world.locationId}`)).toEqual(['Annex', 'pole 9']);
    const there = await page(ofSource(DAY, `?company=${foreign.companyId}&outcome=late`));
    expect(there).toMatchObject({ total: 0, outcomes: { 'on-time': 1, late: 0 } });
    // The latest result comes first.
    const year = await page(ofCompany(world, '?page=1'));
    expect(year).toMatchObject({ total: 6, title: null });
    expect(year.items[0]).toMatchObject({ sourceKey: OTHER_DAY, pole: { name: 'Gone' } });
    expect(await page(ofSource('day:2026-05-25', '?page=1'))).toMatchObject({
      ...{ items: [], total: 0, title: null, leftOut: { total: 0, first: [] } },
    });
  });

  test('shows each company only its own results', async () => {
    for (const query of ['', '?page=1', '?sort=pole', `?company=${world.companyId}`]) {
      expect(names((await page(ofSource(DAY, query), world.companyUser)).items)).toHaveLength(5);
      const elsewhere = await page(ofSource(DAY, query), foreign.companyUser);
      expect(names(elsewhere.items)).toEqual(query.includes('company') ? [] : ['Mast']);
      for (const by of [world.locationUser, world.employee])
        expect((await by.call('GET', ofSource(DAY, query))).status).toBe(403);
      for (const csv of ['', '/csv']) {
        const url = ofCompany(world, `${csv}${csv === '' ? query : ''}`);
        expect((await foreign.companyUser.call('GET', url)).status).toBe(404);
      }
    }
    const { outcomes } = await page(ofSource(DAY), foreign.companyUser);
    expect(outcomes).toMatchObject({ 'on-time': 1, late: 0 });
    // The location of a flag that now belongs to another company stays hidden.
    const { companyId, locationId } = foreign;
    const moved = await addFlag('Moved', world, 'locationId');
    await append(notesOf({ id: moved, name: 'Moved' }, world, DAY, 'half'));
    await master.call('PATCH', `/api/flags/${moved}`, { companyId, locationId });
    const row = async (by: Client) => (await page(ofSource(DAY, '?q=moved'), by)).items[0]!;
    expect((await row(world.companyUser)).pole).toMatchObject({ company: 'Acme', location: '' });
    expect((await row(master)).pole.location).toBe('North');
  });

  test.each(['?limit=2', '?limit=2&sort=pole', '?limit=1&q=pole&sort=-result'])(
    'returns each result exactly once even while results are added: %s',
    async (query) => {
      const { total } = await page(ofSource(DAY, query));
      const found: string[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const more = next === '' ? '' : `&after=${next}`;
        const answer: CompliancePage = await page(ofSource(DAY, `${query}${more}`));
        found.push(...answer.items.map(({ pole, from }) => `${pole.id} ${from}`));
        next = answer.next;
        const late = { id: `late-${found.length}${query.length}`, name: 'Pole late' };
        await append(notesOf(late, world, OTHER_DAY, 'half'));
      }
      expect(found).toHaveLength(total);
      expect(new Set(found).size).toBe(total);
    },
  );

  test('rejects cursors that it did not return, and invalid query parameters', async () => {
    const { next } = await page(ofSource(DAY, '?limit=1&sort=pole'));
    for (const query of [
      ...[
        'after=x',
        'after=id.',
        'sort=pole&after=walk.eA',
        `after=${next}`,
        `page=1&after=${next}`,
      ],
      ...['page=0', 'page=1.5', 'limit=0', 'limit=1001', 'sort=company', 'outcome=good'],
    ])
      expect((await master.call('GET', ofSource(DAY, `?${query}`))).status, query).toBe(400);
    // A cursor belongs to one user, one list and one search.
    for (const [by, url] of [
      [world.companyUser, ofSource(DAY)],
      [master, ofSource(OTHER_DAY)],
      [master, ofCompany(world)],
    ] as const) {
      const answer = await by.call('GET', `${url}?limit=1&sort=pole&after=${next}`);
      expect(answer.status).toBe(410);
    }
    expect((await page(ofSource(DAY, `?limit=1&sort=pole&after=${next}`))).items).toHaveLength(1);
  });

  test('returns at most 1,000 results on one page, but all results in the CSV file', async () => {
    const key = 'day:2026-09-11';
    const count = MANY;
    await append(
      Array.from({ length: count }, (_, index) =>
        notesOf(
          { id: `many-${index}`, name: `Many ${index}` },
          world,
          key,
          index % 10 ? 'half' : 'up',
        ),
      ).flat(),
    );
    const printed = await page(ofSource(key, '?page=1&limit=1000&sort=-result'));
    expect(printed).toMatchObject({ total: count, outcomes: { 'on-time': 990, late: 110 } });
    expect(printed.items).toHaveLength(1000);
    expect(printed.items.slice(0, 111).map(({ outcome }) => outcome)).toEqual([
      ...Array(110).fill('late'),
      'on-time',
    ]);
    const last = await page(ofSource(key, '?page=1000&sort=pole'));
    expect(last.page).toBe(22);
    expect(names(last.items).at(-1)).toBe('Many 1099');
    const csv = await world.companyUser.call('GET', ofSource(key, '/csv'));
    const rows: string[][] = parse(csv.text);
    expect(rows).toHaveLength(count + 2);
    expect(new Set(rows.slice(1, -1).map((row) => row[4])).size).toBe(count);
    expect(rows.at(-1)!.slice(0, 2)).toEqual(['Ledger head', printed.head]);
  });

  test('sorts the CSV file by company, location and name, with deleted flags last', async () => {
    const { text } = await master.call('GET', ofSource(DAY, '/csv'));
    const rows: string[][] = parse(text);
    const own = rows.filter((row) => NAMES.includes(row[4]!)).map((row) => `${row[3]} ${row[4]}`);
    expect(own).toEqual(['North Annex', 'North pole 9', 'South Pöle 9', 'South Pole 10']);
    expect(rows.at(-2)![4]).toBe('Gone');
  });
});
