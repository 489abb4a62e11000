import { type Activity, api, type ImportKind, type ImportPlan, userTexts } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../testing/harness.ts';
import { createWorld, userBody, type World } from '../../testing/world.ts';
import { people } from './kinds/people.ts';

const COMPANIES = 'Name,Address 1,City,State,ZIP,Phone';
const LOCATIONS = 'Company,Name,Address 1,City,State,ZIP,Phone';
const FLAGS = 'Company,Location,Name,Flag ID';
const PEOPLE = 'Company,Location,First Name,Last Name,Email,Phone,Username';

describe.each(engines)('an import of existing data on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  const preview = async (kind: ImportKind, csv: string, who = master) => {
    const { status, text, json } = await who.call('POST', `/api/import/${kind}/preview`, { csv });
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return api.previewImport.response.parse(json);
  };
  const run = (kind: ImportKind, csv: string, { plan }: ImportPlan, who = master) =>
    who.call('POST', `/api/import/${kind}`, { csv, plan });
  async function imported(kind: ImportKind, csv: string, who = master) {
    const { status, text, json } = await run(kind, csv, await preview(kind, csv, who), who);
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return api.runImport.response.parse(json);
  }
  const changesOf = ({ lines }: ImportPlan) =>
    lines.map(({ fate, changes, notes }) => [
      fate,
      ...changes.map(({ column, from, to }) => `${column}: ${from} → ${to}`),
      ...notes.map(({ column, text }) => `${column}: ${text}`),
    ]);
  const list = async (url: string, who = master): Promise<Record<string, unknown>[]> =>
    (await who.call('GET', url)).json;
  const one = async (url: string, id: string) => (await list(url)).find((row) => row.id === id)!;
  const lastEntry = async (): Promise<Activity> =>
    (await master.call('GET', '/api/activity')).json.entries[0];
  async function addUser(username: string, more: object = {}) {
    const body = { ...userBody(world.locationId, username), ...more };
    const { status, text, json } = await master.call('POST', '/api/users', body);
    if (status !== 201) throw new Error(text);
    return json as { id: string; username: string };
  }
  const person = (username: string, more: Record<string, string> = {}) => {
    const cells = {
      location: 'North',
      firstName: 'Ann',
      phone: '5125550101',
      role: '',
      mayMove: '',
      email: 'ann@example.test',
      ...more,
    };
    const { location, firstName, phone, role, mayMove, email } = cells;
    return `${world.companyId},${location},${firstName},Lee,${email},${phone},${username},${role},${mayMove}`;
  };
  const people9 = (...lines: string[]) => [`${PEOPLE},Role,May Move Poles`, ...lines].join('\n');

  test("shows each changed field's old and new value, and then stores the changes together with the new rows", async () => {
    await imported(
      'companies',
      `${COMPANIES},Description\nMixed,1 Main Street,Fargo,ND,58102,7015550100,Dealer\nStays,1 Main Street,Fargo,ND,58102,7015550100,`,
    );
    const before = (await list('/api/companies')).find(({ name }) => name === 'Mixed')!;
    const csv = [
      `${COMPANIES},Description`,
      'MIXED,2 Side Street,Fargo,ND,58103,,',
      'Stays,1 Main Street,Fargo,ND,58102,7015550100,',
      'Brand New,1 Main Street,Fargo,ND,58102,7015550100,',
    ].join('\n');
    const plan = await preview('companies', csv);
    expect(plan.counts).toEqual({ create: 1, update: 1, same: 1, refused: 0 });
    expect(changesOf(plan)).toEqual([
      [
        'update',
        'Address 1: 1 Main Street → 2 Side Street',
        'ZIP: 58102 → 58103',
        'Description: Dealer → ',
      ],
      ['same'],
      ['create'],
    ]);
    expect(await one('/api/companies', String(before.id))).toEqual(before);
    expect((await run('companies', csv, plan)).json).toMatchObject({ created: 1, updated: 1 });
    expect(await one('/api/companies', String(before.id))).toEqual({
      ...before,
      address1: '2 Side Street',
      zip: '58103',
      description: null,
    });
    expect((await preview('companies', csv)).counts).toMatchObject({ update: 0, same: 3 });
    const entries = (await master.call('GET', '/api/activity')).json.entries as Activity[];
    expect(entries.slice(0, 2).map(({ kind }) => kind)).toEqual([
      'company.created',
      'company.changed',
    ]);
  });

  test('changes a location and its copy in the realtime database, but keeps values whose cells are empty', async () => {
    const csv = `${LOCATIONS},Daily Rule,Latitude,Longitude\n${world.companyId},north,9 New Street,Dallas,TX,75201,,,32.78,-96.8`;
    const before = await one('/api/locations', world.locationId);
    expect(changesOf(await preview('locations', csv))).toEqual([
      [
        'update',
        'Address 1: 1 Main Street → 9 New Street',
        'City: Austin → Dallas',
        'ZIP: 78701 → 75201',
        'Latitude:  → 32.78',
        'Longitude:  → -96.8',
      ],
    ]);
    harness.time.now += 1000;
    await imported('locations', csv);
    expect(await one('/api/locations', world.locationId)).toMatchObject({
      name: 'North',
      city: 'Dallas',
      phone: before.phone,
      dailyRule: before.dailyRule,
      latitude: 32.78,
    });
    expect(harness.link.leaves.get(`locations/${world.locationId}/city`)).toBe('Dallas');
    expect(await lastEntry()).toMatchObject({
      kind: 'location.changed',
      subject: 'North',
      detail: { about: 'by import', fields: ['address', 'coordinates'] },
    });
    const half = csv.replace('32.78,-96.8', ',-96.8');
    expect(changesOf(await preview('locations', half))).toEqual([
      ['refused', 'Latitude: Enter both latitude and longitude.'],
    ]);
    await imported('locations', csv.replace('32.78,-96.8', ','));
    expect(await one('/api/locations', world.locationId)).toMatchObject({
      latitude: null,
      longitude: null,
    });
  });

  test("can change a flag's name, location and move timeout, but not its key, ID, owner or company", async () => {
    const url = `/api/flags/${world.flagRowId}`;
    const keys = (await master.call('GET', `${url}/keys`)).json;
    const id = world.flagId.toLowerCase();
    const csv = `${FLAGS},Move Timeout\n,South,Harbor,${id},40`;
    expect(changesOf(await preview('flags', csv))).toEqual([
      ['update', 'Location: North → South', 'Name: Gate → Harbor', 'Move Timeout: 15 → 40'],
    ]);
    expect(await imported('flags', csv)).toMatchObject({
      state: 'done',
      created: 0,
      updated: 1,
      hasKeys: false,
      keys: null,
      invited: 0,
    });
    expect(await one('/api/flags', world.flagRowId)).toMatchObject({
      name: 'Harbor',
      flagId: world.flagId,
      locationId: world.otherLocationId,
      companyId: world.companyId,
    });
    expect((await master.call('GET', `${url}/keys`)).json).toEqual(keys);
    const node = `users/company-${world.companyId}/hardware/${world.flagId}`;
    expect(harness.link.leaves.get(`${node}/locationId`)).toBe(world.otherLocationId);
    expect(harness.link.leaves.get(`${node}/moveTimeout`)).toBe(40);
    expect(await lastEntry()).toMatchObject({
      kind: 'flag.changed',
      detail: { about: 'by import', fields: ['name', 'location', 'time to move'] },
    });

    const other = await createWorld(harness, master);
    const refused = [
      `${FLAGS},Owner`,
      `${other.companyId},North,Harbor,${world.flagId},`,
      `,South,Harbor,${world.flagId},somebody`,
      `,${other.locationId},Harbor,${world.flagId},`,
    ].join('\n');
    expect(changesOf(await preview('flags', refused))).toEqual([
      [
        'refused',
        'Company: An import can’t change an existing flag’s company. Move the flag on the Flags page.',
      ],
      ['refused', 'Owner: An import can’t change an existing flag’s owner.'],
      ['refused', 'Location: Location not found'],
    ]);
    await imported('flags', `${FLAGS},Move Timeout\n,North,Gate,${world.flagId},15`);
  });

  test("changes a user's role and permissions, even in open sessions", async () => {
    const { id } = await addUser('mover', { mayMovePoles: false });
    const session = await harness.client(id);
    const { id: sid } = await harness.services.db.queries
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const csv = people9(
      person('Mover', { location: 'South', role: 'Company User', mayMove: 'yes', phone: '' }),
    );
    expect(changesOf(await preview('people', csv, world.companyUser))).toEqual([
      [
        'update',
        'Location: North → South',
        'Role: Location User → Company User',
        'May Move Poles: no → yes',
      ],
    ]);
    harness.link.accountsChanged.length = 0;
    expect(await imported('people', csv, world.companyUser)).toMatchObject({ updated: 1 });
    expect(await one('/api/users', id)).toMatchObject({
      username: 'mover',
      phone: '5125550101',
      role: 'company_user',
      locationId: world.otherLocationId,
      mayMovePoles: true,
    });
    expect(harness.link.accountsChanged).toEqual([id]);
    expect(harness.link.leaves.get(`access/${sid}`)).toBe(undefined);
    expect((await session.call('GET', '/api/user')).json).toMatchObject({ role: 'company_user' });
    expect(await lastEntry()).toMatchObject({
      kind: 'user.changed',
      detail: { about: 'by import', fields: ['role', 'location', 'may move poles'] },
    });
  });

  test("changes a user's email address without a confirmation, and keeps the password", async () => {
    const { id } = await addUser('mailed');
    const row = () =>
      harness.services.db.queries
        .selectFrom('users')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const before = await row();
    await imported('people', people9(person('mailed', { email: 'new@example.test' })));
    expect(await row()).toEqual({
      ...before,
      email: 'new@example.test',
      confirmed_email: 'new@example.test',
    });
  });

  test("never changes masters, users with higher roles, companies, or the importing user's own account", async () => {
    const other = await createWorld(harness, master);
    const { id } = await addUser('kept');
    await harness.addUser('master', {}, 'boss');
    await harness.addUser('company_user', world, 'importer');
    const importer = await harness.client(
      String((await list('/api/users')).find(({ username }) => username === 'importer')!.id),
    );
    const line = async (csv: string, who = master) => changesOf(await preview('people', csv, who));
    expect(await line(people9(person('kept', { role: 'Master' })))).toEqual([
      [
        'refused',
        'Company: An import can’t change an existing user’s company. Edit the user in Employees.',
      ],
    ]);
    const noCompany = `${PEOPLE},Role\n,,Ann,Lee,ann@example.test,5125550101,kept,Master`;
    expect(await line(noCompany)).toEqual([
      [
        'refused',
        'Role: An import can’t make an existing user a master. Change the role in Employees.',
      ],
    ]);
    const employee = people9(person('kept', { role: 'Employee' }));
    expect(await line(employee)).toEqual([
      ['refused', `Role: ${userTexts.byInvitation('employee')}`],
    ]);
    const moved = `${PEOPLE}\n${other.companyId},North,Ann,Lee,ann@example.test,5125550101,kept`;
    expect(await line(moved)).toEqual([
      [
        'refused',
        'Company: An import can’t change an existing user’s company. Edit the user in Employees.',
      ],
    ]);
    const boss = `${PEOPLE},Role\n,,New,Name,boss@example.test,5550100000,boss,Master`;
    expect(await line(boss)).toEqual([
      ['refused', 'Role: An import can’t change masters. Edit this user in Employees.'],
    ]);
    expect(await line(boss, importer)).toEqual([
      [
        'refused',
        'Username: This username is already taken.',
        'Role: You are not allowed to do this.',
      ],
    ]);
    const own = people9(person('importer', { role: 'Company User', firstName: 'New' }));
    expect(await line(own, importer)).toEqual([
      ['refused', 'Username: This is your own account. Edit it on your profile page.'],
    ]);
    const stays = people9(person('kept', { role: 'Company User', mayMove: 'no' }));
    expect(await line(stays)).toEqual([['refused', `May Move Poles: ${userTexts.alwaysMoves}`]]);
    const plan = await preview('people', stays);
    expect((await run('people', stays, plan)).status).toBe(400);
    expect(await one('/api/users', id)).toMatchObject({ role: 'location_user' });
  });

  test('does not let a company user change anything in another company', async () => {
    const other = await createWorld(harness, master);
    const theirs = String((await one('/api/users', other.targetUserId)).username);
    const csv = `${PEOPLE}\n,North,Evil,Lee,evil@example.test,5125550101,${theirs}`;
    expect(changesOf(await preview('people', csv, world.companyUser))).toEqual([
      ['refused', 'Username: This username is already taken.'],
    ]);
    const place = `${LOCATIONS}\n${other.companyId},North,Evil,Austin,TX,78701,5125550100`;
    expect(changesOf(await preview('locations', place, world.companyUser))).toEqual([
      ['refused', 'Company: Company not found'],
    ]);
  });

  test('is rejected if a record that it would change has been edited or deleted since the dry run', async () => {
    const csv = `${LOCATIONS}\n${world.companyId},South,5 Import Street,Austin,TX,78701,5125550100`;
    const plan = await preview('locations', csv);
    const url = `/api/locations/${world.otherLocationId}`;
    await master.call('PATCH', url, { address1: '7 Hand Street' });
    expect((await run('locations', csv, plan)).status).toBe(409);
    expect(await one('/api/locations', world.otherLocationId)).toMatchObject({
      address1: '7 Hand Street',
    });
    await master.call('PATCH', url, { address1: '1 Main Street' });
    expect((await run('locations', csv, plan)).status).toBe(200);

    const doomed = await addUser('doomed');
    const people = people9(person('doomed', { firstName: 'New' }));
    const before = await preview('people', people);
    await master.call('DELETE', `/api/users/${doomed.id}`);
    await addUser('doomed');
    expect((await run('people', people, before)).status).toBe(409);
  });

  test("never undoes another user's simultaneous edit", async () => {
    const { id } = await addUser('raced');
    for (let round = 0; round < 5; round++) {
      const csv = people9(person('raced', { firstName: `Import ${round}` }));
      const plan = await preview('people', csv);
      const byHand = { firstName: `Hand ${round}` };
      const [answer] = await Promise.all([
        run('people', csv, plan),
        master.call('PATCH', `/api/users/${id}`, byHand),
      ]);
      // If both succeeded, the other edit came later, because the import saw the old value.
      expect([200, 409]).toContain(answer.status);
      expect(await one('/api/users', id)).toMatchObject(byHand);
    }
  });

  test('changes and creates nothing if its last step fails', async () => {
    const { id } = await addUser('whole');
    const csv = people9(person('whole', { firstName: 'New' }), person('never-made'));
    const plan = await preview('people', csv);
    expect(plan.counts).toEqual({ create: 1, update: 1, same: 0, refused: 0 });
    const { edit } = people;
    const failing = vi.spyOn(people, 'edit').mockImplementationOnce(async (...args) => {
      await edit(...args);
      throw new Error('disk full');
    });
    expect((await run('people', csv, plan)).status).toBe(500);
    failing.mockRestore();
    expect(await one('/api/users', id)).toMatchObject({ firstName: 'Ann' });
    expect((await list('/api/users')).map(({ username }) => username)).not.toContain('never-made');
    expect((await run('people', csv, plan)).json).toMatchObject({ created: 1, updated: 1 });
  });

  test("accepts a pole's flag type in upper or lower case, and rejects other values", async () => {
    const csv = (flies: string) =>
      `${FLAGS},Flag Flown\n${world.companyId},North,Gate,${world.flagId},${flies}`;
    expect(changesOf(await preview('flags', csv('State')))).toEqual([
      ['update', 'Flag Flown: us → state'],
    ]);
    await imported('flags', csv('State'));
    expect(await one('/api/flags', world.flagRowId)).toMatchObject({ flies: 'state' });
    expect(changesOf(await preview('flags', csv('')))).toEqual([['same']]);
    expect(changesOf(await preview('flags', csv('Texas')))).toEqual([
      ['refused', 'Flag Flown: Flag flown must be us, state or other'],
    ]);
    const { text } = await master.call('GET', '/api/export/flags');
    expect(text).toContain(`,Gate,${world.flagId},state,`);
    await imported('flags', csv('us'));
  });

  test('changes only what a user has edited in an exported spreadsheet', async () => {
    for (const [kind, from, to, who] of [
      ['locations', ',South,5 Import Street,', ',South,2 Side Street,', world.companyUser],
      ['flags', ',Roof,', ',Tower,', master],
      ['people', ',Ann,Lee,', ',Anna,Lee,', world.companyUser],
    ] as const) {
      const { text } = await who.call('GET', `/api/export/${kind}`);
      expect((await preview(kind, text, who)).counts).toMatchObject({ update: 0, refused: 0 });
      expect(text).toContain(from);
      const { counts } = await preview(kind, text.replace(from, to), who);
      expect([kind, counts.create, counts.update, counts.refused]).toEqual([kind, 0, 1, 0]);
    }
  });
});
