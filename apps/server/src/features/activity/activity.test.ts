import type { Activity } from '@halyard/domain';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines } from '../../testing/engines.ts';
import { type Client, createHarness, DAY_MS, type Harness } from '../../testing/harness.ts';
import { createWorld, userBody, type World } from '../../testing/world.ts';
import { QUIET_MS } from './commandLog/refusals.ts';
import { recordActivityOf } from './record.ts';
import { sweepActivity } from './retention.ts';

const HOSTILE = '=HYPERLINK("http://evil","x")';

describe.each(bothEngines)('the activity log on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let home: World;
  let abroad: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    home = await createWorld(harness, master);
    abroad = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  const list = async (client: Client, query = ''): Promise<Activity[]> => {
    const { status, json } = await client.call('GET', `/api/activity?${query}`);
    expect(status).toBe(200);
    return json.entries;
  };
  const kinds = (entries: readonly Activity[]) => entries.map(({ kind }) => kind);

  test('shows who changed which fields, and has no entry if nothing changed', async () => {
    harness.time.now += 1000;
    const url = `/api/flags/${home.flagRowId}`;
    const { name } = (await home.companyUser.call('GET', '/api/flags')).json.find(
      ({ id }: { id: string }) => id === home.flagRowId,
    );
    await home.companyUser.call('PATCH', url, { name });
    await home.companyUser.call('PATCH', url, { name: 'Renamed' });
    const [entry, ...older] = await list(
      home.companyUser,
      `flagId=${home.flagRowId}&from=${harness.time.now}`,
    );
    expect(entry).toMatchObject({
      kind: 'flag.changed',
      outcome: 'done',
      actor: { kind: 'person', id: home.companyUser.id },
      channel: 'console',
      address: '127.0.0.1',
      subject: 'Renamed',
      detail: { fields: ['name'] },
      at: harness.time.now,
    });
    expect(kinds(older)).not.toContain('flag.changed');
  });

  test('records sign-ins, sign-outs and failed sign-ins, but never an unknown username', async () => {
    const { time } = harness;
    time.now += 1000;
    const since = time.now;
    const username =
      (await harness.addUser('company_user', home, `ann-${since}`)) && `ann-${since}`;
    const someone = harness.anonymous();
    const signIn = (name: string, password: string) =>
      someone.call('POST', '/api/login', { username: name, password });
    await signIn(username, 'wrong password');
    await signIn('my secret passphrase', 'wrong password');
    const cookie = String((await signIn(username, 'correct horse')).headers['set-cookie']);
    await someone.call('POST', '/api/logout', undefined, {
      headers: { cookie: cookie.split(';')[0]! },
    });
    const all = await list(master, `category=signIns&from=${since}`);
    expect(kinds(all)).toEqual([
      'session.ended',
      'session.started',
      'session.refused',
      'session.refused',
    ]);
    expect(all[2]).toMatchObject({ subject: null, detail: { cause: 'unknown username' } });
    expect(JSON.stringify(all)).not.toContain('passphrase');
    const own = await list(home.companyUser, `category=signIns&from=${since}`);
    expect(kinds(own)).toEqual(['session.ended', 'session.started', 'session.refused']);
    expect(own[2]).toMatchObject({
      subject: username,
      outcome: 'refused',
      address: '127.0.0.1',
      detail: { cause: 'wrong password' },
    });
  });

  test('records a refused command with the reason', async () => {
    const flag = home.otherFlagRowId;
    harness.time.now += 1000;
    const here = `flagId=${flag}&from=${harness.time.now}`;
    await master.call('PUT', `/api/flags/${flag}/lock`, { reason: 'New rope' });
    const refused = await home.employee.call('PATCH', `/api/flags/${flag}`, {
      switches: [{ id: 'sw3', state: true }],
    });
    expect(refused.status).toBe(409);
    harness.time.now += QUIET_MS;
    await expect.poll(() => list(home.employee, `${here}&outcome=refused`)).toHaveLength(1);
    const [command, lock] = await list(home.employee, here);
    expect(command).toMatchObject({
      kind: 'flag.command',
      outcome: 'refused',
      detail: { position: 'half', cause: refused.text },
    });
    expect(lock).toMatchObject({ kind: 'flag.locked', detail: { about: 'New rope' } });
    const at = async (position: string) =>
      (await list(home.employee, `flagId=${flag}&position=${position}`)).map(({ id }) => id);
    expect(await at('half')).toEqual([command!.id]);
    expect(await at('up')).toEqual([]);
    await master.call('DELETE', `/api/flags/${flag}/lock`);
  });

  test("combines each burst of a user's refused commands into one entry", async () => {
    const flag = home.otherFlagRowId;
    harness.time.now += 1000;
    await master.call('PUT', `/api/flags/${flag}/lock`, { reason: 'New rope' });
    const since = harness.time.now;
    const body = { switches: [{ id: 'sw3', state: true }] };
    for (let i = 0; i < 5; i++)
      expect((await home.companyUser.call('PATCH', `/api/flags/${flag}`, body)).status).toBe(409);
    const refused = () => list(home.companyUser, `outcome=refused&category=commands&from=${since}`);
    harness.time.now += QUIET_MS;
    await expect.poll(refused).toMatchObject([
      {
        kind: 'call.refused',
        flagId: flag,
        channel: 'console',
        address: '127.0.0.1',
        detail: { about: '5 rejected within 1 sec, at 1 place' },
      },
    ]);
    await master.call('DELETE', `/api/flags/${flag}/lock`);
  });

  test('keeps the entries of a deleted company, and still shows the names used at the time', async () => {
    const world = await createWorld(harness, master);
    const flags = await list(master, `flagId=${world.flagRowId}`);
    const { company } = flags[0]!;
    await master.call('DELETE', `/api/companies/${world.companyId}`);
    const left = await list(master, `companyId=${world.companyId}`);
    expect(left[0]).toMatchObject({ kind: 'company.deleted', company, subject: company });
    expect(kinds(left)).toContain('flag.created');
  });

  test("shows users only their own tenant's entries, regardless of the filter", async () => {
    const lures = [
      '',
      `companyId=${abroad.companyId}`,
      `flagId=${abroad.flagRowId}`,
      `who=${abroad.companyUser.id}`,
      `who=${master.id}`,
      'category=flags',
      'q=acme',
    ];
    for (const who of [home.companyUser, home.employee, home.locationUser])
      for (const lure of lures)
        for (const entry of await list(who, `${lure}&limit=200`))
          expect([lure, entry.companyId]).toEqual([lure, home.companyId]);
    const stray = await harness.as('employee');
    for (const lure of lures) expect(await list(stray, lure)).toEqual([]);
  });

  test('hides IP addresses, but not who moved a flag, from users who may not see accounts', async () => {
    const lock = `/api/flags/${home.otherFlagRowId}/lock`;
    await master.call('PUT', lock, { reason: 'New rope' });
    await master.call('DELETE', lock);
    const own = await list(home.employee, 'limit=200');
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ address }) => address))).toEqual(new Set([null]));
    for (const { kind } of own)
      expect(kind).toMatch(/^(flag\.(command|locked|released)|live\.write|call\.refused)$/);
    // The locked pole was at the other location.
    expect(await list(home.locationUser, 'limit=200')).toEqual([]);
  });

  test("hides the IP addresses of the operator's staff from tenants", async () => {
    const byMaster = await list(home.companyUser, `who=${master.id}`);
    expect(byMaster.length).toBeGreaterThan(0);
    expect(new Set(byMaster.map(({ address }) => address))).toEqual(new Set([null]));
    const [seen] = await list(master, `who=${master.id}`);
    expect(seen?.address).toBe('127.0.0.1');
  });

  test('returns every entry exactly once and in order across pages, even if many entries have the same time', async () => {
    const doer = {
      actor: { kind: 'person', id: 'pager', name: 'Pager', companyId: null },
      channel: 'console',
      address: null,
    } as const;
    const entries = Array.from({ length: 130 }, (_, i) => ({
      kind: 'company.changed' as const,
      companyId: null,
      subject: `Thing ${i}`,
    }));
    await harness.services.db.transaction((trx) =>
      recordActivityOf(trx, doer, harness.time.now, ...entries),
    );
    const seen: (string | null)[] = [];
    let after = '';
    do {
      const { json } = await master.call('GET', `/api/activity?who=pager&limit=40${after}`);
      seen.push(...json.entries.map(({ subject }: Activity) => subject));
      after = json.next && `&after=${json.next}`;
    } while (after);
    expect(seen).toEqual(entries.map(({ subject }) => subject).reverse());
    expect((await list(master, 'q=THING 12&limit=200')).length).toBe(11);
    expect(await list(master, 'q=100%25')).toEqual([]);
  });

  test('searches a limited number of entries per request, and returns a cursor for continuing the search', async () => {
    const doer = {
      actor: { kind: 'person', id: 'many', name: 'Many', companyId: null },
      channel: 'console',
      address: null,
    } as const;
    const entry = { kind: 'company.changed', companyId: null, subject: 'Hay' } as const;
    const at = harness.time.now - 1000 * DAY_MS;
    await harness.services.db.transaction(async (trx) => {
      await recordActivityOf(trx, doer, at, { ...entry, subject: 'Needle' });
      for (let i = 1; i <= 41; i++)
        await recordActivityOf(trx, doer, at + i, ...Array.from({ length: 500 }, () => entry));
    });
    const query = '/api/activity?who=many&q=needle';
    const first = (await master.call('GET', query)).json;
    expect(first.entries).toEqual([]);
    expect(first.searchedTo).toBeGreaterThan(at);
    const second = (await master.call('GET', `${query}&after=${first.next}`)).json;
    expect(second.entries).toMatchObject([{ subject: 'Needle', at }]);
    expect([second.next, second.searchedTo]).toEqual([null, null]);
  });

  test('exports the filtered entries as CSV, and escapes cells that a spreadsheet would execute as formulas', async () => {
    const { json } = await master.call('POST', '/api/users', {
      ...userBody(home.locationId, HOSTILE),
      password: 'long enough',
    });
    const url = `/api/flags/${home.flagRowId}`;
    await master.call('PATCH', url, { name: `+1 "${'a,b'}"` });
    const hostile = await harness.client(json.id);
    await hostile.call('PATCH', '/api/user/profile', {
      firstName: 'New',
      lastName: 'Name',
      email: 'new@example.test',
      phone: '5550100000',
    });
    const answer = await home.companyUser.call('GET', `/api/activity/csv?from=${harness.time.now}`);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="activity.csv"');
    const rows: string[][] = parse(answer.text, { bom: true });
    expect(rows[0]).toEqual([
      'Time (UTC)',
      'Who',
      'What',
      'On',
      'Company',
      'Outcome',
      'From',
      'Address',
    ]);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(rows.flat()).toContain(`'${HOSTILE}`);
    expect(rows.some((row) => row[3] === `'+1 "a,b"`)).toBe(true);
  });

  test.each([
    ['limit=0', 'limit must be at least 1'],
    ['from=soon', 'Times must be in milliseconds since 1970.'],
    ['category=__proto__', 'Unknown category.'],
    ['after=1;drop', 'The value of "after" is invalid. Use "next" from the previous response.'],
  ])('rejects an invalid query with an error message: %s', async (query, text) => {
    const refused = await master.call('GET', `/api/activity?${query}`);
    expect([refused.status, refused.text]).toEqual([400, text]);
  });

  test('deletes only entries that are older than the retention period', async () => {
    const { db } = harness.services;
    const kept = `limit=200&from=${harness.time.now - 400 * DAY_MS}`;
    const before = await list(master, kept);
    await sweepActivity(db, harness.time.now, 400 * DAY_MS);
    expect(await list(master, 'who=many')).toEqual([]);
    expect(await list(master, 'limit=200')).toEqual(before);
  });
});
