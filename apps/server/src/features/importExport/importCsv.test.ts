import { importTemplate, type Location } from '@halyard/domain';
import { ENGLISH, messageOf, useLanguage } from '@halyard/messages/language';
import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hashSecret } from '../../platform/database/text.ts';
import { bothEngines } from '../../testing/engines.ts';
import { companyBody, createWorld } from '../../testing/world.ts';
import { fates, useImportBench } from './testing/importBench.ts';

describe.each(bothEngines)('a CSV import on %s', (engine) => {
  const bench = useImportBench(engine);
  const { preview, run, imported } = bench;
  const namesOf = async (url: string, field = 'name') =>
    ((await bench.master.call('GET', url)).json as Record<string, string>[]).map(
      (row) => row[field],
    );
  const company = (name: string, zip = '58102') =>
    `${name},1 Main Street,Fargo,ND,${zip},701-555-0100`;
  const COMPANIES = 'Name,Address 1,City,State,ZIP,Phone';

  test('accepts each template, and changes nothing if the template is imported again', async () => {
    for (const kind of ['companies', 'locations', 'flags', 'people'] as const) {
      const csv = importTemplate(kind).replaceAll('Acme', 'Template Inc.');
      expect((await imported(kind, csv)).created).toBe(1);
      const again = await preview(kind, csv);
      expect(again.counts).toEqual({ create: 0, update: 0, same: 1, refused: 0 });
      expect(await imported(kind, csv)).toMatchObject({ created: 0, updated: 0, keys: null });
    }
    const flags = (await bench.master.call('GET', '/api/flags')).json as Record<string, string>[];
    expect(flags.find(({ flagId }) => flagId === 'POLE-001')).toMatchObject({
      name: 'Main Gate',
      company: 'Template Inc.',
      location: 'North Yard',
    });
    const location = (await bench.master.call('GET', '/api/locations')).json.find(
      (row: { company: string }) => row.company === 'Template Inc.',
    );
    expect(location).toMatchObject({
      latitude: 30.2672,
      longitude: -97.7431,
      timeZone: 'America/Chicago',
    });
  });

  test("accepts locations in U.S. territories, and finds each one's time zone by its ZIP code", async () => {
    await imported('companies', `${COMPANIES}\n${company('Islands Inc.')}`);
    const places = [
      ['PR', '00901', 'America/Puerto_Rico'],
      ['GU', '96910', 'Pacific/Guam'],
      ['VI', '00802-1234', 'America/St_Thomas'],
      ['AS', '96799', 'Pacific/Pago_Pago'],
      ['MP', '96950', 'Pacific/Saipan'],
    ] as const;
    const rows = places.map(
      ([state, zip]) =>
        `Islands Inc.,Post ${state},1 Main Street,Town,${state},${zip},701-555-0100`,
    );
    const csv = ['Company,Name,Address 1,City,State,ZIP,Phone', ...rows].join('\n');
    expect((await imported('locations', csv)).created).toBe(5);
    const stored = (await bench.master.call('GET', '/api/locations')).json as Location[];
    for (const [state, zip, timeZone] of places)
      expect(stored.find(({ name }) => name === `Post ${state}`)).toMatchObject({
        state,
        zip,
        place: { timeZone, source: 'zip' },
      });
  });

  test("shows all its messages in the server's language", async () => {
    useLanguage({
      tag: 'fr',
      texts: {
        [messageOf('Company not found').id]: 'Entreprise introuvable',
        [messageOf('Zip code must be at least 5 digits').id]: 'Code postal trop court',
      },
    });
    onTestFinished(() => useLanguage(ENGLISH));
    const columns = 'Company,Name,Address 1,City,State,ZIP,Phone';
    const line = 'Nobody,Post,1 Main Street,Fargo,ND,58102,701-555-0100';
    const locations = await preview('locations', [columns, line].join('\n'));
    expect(fates(locations.lines)).toEqual([[2, 'refused', 'Company: Entreprise introuvable']]);
    const companies = await preview('companies', [COMPANIES, company('Short', '581')].join('\n'));
    expect(fates(companies.lines)).toEqual([[2, 'refused', 'ZIP: Code postal trop court']]);
  });

  test("shows the result for each line, including the API's messages", async () => {
    await imported('companies', `${COMPANIES}\n${company('Twice')}`);
    await bench.master.call('POST', '/api/companies', companyBody('Namesake'));
    await bench.master.call('POST', '/api/companies', companyBody('Namesake'));
    const { lines, counts } = await preview(
      'companies',
      [
        COMPANIES,
        company('Newcomer'),
        company('Twice'),
        company('twice', '58103'),
        company('Namesake', '58103'),
        company('Short', '581'),
        company('newcomer'),
        ',1 Main Street,Fargo,XX,58102,701-555-0100',
      ].join('\n'),
    );
    expect(fates(lines)).toEqual([
      [2, 'create'],
      [3, 'same'],
      [4, 'refused', 'Name: Duplicate of row 3'],
      [5, 'refused', 'Name: 2 records have this name. Edit them in the console.'],
      [6, 'refused', 'ZIP: Zip code must be at least 5 digits'],
      [7, 'refused', 'Name: Duplicate of row 2'],
      [8, 'refused', 'Name: Company name is required', 'State: State is required'],
    ]);
    expect(counts).toEqual({ create: 1, update: 0, same: 1, refused: 5 });
    const places = await preview(
      'locations',
      [
        'Company,Name,Address 1,City,State,ZIP,Phone,Latitude,Time Zone',
        'Namesake,Yard,1 Main Street,Fargo,ND,58102,7015550100,,',
        'Nobody,Yard,1 Main Street,Fargo,ND,58102,7015550100,,',
        ',Yard,1 Main Street,Fargo,ND,58102,7015550100,,',
        `${bench.world.companyId},Yard,1 Main Street,Fargo,ND,58102,7015550100,46,`,
        `${bench.world.companyId},Yard,1 Main Street,Fargo,ND,58102,7015550100,north,Mars/Phobos`,
      ].join('\n'),
    );
    expect(fates(places.lines)).toEqual([
      [2, 'refused', 'Company: 2 companies are called “Namesake”. Enter the company ID instead.'],
      [3, 'refused', 'Company: Company not found'],
      [4, 'refused', 'Company: Company is required'],
      [5, 'refused', 'Latitude: Enter both latitude and longitude.'],
      [
        6,
        'refused',
        'Latitude: Latitude must be between -90 and 90',
        'Time Zone: Unknown time zone',
        'Name: Duplicate of row 5',
      ],
    ]);
  });

  test('stores nothing if one line has an error', async () => {
    const csv = `${COMPANIES}\n${company('All')}\n${company('Nothing', '1')}`;
    const plan = await preview('companies', csv);
    expect(await run('companies', csv, plan)).toMatchObject({
      status: 400,
      text: 'Row 3, ZIP: Zip code must be at least 5 digits. Nothing was imported.',
    });
    expect(await namesOf('/api/companies')).not.toContain('All');
  });

  test('is rejected if the file differs from the one in the dry run, or if the data has changed since then', async () => {
    const csv = `${COMPANIES}\n${company('Seen')}`;
    const plan = await preview('companies', csv);
    const other = `${COMPANIES}\n${company('Unseen')}`;
    expect((await run('companies', other, plan)).status).toBe(409);
    await imported('companies', csv);
    expect((await run('companies', csv, plan)).status).toBe(409);
    expect((await namesOf('/api/companies')).filter((name) => name === 'Seen')).toHaveLength(1);
    expect(await namesOf('/api/companies')).not.toContain('Unseen');
  });

  test('creates each record only once if it is run several times at once', async () => {
    const csv = `${COMPANIES}\n${company('At once')}`;
    const plan = await preview('companies', csv);
    const answers = await Promise.all([1, 2, 3].map(() => run('companies', csv, plan)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await namesOf('/api/companies')).filter((name) => name === 'At once')).toHaveLength(1);
  });

  test("shows each new flag's device key only in the response to the import, and stores only a hash", async () => {
    const csv = `Company;Location;Name;Flag ID;Move Timeout\n${bench.world.companyId};North;=Mast;KEY-1;30\n${bench.world.companyId};South;Mast;KEY-2;`;
    const { keys } = await imported('flags', csv);
    const rows: Record<string, string>[] = parse(keys!, { columns: true });
    expect(rows.map((row) => [row['Flag ID'], row.Name, row.Path, row.Address])).toEqual([
      [
        'KEY-1',
        "'=Mast",
        `users/company-${bench.world.companyId}/hardware/KEY-1`,
        'http://localhost:3000',
      ],
      [
        'KEY-2',
        'Mast',
        `users/company-${bench.world.companyId}/hardware/KEY-2`,
        'http://localhost:3000',
      ],
    ]);
    const { queries } = bench.harness.services.db;
    const stored = await queries
      .selectFrom('device_keys')
      .innerJoin('flags', 'flags.id', 'device_keys.flag_id')
      .select(['flags.flag_id', 'device_keys.key_hash', 'flags.move_timeout'])
      .where('flags.flag_id', 'like', 'KEY-%')
      .orderBy('flags.flag_id')
      .execute();
    expect(stored).toEqual(
      rows.map((row, i) => ({
        flag_id: row['Flag ID'],
        key_hash: hashSecret(row['Device Key']!),
        move_timeout: i === 0 ? 30 : null,
      })),
    );
    expect(
      bench.harness.link.leaves.get(`users/company-${bench.world.companyId}/hardware/KEY-1/id`),
    ).toBe('KEY-1');
    expect(
      bench.harness.link.leaves.get(
        `users/company-${bench.world.companyId}/hardware/KEY-1/moveTimeout`,
      ),
    ).toBe(30);
  });

  test('does not create a flag whose ID belongs to another company, even if the ID differs in case', async () => {
    const other = await createWorld(bench.harness, bench.master);
    const csv = `Company,Location,Name,Flag ID\n${bench.world.companyId},North,Gate,${other.flagId.toUpperCase()}`;
    const plan = await preview('flags', csv);
    expect(fates(plan.lines)).toEqual([
      [
        2,
        'refused',
        'Company: An import can’t change an existing flag’s company. Move the flag on the Flags page.',
      ],
    ]);
    expect((await run('flags', csv, plan)).status).toBe(400);
  });
});
