import { api, type ImportKind } from '@halyard/domain';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeCsv } from '../../platform/csv.ts';
import { engines } from '../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../testing/harness.ts';
import {
  companyBody,
  createWorld,
  locationBody,
  userBody,
  type World,
} from '../../testing/world.ts';
import { readCsv } from './rows/readCsv.ts';

/** Names that ordinary users, spreadsheets or attackers might enter. */
const NASTY = [
  '=HYPERLINK("http://evil.example";"x")',
  '+1 512 555 0100',
  '-Dash',
  '@home',
  "'quoted",
  "'=already escaped",
  'Semi;colon, comma\tand tab',
  'Two\nlines',
  'The "big" one',
  'Straße 東京 🚩',
];

test('any text stays the same when it is exported and imported again', async () => {
  const cell = fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(...NASTY),
      fc.stringMatching(/^['=+@\-;,"\n\r ]{0,6}$/),
    )
    .map((text) => text.replaceAll('\0', '').trim());
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), async (rows) => {
      const filled = rows.map(([a, b], i) => [a, b, `F${i}`]);
      const text = writeCsv(['Location', 'Name', 'Flag ID'], filled, { bom: true });
      const { lines } = await readCsv(text, 'flags');
      expect(lines.map(({ cells }) => [cells.locationId, cells.name, cells.flagId])).toEqual(
        filled,
      );
    }),
  );
});

test('exported text is never a spreadsheet formula, but negative numbers stay numbers', () => {
  const text = writeCsv(
    ['A', 'B'],
    NASTY.map((nasty) => [nasty, -97.7431]),
    { bom: false },
  );
  for (const [a, b] of (parse(text) as string[][]).slice(1)) {
    expect(a).not.toMatch(/^[=+\-@\t\r]/);
    expect(b).toBe('-97.7431');
  }
});

