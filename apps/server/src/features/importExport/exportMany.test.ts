import { type FlagExportQuery, ROWS_HEADER } from '@halyard/domain';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FileParts } from '../../platform/http/send/fileParts.ts';
import { engines } from '../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../testing/harness.ts';
import { companyBody, createWorld, locationBody, type World } from '../../testing/world.ts';
import { exportFlags, exportUsers } from './exportCsv.ts';
import { wholeExports } from './testing/wholeExport.ts';

/** The number of flags. An export processes this many in several slices. */
const FLAGS = 900;
const USERS = 500;
/** Names that sort differently by code points, by UTF-16 units, and for a human reader. */
const NAMES = [
  'pole 10',
  'Pole 9',
  'pöle',
  '=Pole',
  "'=Pole",
  '🚩 Pole',
  '\uff21 Pole',
  'Pole, "A"',
];

async function textOf({ parts }: FileParts): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

/** Fails the test if the two files differ, and then shows only the first line that differs. */
function expectSame(text: string, expected: string): void {
  const lines = text.split('\r\n');
  const wanted = expected.split('\r\n');
  const index = wanted.findIndex((line, at) => line !== lines[at]);
  if (index >= 0) expect(lines[index]).toBe(wanted[index]);
  expect(text === expected).toBe(true);
}

const flagIdsIn = (csv: string): string[] =>
  (parse(csv, { columns: true, bom: true }) as Record<string, string>[]).map(
    (row) => row['Flag ID']!,
  );

