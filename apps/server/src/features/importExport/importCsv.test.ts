import {
  api,
  type ImportKind,
  type ImportLine,
  type ImportPlan,
  importTemplate,
  type Location,
  USERNAME_TAKEN,
  userTexts,
} from '@halyard/domain';
import { ENGLISH, messageOf, useLanguage } from '@halyard/messages/language';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Mail } from '../../platform/database/tables/messages.ts';
import { hashSecret } from '../../platform/database/text.ts';
import { bothEngines } from '../../testing/engines.ts';
import { type Client, createHarness, type Harness, PASSWORD } from '../../testing/harness.ts';
import { companyBody, createWorld, type World } from '../../testing/world.ts';
import { people } from './kinds/people.ts';

describe.each(bothEngines)('a CSV import on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  const mails: Mail[] = [];
  beforeAll(async () => {
    const mailer = {
      send: async (mail: Mail) => {
        if (mail.to.startsWith('lost')) throw new Error('no such mailbox');
        mails.push(mail);
      },
      close() {},
    };
    harness = await createHarness({ engine, mailer });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  const preview = async (kind: ImportKind, csv: string, who = master) => {
    const { status, text, json } = await who.call('POST', `/api/import/${kind}/preview`, { csv });
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return api.previewImport.response.parse(json);
  };
  const run = (kind: ImportKind, csv: string, plan: ImportPlan, more: object = {}, who = master) =>
    who.call('POST', `/api/import/${kind}`, { csv, plan: plan.plan, ...more });
  async function imported(kind: ImportKind, csv: string, more: object = {}, who = master) {
    const { status, text, json } = await run(kind, csv, await preview(kind, csv, who), more, who);
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return api.runImport.response.parse(json);
  }
  const fates = (lines: readonly ImportLine[]) =>
    lines.map(({ line, fate, notes }) => [
      line,
      fate,
      ...notes.map(({ column, text }) => `${column}: ${text}`),
    ]);
  const namesOf = async (url: string, field = 'name') =>
    ((await master.call('GET', url)).json as Record<string, string>[]).map((row) => row[field]);
  const company = (name: string, zip = '58102') =>
    `${name},1 Main Street,Fargo,ND,${zip},701-555-0100`;
  const COMPANIES = 'Name,Address 1,City,State,ZIP,Phone';

  test('accepts each template, and changes nothing the second time', async () => {
    for (const kind of ['companies', 'locations', 'flags', 'people'] as const) {
      const csv = importTemplate(kind).replaceAll('Acme', 'Template Inc.');
      expect((await imported(kind, csv)).created).toBe(1);
      const again = await preview(kind, csv);
      expect(again.counts).toEqual({ create: 0, update: 0, same: 1, refused: 0 });
      expect(await imported(kind, csv)).toMatchObject({ created: 0, updated: 0, keys: null });
    }
    const flags = (await master.call('GET', '/api/flags')).json as Record<string, string>[];
    expect(flags.find(({ flagId }) => flagId === 'POLE-001')).toMatchObject({
      name: 'Main Gate',
      company: 'Template Inc.',
      location: 'North Yard',
    });
    const location = (await master.call('GET', '/api/locations')).json.find(
      (row: { company: string }) => row.company === 'Template Inc.',
    );
    expect(location).toMatchObject({
      latitude: 30.2672,
      longitude: -97.7431,
      timeZone: 'America/Chicago',
    });
  });

  test('accepts locations in US territories, and places each of them by its ZIP code', async () => {
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
    const stored = (await master.call('GET', '/api/locations')).json as Location[];
    for (const [state, zip, timeZone] of places)
      expect(stored.find(({ name }) => name === `Post ${state}`)).toMatchObject({
        state,
        zip,
        place: { timeZone, source: 'zip' },
      });
  });

  test("shows its own messages and those of the API in the server's language", async () => {
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

  test('shows the result for each line, with the messages of the API', async () => {
    await imported('companies', `${COMPANIES}\n${company('Twice')}`);
    await master.call('POST', '/api/companies', companyBody('Namesake'));
    await master.call('POST', '/api/companies', companyBody('Namesake'));
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
      [4, 'refused', 'Name: Duplicate of line 3'],
      [5, 'refused', 'Name: 2 records have this name. Edit them in the console.'],
      [6, 'refused', 'ZIP: Zip code must be at least 5 digits'],
      [7, 'refused', 'Name: Duplicate of line 2'],
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
        `${world.companyId},Yard,1 Main Street,Fargo,ND,58102,7015550100,46,`,
        `${world.companyId},Yard,1 Main Street,Fargo,ND,58102,7015550100,north,Mars/Phobos`,
      ].join('\n'),
    );
    expect(fates(places.lines)).toEqual([
      [2, 'refused', 'Company: 2 companies are called “Namesake”. Enter the ID instead.'],
      [3, 'refused', 'Company: Company not found'],
      [4, 'refused', 'Company: Company is required'],
      [5, 'refused', 'Latitude: Enter both latitude and longitude.'],
      [
        6,
        'refused',
        'Latitude: Latitude must be -90 to 90',
        'Time Zone: Unknown time zone',
        'Name: Duplicate of line 5',
      ],
    ]);
  });

  test('stores nothing if one line has an error', async () => {
    const csv = `${COMPANIES}\n${company('All')}\n${company('Nothing', '1')}`;
    const plan = await preview('companies', csv);
    expect(await run('companies', csv, plan)).toMatchObject({
      status: 400,
      text: 'Line 3, ZIP: Zip code must be at least 5 digits. Nothing was imported.',
    });
    expect(await namesOf('/api/companies')).not.toContain('All');
  });

  test('rejects a file that differs from the one in the dry run, and data that has changed since then', async () => {
    const csv = `${COMPANIES}\n${company('Seen')}`;
    const plan = await preview('companies', csv);
    const other = `${COMPANIES}\n${company('Unseen')}`;
    expect((await run('companies', other, plan)).status).toBe(409);
    await imported('companies', csv);
    expect((await run('companies', csv, plan)).status).toBe(409);
    expect((await namesOf('/api/companies')).filter((name) => name === 'Seen')).toHaveLength(1);
    expect(await namesOf('/api/companies')).not.toContain('Unseen');
  });

  test('creates each record only once if it runs several times at the same time', async () => {
    const csv = `${COMPANIES}\n${company('At once')}`;
    const plan = await preview('companies', csv);
    const answers = await Promise.all([1, 2, 3].map(() => run('companies', csv, plan)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await namesOf('/api/companies')).filter((name) => name === 'At once')).toHaveLength(1);
  });

  test('shows the device key of each new flag only in its response, and stores only a hash', async () => {
    const csv = `Company;Location;Name;Flag ID;Move Timeout\n${world.companyId};North;=Mast;KEY-1;30\n${world.companyId};South;Mast;KEY-2;`;
    const { keys } = await imported('flags', csv);
    const rows: Record<string, string>[] = parse(keys!, { columns: true });
    expect(rows.map((row) => [row['Flag ID'], row.Name, row.Path, row.Address])).toEqual([
      [
        'KEY-1',
        "'=Mast",
        `users/company-${world.companyId}/hardware/KEY-1`,
        'http://localhost:3000',
      ],
      ['KEY-2', 'Mast', `users/company-${world.companyId}/hardware/KEY-2`, 'http://localhost:3000'],
    ]);
    const { queries } = harness.services.db;
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
    expect(harness.link.leaves.get(`users/company-${world.companyId}/hardware/KEY-1/id`)).toBe(
      'KEY-1',
    );
    expect(
      harness.link.leaves.get(`users/company-${world.companyId}/hardware/KEY-1/moveTimeout`),
    ).toBe(30);
  });

  test('does not create a flag whose ID belongs to another company, ignoring case', async () => {
    const other = await createWorld(harness, master);
    const csv = `Company,Location,Name,Flag ID\n${world.companyId},North,Gate,${other.flagId.toUpperCase()}`;
    const plan = await preview('flags', csv);
    expect(fates(plan.lines)).toEqual([
      [
        2,
        'refused',
        'Company: An import cannot change the company of an existing flag. Move the flag on the Flags page.',
      ],
    ]);
    expect((await run('flags', csv, plan)).status).toBe(400);
  });

  test('mails new users how to get a password before they can sign in, and never mails a password', async () => {
    const csv = [
      'Company,Location,First Name,Last Name,Email,Phone,Username,Role',
      `${world.companyId},North,Pia,Lee,pia@example.test,7015550100,pia,Company User`,
      `${world.companyId},North,Leo,Lost,lost@example.test,7015550100,leo,`,
      ',,Max,Master,max@example.test,7015550100,max,master',
    ].join('\n');
    const plan = await preview('people', csv);
    expect(plan.mayInvite).toBe(true);
    expect(plan.counts.create).toBe(3);
    const { status, json } = await run('people', csv, plan, { invite: true });
    expect([status, json.invited, json.keys]).toEqual([200, 3, null]);
    const invited = () => mails.filter(({ to }) => /^(pia|lost|max)@/.test(to));
    await expect
      .poll(() => invited().map(({ to }) => to))
      .toEqual(['pia@example.test', 'max@example.test']);
    expect(invited()[0]!.text).toContain('Username: pia');
    expect(invited()[0]!.text).toContain('http://localhost:3000/forgot-password');
    const users = (await master.call('GET', '/api/users')).json as Record<string, string>[];
    const roles = users.filter(({ username }) => ['pia', 'leo', 'max'].includes(username!));
    expect(roles.map(({ username, role, location }) => [username, role, location]).sort()).toEqual([
      ['leo', 'location_user', 'North'],
      ['max', 'master', null],
      ['pia', 'company_user', 'North'],
    ]);
    const login = await harness
      .anonymous()
      .call('POST', '/api/login', { username: 'pia', password: '' });
    expect(login.status).not.toBe(200);
  });

  const PEOPLE = 'Company,Location,First Name,Last Name,Email,Phone,Username,Role';
  const newPeople = (prefix: string, count: number) =>
    [
      PEOPLE,
      ...Array.from(
        { length: count },
        (_, i) => `,North,A,B,${prefix}-${i}@made-up.example,7015550100,${prefix}-${i},`,
      ),
    ].join('\n');

  test('mails at most 200 users per company and day, in one or several imports', async () => {
    const { companyUser } = await createWorld(harness, master);
    const invite = async (prefix: string, count: number) => {
      const csv = newPeople(prefix, count);
      return run(
        'people',
        csv,
        await preview('people', csv, companyUser),
        { invite: true },
        companyUser,
      );
    };
    const all = await invite('all', 201);
    expect([all.status, all.text]).toEqual([
      429,
      'These 201 mails exceed the daily limit. Try again in 1 hour, or ask the operator to raise MAILS_PER_COMPANY.',
    ]);
    const tooMany = await Promise.all([invite('some', 120), invite('more', 120)]);
    expect(tooMany.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect((await invite('few', 80)).status).toBe(200);
    const last = await invite('last', 1);
    expect(last.status).toBe(429);
    expect(Number(last.headers['retry-after'])).toBe(24 * 3600);
    const users = (await companyUser.call('GET', '/api/users')).json as { username: string }[];
    expect(users.filter(({ username }) => username.startsWith('all-'))).toEqual([]);
    // Other companies have their own limits, and after a day the limit is reset.
    const other = (await createWorld(harness, master)).companyUser;
    const csv = newPeople('other', 1);
    const others = await run(
      'people',
      csv,
      await preview('people', csv, other),
      { invite: true },
      other,
    );
    expect(others.status).toBe(200);
    harness.time.now += 24 * 3_600_000;
    // Importing users requires a recent sign-in.
    for (const client of [master, companyUser, world.companyUser])
      await client.call('POST', '/api/user/password/confirmation', { password: PASSWORD });
    expect((await invite('next', 1)).status).toBe(200);
    harness.time.now -= 24 * 3_600_000;
  });

  test('does not count against the mail limit if it fails', async () => {
    const { companyUser } = await createWorld(harness, master);
    const csv = newPeople('back', 200);
    const plan = await preview('people', csv, companyUser);
    const { store } = people;
    const failing = vi.spyOn(people, 'store').mockRejectedValueOnce(new Error('disk full'));
    expect((await run('people', csv, plan, { invite: true }, companyUser)).status).toBe(500);
    failing.mockImplementation(store);
    expect((await run('people', csv, plan, { invite: true }, companyUser)).status).toBe(200);
    failing.mockRestore();
  });

  test('mails nobody without PUBLIC_URL, whatever Host header the caller sends', async () => {
    const own = await createHarness({
      engine,
      mailer: { send: async () => {}, close() {} },
      settings: { publicUrl: null },
    });
    const ownMaster = await own.as('master');
    const csv = `${PEOPLE}\n,,A,B,a@example.test,7015550100,alone,master`;
    const call = (url: string, body: object) =>
      ownMaster.call(
        'POST',
        url,
        { csv, ...body },
        { headers: { host: 'evil.example', origin: 'http://evil.example' } },
      );
    const { json: plan } = await call('/api/import/people/preview', {});
    expect(plan.mayInvite).toBe(false);
    const refused = await call('/api/import/people', { plan: plan.plan, invite: true });
    expect([refused.status, refused.text]).toEqual([
      409,
      'Invitations need Halyard’s public URL. Ask the operator to set PUBLIC_URL.',
    ]);
    expect((await call('/api/import/people', { plan: plan.plan })).status).toBe(200);
    await own.close();
  });

  test('rejects control characters and line breaks in names, usernames and phone numbers', async () => {
    const { lines } = await preview(
      'people',
      [
        PEOPLE,
        `${world.companyId},North,"A\nx",B,a@example.test,7015550100,break-1,`,
        `${world.companyId},North,A,B,a@example.test,"701\n5550100",break-2,`,
        `${world.companyId},North,A,B,a@example.test,7015550100,"break\n\n3",`,
      ].join('\n'),
    );
    expect(fates(lines).map(([, ...rest]) => rest)).toEqual([
      ['refused', 'First Name: Control characters are not allowed'],
      ['refused', 'Phone: Control characters are not allowed'],
      ['refused', 'Username: Control characters are not allowed'],
    ]);
  });

  test('rejects roles that an import cannot assign, and users without a location', async () => {
    const { lines } = await preview(
      'people',
      [
        'Company,Location,First Name,Last Name,Email,Phone,Username,Role',
        `${world.companyId},North,A,B,a@example.test,7015550100,ann-1,Employee`,
        `${world.companyId},,A,B,a@example.test,7015550100,ann-2,`,
        `${world.companyId},North,A,B,not an address,,ann-3,Boss`,
      ].join('\n'),
    );
    expect(fates(lines)).toEqual([
      [2, 'refused', 'Role: The role Employee can be assigned only by invitation.'],
      [3, 'refused', 'Location: Please select a location for the employee.'],
      [
        4,
        'refused',
        'Email: Enter a valid email address',
        'Phone: Phone number is required',
        'Role: Role is required',
      ],
    ]);
  });

  test('sets whether users may move poles, and an empty or missing cell means yes', async () => {
    const columns = 'Location,First Name,Last Name,Email,Phone,Username,Role';
    const line = (name: string, ...rest: string[]) =>
      ['North', 'A', 'B', 'a@example.test', '7015550100', name, ...rest].join(',');
    const { companyUser } = world;
    const csv = [
      `${columns},May Move Poles`,
      line('look-no', '', 'No'),
      line('look-false', '', 'FALSE'),
      line('look-yes', '', 'yes'),
      line('look-empty', '', ''),
    ].join('\n');
    expect((await imported('people', csv, {}, companyUser)).created).toBe(4);
    const without = [columns, line('look-missing', '')].join('\n');
    expect((await imported('people', without, {}, companyUser)).created).toBe(1);
    const users: { username: string; mayMovePoles: boolean }[] = (
      await companyUser.call('GET', '/api/users')
    ).json;
    const looking = users.filter(({ username }) => username.startsWith('look-'));
    expect(Object.fromEntries(looking.map((user) => [user.username, user.mayMovePoles]))).toEqual({
      'look-no': false,
      'look-false': false,
      'look-yes': true,
      'look-empty': true,
      'look-missing': true,
    });
    const { lines } = await preview(
      'people',
      [
        `${columns},May Move Poles`,
        line('look-no', '', 'no'),
        line('look-no', '', 'yes'),
        line('look-odd', '', 'perhaps'),
        line('look-company', 'Company User', 'no'),
      ].join('\n'),
      companyUser,
    );
    expect(fates(lines)).toEqual([
      [2, 'same'],
      [3, 'refused', 'Username: Duplicate of line 2'],
      [4, 'refused', 'May Move Poles: Enter yes or no'],
      [5, 'refused', `May Move Poles: ${userTexts.alwaysMoves}`],
    ]);
  });

  describe('a CSV import by a company_user', () => {
    test("creates locations and users in the user's own company if the file names no company", async () => {
      const { companyUser } = world;
      const csv =
        'Name,Address 1,City,State,ZIP,Phone\nEast,1 Main Street,Fargo,ND,58102,7015550100';
      expect((await imported('locations', csv, {}, companyUser)).created).toBe(1);
      const people = `${PEOPLE}\n,East,A,B,a@example.test,7015550100,own-1,`;
      expect((await imported('people', people, {}, companyUser)).created).toBe(1);
      const users = (await companyUser.call('GET', '/api/users')).json as Record<string, string>[];
      expect(users.find(({ username }) => username === 'own-1')).toMatchObject({
        companyId: world.companyId,
        location: 'East',
      });
    });

    test('reveals neither the locations nor the usernames of another company', async () => {
      const other = await createWorld(harness, master);
      const taken = (await master.call('GET', '/api/users')).json.find(
        ({ id }: { id: string }) => id === other.targetUserId,
      ).username as string;
      const { lines } = await preview(
        'people',
        [
          PEOPLE,
          `${other.companyId},North,A,B,a@example.test,7015550100,far-1,`,
          `,${other.locationId},A,B,a@example.test,7015550100,far-2,`,
          `,North,A,B,a@example.test,7015550100,${taken},`,
          ',,A,B,a@example.test,7015550100,far-3,master',
        ].join('\n'),
        world.companyUser,
      );
      expect(fates(lines)).toEqual([
        [2, 'refused', 'Company: Company not found'],
        [3, 'refused', 'Location: Location not found'],
        [4, 'refused', `Username: ${USERNAME_TAKEN}`],
        [5, 'refused', 'Role: You are not allowed to do this.'],
      ]);
    });
  });
});