describe.each(engines)('CSV exports on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    const made = async (url: string, body: unknown) => (await master.call('POST', url, body)).json;
    await made('/api/companies', companyBody('Namesake'));
    await made('/api/companies', companyBody('Namesake'));
    const names = NASTY.map((text) => text.replace(/[\t\n]/g, ' '));
    for (const [i, name] of names.entries()) {
      const company = await made('/api/companies', companyBody(name));
      harness.time.now++;
      const location = await made('/api/locations', {
        ...locationBody(company.id, name),
        latitude: 30.25,
        longitude: -97.7431,
        timeZone: 'America/Chicago',
        dailyRule: 'always-up',
      });
      await made('/api/flags', {
        name,
        flagId: `N-${i}`,
        companyId: company.id,
        locationId: location.id,
        ...(i % 2 && { moveTimeout: 40 }),
      });
    }
    await harness.addUser('employee', { allCompanies: true }, '=staff');
  });
  afterAll(() => harness.close());

  const exported = async (kind: string, who = master) => {
    const { status, text, headers } = await who.call('GET', `/api/export/${kind}`);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="\w+\.csv"$/);
    return text;
  };
  const rowsOf = (csv: string): Record<string, string>[] =>
    parse(csv, { columns: true, bom: true });

  test.each(['companies', 'locations', 'flags', 'people'] as const)(
    'contain records that can be imported again without changes or warnings: %s',
    async (kind: ImportKind) => {
      const csv = await exported(kind);
      const { json } = await master.call('POST', `/api/import/${kind}/preview`, { csv });
      const { lines, counts, warnings } = api.previewImport.response.parse(json);
      expect(lines.filter(({ fate }) => fate !== 'same')).toEqual([]);
      expect(counts.same).toBe(rowsOf(csv).length);
      expect(warnings).toEqual([]);
    },
  );

  test('keep view-only users view-only when the file is imported again', async () => {
    const created = await world.companyUser.call('POST', '/api/users', {
      ...userBody(world.locationId, 'look-only'),
      mayMovePoles: false,
    });
    expect(created.status).toBe(201);
    const rows = rowsOf(await exported('people', world.companyUser));
    const column = Object.fromEntries(rows.map((row) => [row.Username, row['May Move Poles']]));
    expect(column).toMatchObject({ 'look-only': 'no' });
    const [line] = rows.filter((row) => row.Username === 'look-only');
    const text = (cells: string[]) => cells.map((cell) => `"${cell}"`).join(',');
    const csv = `${text(Object.keys(line!))}\n${text(Object.values(line!))}`;
    await world.companyUser.call('DELETE', `/api/users/${created.json.id}`);
    const { json } = await world.companyUser.call('POST', '/api/import/people/preview', { csv });
    const { plan, counts } = api.previewImport.response.parse(json);
    expect(counts).toMatchObject({ create: 1 });
    await world.companyUser.call('POST', '/api/import/people', { csv, plan });
    const again = rowsOf(await exported('people', world.companyUser));
    expect(again.find((row) => row.Username === 'look-only')).toEqual(line);
  });

  test('include the live state of flags', async () => {
    const node = `users/company-${world.companyId}/hardware/${world.flagId}`;
    harness.link.leaves.set(`${node}/voltage`, 42.5);
    harness.link.leaves.set(`${node}/reported/flagUp`, true);
    harness.link.leaves.set(`${node}/reported/lastSeen`, harness.time.now / 1000);
    const row = rowsOf(await exported('flags')).find((one) => one['Flag ID'] === world.flagId);
    expect(row).toMatchObject({
      Status: 'online',
      Voltage: '42.5',
      'Flag Up': 'yes',
      'Flag Down': 'no',
      'Last Seen': new Date(harness.time.now).toISOString(),
      Owner: '',
    });
  });

  test('contain only records that match the search text, even if the text is a status such as "offline"', async () => {
    const names = async (q: string) =>
      rowsOf(await exported(`flags?q=${encodeURI(q)}`)).map((row) => row['Flag ID']);
    expect(await names(' n-3 ')).toEqual(['N-3']);
    expect(await names('offline')).toContain('N-3');
    expect(await names('n-3&show=offline')).toEqual(['N-3']);
    expect(await names('n-3&show=alert')).toEqual([]);
    expect(await names('nothing like it')).toEqual([]);
  });

  test('contain only flags that match every filter', async () => {
    const flagIds = async (query: string) =>
      rowsOf(await exported(`flags?${query}`)).map((row) => row['Flag ID']);
    const here = `company=${world.companyId}`;
    const all = await flagIds(here);
    const { json } = await master.call('GET', '/api/flags');
    const own = json.filter((one: { companyId: string }) => one.companyId === world.companyId);
    expect(own).toHaveLength(2);
    const [{ state }] = own;
    expect(await flagIds(`${here}&state=${state}&autopilot=off`)).toEqual(all);
    expect(await flagIds(`${here}&state=${state === 'GU' ? 'OH' : 'GU'}`)).toEqual([]);
    expect(await flagIds(`${here}&autopilot=follows`)).toEqual([]);
    expect(await flagIds(`${here}&show=offline,locked`)).toEqual([]);
    const up = await flagIds(`${here}&position=up`);
    const unknown = await flagIds(`${here}&position=unknown`);
    expect([...up, ...unknown].sort()).toEqual([...all].sort());
    expect(await flagIds(`${here}&position=up&show=online`)).toEqual(up);
    expect(await flagIds(`${here}&position=up&show=offline`)).toEqual([]);
    for (const query of ['show=all', 'show=online,', 'state=ZZ', 'position=moving', 'autopilot=x'])
      expect((await master.call('GET', `/api/export/flags?${query}`)).status).toBe(400);
  });

  test("contain only the given company's or location's flags, even if another company or location has the same name", async () => {
    const { companyId, locationId } = world;
    const flagIds = async (query: string, who = master) =>
      rowsOf(await exported(`flags?${query}`, who)).map((row) => row['Flag ID']);
    expect(await flagIds(`location=${locationId}`)).toEqual([world.flagId]);
    expect(await flagIds(`company=${companyId}&location=${locationId}`)).toEqual([world.flagId]);
    expect(await flagIds(`company=${companyId}`)).toHaveLength(2);
    expect(await flagIds(`location=${locationId}&q=nothing like it`)).toEqual([]);
    expect(await flagIds(`location=${locationId}&q=acme`)).toEqual([world.flagId]);
    expect(await flagIds(`location=${locationId}&show=not-confirmed`)).toEqual([]);
    // A location of another company, a name, and an unknown ID.
    const other = await createWorld(harness, master);
    expect(await flagIds(`company=${companyId}&location=${other.locationId}`)).toEqual([]);
    expect(await flagIds('location=Acme')).toEqual([]);
    expect(await flagIds('company=no-such-company')).toEqual([]);
    // The IDs of another company match nothing.
    expect(await flagIds(`location=${other.locationId}`, world.companyUser)).toEqual([]);
    expect(await flagIds(`company=${other.companyId}`, world.locationUser)).toEqual([]);
  });

  test('contain only records that the user may see', async () => {
    const other = await createWorld(harness, master);
    const flagIds = (csv: string) => rowsOf(csv).map((row) => row['Flag ID']);
    expect(flagIds(await exported('flags', world.locationUser))).toEqual([world.flagId]);
    const own = flagIds(await exported('flags', world.companyUser));
    expect(own).toHaveLength(2);
    expect(own).not.toContain(other.flagId);
    expect(rowsOf(await exported('companies', world.employee))).toHaveLength(1);
    const invitations = await exported('invitations', world.companyUser);
    expect(rowsOf(invitations).map((row) => row.Company)).toEqual(['Acme']);
    expect(Object.keys(rowsOf(invitations)[0]!)).not.toContain('Code');
    const people = await exported('people', world.companyUser);
    expect(people.toLowerCase()).not.toContain('password');
  });
});