describe.each(engines)('exports of many records on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let url: string;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    const post = async (path: string, body: unknown) =>
      (await master.call('POST', path, body)).json;
    for (const name of ['Twins', 'TWINS']) {
      const { id } = await post('/api/companies', companyBody(name));
      for (const place of ['Yard', 'yard', 'Roof']) {
        await post('/api/locations', locationBody(id, place));
        harness.time.now++;
      }
    }
    const companies = await master.call('GET', '/api/companies');
    // Add a company whose name is the ID of another company.
    await post('/api/companies', companyBody(companies.json[0].id));
    await addMany(harness);
    await post(`/api/locations/${world.locationId}/simulated-pole`, {});
    url = await harness.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => harness.close());

  /**
   * Adds many flags and users, with flags at every location. This is much faster than adding them
   * through the API.
   */
  async function addMany({ services: { db }, time, link }: Harness): Promise<void> {
    const { json: locations } = await master.call('GET', '/api/locations');
    const places = locations as { id: string; companyId: string }[];
    const flags = Array.from({ length: FLAGS }, (_, index) => {
      const { id, companyId } = places[index % places.length]!;
      return {
        id: `flag-${index}`,
        flag_id: `M-${index}`,
        flag_id_key: `m-${index}`,
        name: index % 3 === 0 ? NAMES[index % NAMES.length]! : `Pole ${index % 200}`,
        company_id: companyId,
        location_id: id,
        owner_id: index % 50 === 0 ? `adopted-${index}` : `company-${companyId}`,
        move_timeout: index % 7 === 0 ? 40 : null,
        created_at: time.now,
      };
    });
    const template = await db.queries
      .selectFrom('users')
      .selectAll()
      .where('id', '=', world.targetUserId)
      .executeTakeFirstOrThrow();
    const users = Array.from({ length: USERS }, (_, index) => ({
      ...template,
      id: `user-${index}`,
      username: `user-${index}`,
      username_key: `user-${index}`,
      last_name: NAMES[index % NAMES.length]!,
      first_name: `${NAMES[index % 5]!}${index % 90}`,
    }));
    await db.transaction(async (trx) => {
      for (let start = 0; start < FLAGS; start += 100)
        await trx
          .insertInto('flags')
          .values(flags.slice(start, start + 100))
          .execute();
      for (let start = 0; start < USERS; start += 100)
        await trx
          .insertInto('users')
          .values(users.slice(start, start + 100))
          .execute();
    });
    for (const [index, flag] of flags.entries()) {
      if (index % 2 === 0) continue;
      const node = `users/${flag.owner_id}/hardware/${flag.flag_id}`;
      link.leaves.set(`${node}/voltage`, index / 10);
      link.leaves.set(`${node}/reported/flagUp`, index % 4 === 1);
      link.leaves.set(`${node}/reported/lastSeen`, time.now / 1000);
    }
  }

  const whole = async (who: Client) => {
    const { json } = await master.call('GET', '/api/flags');
    const simulated = (json as { flagId: string; isSimulated: boolean }[]).filter(
      (flag) => flag.isSimulated,
    );
    expect(simulated).toHaveLength(1);
    return wholeExports(
      await harness.contextOf(who.id),
      harness.sessions,
      new Set(simulated.map(({ flagId }) => flagId)),
    );
  };

  test('contain the same bytes as an export that reads the whole list at once', async () => {
    const exported = async (who: Client, path: string) => {
      const { status, text } = await who.call('GET', `/api/export/${path}`);
      expect(status).toBe(200);
      return text;
    };
    for (const who of [master, world.companyUser, world.locationUser]) {
      const expected = await whole(who);
      expectSame(await exported(who, 'companies'), await expected.companies());
      expectSame(await exported(who, 'locations'), await expected.locations());
      expectSame(await exported(who, 'flags'), await expected.flags());
    }
    for (const who of [master, world.companyUser]) {
      const expected = await whole(who);
      expectSame(await exported(who, 'people'), await expected.people());
      expectSame(await exported(who, 'invitations'), await expected.invitations());
      expectSame(await exported(who, 'people?q=ROLE-'), await expected.people('ROLE-'));
    }
    const expected = await whole(master);
    expectSame(await exported(master, 'companies?q=twin'), await expected.companies('twin'));
    expectSame(await exported(master, 'locations?q=yard'), await expected.locations('yard'));
    const queries: FlagExportQuery[] = [
      { q: 'pole 1' },
      { q: ' ONLINE ' },
      { show: 'online', position: 'up' },
      { company: world.companyId, show: 'offline' },
      { location: world.locationId, q: 'm-' },
    ];
    for (const query of queries) {
      const text = await exported(
        master,
        `flags?${new URLSearchParams(query as Record<string, string>)}`,
      );
      expect(flagIdsIn(text).length).toBeGreaterThan(0);
      expectSame(text, await expected.flags(query));
    }
  });

  test('state the number of rows in a response header', async () => {
    const { headers, text } = await master.call('GET', '/api/export/flags?show=online');
    expect(Number(headers[ROWS_HEADER])).toBe(flagIdsIn(text).length);
  });

  test('neither skip nor repeat records that are renamed during the export, and leave out deleted ones', async () => {
    const ctx = await harness.contextOf(master.id);
    const before = flagIdsIn(await textOf(await exportFlags(ctx, harness.lists, {})));
    const { parts } = await exportFlags(ctx, harness.lists, {});
    const iterator = parts[Symbol.asyncIterator]();
    let text = (await iterator.next()).value as string;
    const written = new Set(flagIdsIn(text));
    const rest = before.filter((flagId) => !written.has(flagId));
    const rowId = (flagId: string) => flagId.replace('M-', 'flag-');
    const of = (flagIds: readonly string[]) => flagIds.filter((flagId) => flagId.startsWith('M-'));
    const [deleted, late, later] = of(rest);
    const [early] = of([...written]);
    // Move one record to the end of the order, and another one to the beginning.
    await master.call('PATCH', `/api/flags/${rowId(early!)}`, { name: '\uffef last' });
    await master.call('PATCH', `/api/flags/${rowId(late!)}`, { name: '! first' });
    await master.call('DELETE', `/api/flags/${rowId(deleted!)}`);
    await master.call('POST', '/api/flags', {
      name: 'zz new',
      flagId: 'NEW-1',
      companyId: world.companyId,
      locationId: world.locationId,
    });
    for (let part = await iterator.next(); !part.done; part = await iterator.next())
      text += part.value as string;
    const after = flagIdsIn(text).filter((flagId) => flagId !== 'NEW-1');
    expect(after).toEqual(before.filter((flagId) => flagId !== deleted));
    expect(text).toContain(`! first,${late}`);
    expect(later).toBeDefined();
  });

  test('leave out records that the caller may no longer see', async () => {
    const ctx = await harness.contextOf(world.companyUser.id);
    const { parts, rows } = await exportUsers(ctx, harness.sessions, harness.lists, {});
    const iterator = parts[Symbol.asyncIterator]();
    let text = (await iterator.next()).value as string;
    const written = text;
    const moved = Array.from({ length: USERS }, (_, index) => `user-${index}`).find(
      (id) => !written.includes(`,${id},`),
    );
    const { json } = await master.call('GET', '/api/companies');
    const other = json.find(({ name }: { name: string }) => name === 'Twins');
    await harness.services.db.queries
      .updateTable('users')
      .set({ company_id: other.id, location_id: null })
      .where('id', '=', moved!)
      .execute();
    for (let part = await iterator.next(); !part.done; part = await iterator.next())
      text += part.value as string;
    expect(parse(text, { columns: true, bom: true })).toHaveLength(rows! - 1);
  });

  /** Downloads a file over the network. The text is null if the connection breaks. */
  async function download(path: string, who = master) {
    const answer = await fetch(`${url}${path}`, { headers: { cookie: who.cookie! } });
    const text = await answer.text().catch(() => null);
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text };
  }

  test('stop if the user is signed out during the export', async () => {
    const user = await harness.as('master');
    expect((await download('/api/export/flags', user)).text).toMatch(/\r\n$/);
    const { fromCookie } = harness.sessions;
    let asked = 0;
    const spy = vi.spyOn(harness.sessions, 'fromCookie').mockImplementation(async (cookie) => {
      if (cookie === user.cookie && ++asked === 3)
        await master.call('DELETE', `/api/users/${user.id}/sessions`);
      return fromCookie(cookie);
    });
    const answer = await download('/api/export/flags', user);
    expect(answer.status).toBe(200);
    expect(answer.text).toBeNull();
    expect(asked).toBe(3);
    spy.mockRestore();
  });

  test("stop if the user's permissions change during the export", async () => {
    const user = await harness.as('company_user', { companyId: world.companyId });
    const { fromCookie } = harness.sessions;
    let asked = 0;
    const spy = vi.spyOn(harness.sessions, 'fromCookie').mockImplementation(async (cookie) => {
      const signedIn = await fromCookie(cookie);
      if (cookie !== user.cookie || ++asked < 3) return signedIn;
      return signedIn && { ...signedIn, actor: { ...signedIn.actor, role: 'employee' } };
    });
    const answer = await download('/api/export/people', user);
    expect(answer.status).toBe(200);
    expect(answer.text).toBeNull();
    spy.mockRestore();
  });

  test('are limited to three at once per user, while other requests and other users are not affected', async () => {
    const { directory } = harness.lists;
    const { current } = directory;
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const entered = { count: 0 };
    const spy = vi.spyOn(directory, 'current').mockImplementation(async () => {
      entered.count++;
      await gate;
      return current();
    });
    const some = Array.from({ length: 3 }, () => download('/api/export/companies'));
    await expect.poll(() => entered.count).toBe(3);
    const refused = await download('/api/export/companies');
    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBe('10');
    expect(refused.text).toMatch(/^Too many exports at once\./);
    expect((await download('/api/user')).status).toBe(200);
    const other = download('/api/export/companies', world.companyUser);
    await expect.poll(() => entered.count).toBe(4);
    open();
    const statuses = (await Promise.all([...some, other])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200]);
    spy.mockRestore();
    expect((await download('/api/export/companies')).status).toBe(200);
  });
});
