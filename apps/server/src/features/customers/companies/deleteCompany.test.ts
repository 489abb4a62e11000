import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hideCompany } from '../../../platform/database/hidden/hide.ts';
import { HIDEABLE_TABLES, storedTable } from '../../../platform/database/hidden/views.ts';
import { findDifferences } from '../../../realtime/tree/reconcile.ts';
import { bothEngines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { runJob } from '../../../testing/runJob.ts';
import { createWorld, userBody } from '../../../testing/world.ts';
import { deviceKeyHolder } from '../../flags/keys/keys.ts';
import { deletedCompaniesJob } from './sweepCompany.ts';

describe.each(bothEngines)('deleting a company on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
  });
  afterAll(() => harness.close());

  /** Runs only the first transaction of a deletion, as if the process ended right after it. */
  const hide = (companyId: string) =>
    harness.services.db.transaction((trx) => hideCompany(trx, companyId, harness.time.now));
  const finish = () =>
    runJob(deletedCompaniesJob(harness.services), harness.services.db).then(() =>
      harness.link.flushOutbox(),
    );
  /** Returns the number of stored records of a company, including hidden ones, by table. */
  async function storedOf(companyId: string) {
    const counts: Record<string, number> = {};
    for (const table of HIDEABLE_TABLES) {
      const { count } = await harness.services.db.queries
        .selectFrom(storedTable(table) as 'stored_flags')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where((table === 'companies' ? 'id' : 'company_id') as 'company_id', '=', companyId)
        .executeTakeFirstOrThrow();
      counts[table] = Number(count);
    }
    return counts;
  }
  const NOTHING = { companies: 0, locations: 0, flags: 0, users: 0 };

  test('hides the company immediately; if the deletion is interrupted, a background job completes it', async () => {
    const gone = await createWorld(harness, master);
    const stays = await createWorld(harness, master);
    const made = await master.call('POST', '/api/flags', {
      name: 'Keyed',
      flagId: `K-${gone.companyId}`,
      companyId: gone.companyId,
      locationId: gone.locationId,
    });
    const password = 'long enough';
    const body = userBody(gone.locationId);
    expect((await master.call('POST', '/api/users', body)).status).toBe(201);
    // The first call loads the lists into memory, while the company is still in them.
    const listed = async () => {
      const answers = await Promise.all(
        ['companies', 'locations', 'flags', 'users'].map((list) =>
          master.call('GET', `/api/${list}?page=1&limit=200`),
        ),
      );
      return answers.map(({ text }) => text).join();
    };
    expect(await listed()).toContain(gone.companyId);

    await hide(gone.companyId);

    const after = await listed();
    expect(after).not.toContain(gone.companyId);
    expect(after).toContain(stays.companyId);
    for (const list of ['companies', 'locations', 'flags', 'users', 'invitations'])
      expect((await master.call('GET', `/api/${list}`)).text, list).not.toContain(gone.flagRowId);
    for (const path of [
      `companies/${gone.companyId}`,
      `locations/${gone.locationId}`,
      `flags/${gone.flagRowId}`,
      `flags/company/${gone.companyId}`,
      `flags/${gone.flagRowId}/keys`,
    ])
      expect((await master.call('GET', `/api/${path}`)).status, path).toBe(404);
    for (const list of ['companies', 'locations', 'flags', 'people'])
      expect((await master.call('GET', `/api/export/${list}`)).text).not.toContain(gone.flagId);
    for (const user of [gone.companyUser, gone.locationUser, gone.employee])
      expect((await user.call('GET', '/api/user')).status).toBe(401);
    const login = { username: body.username, password };
    expect((await master.call('POST', '/api/login', login)).status).toBe(401);
    expect(await deviceKeyHolder(harness.services.db, made.json.deviceKey)).toBe(null);
    expect(await storedOf(gone.companyId)).toMatchObject({ companies: 1, locations: 2, flags: 3 });

    await finish();

    expect(await storedOf(gone.companyId)).toEqual(NOTHING);
    expect(await storedOf(stays.companyId)).toMatchObject({ companies: 1, locations: 2, flags: 2 });
    expect([...harness.link.leaves.keys()].join()).not.toContain(gone.companyId);
    expect(harness.link.keysRevoked).toContain(gone.keyId);
    expect((await stays.companyUser.call('GET', '/api/user')).status).toBe(200);
  });

  test("leaves none of the company's data in the realtime database, even if a reconciliation runs before the background job", async () => {
    const { companyId } = await createWorld(harness, master);
    await hide(companyId);
    const empty = { each: async () => {} };
    const found = await findDifferences(harness.services.db, empty, { isFirebase: false });
    expect(JSON.stringify(found)).not.toContain(companyId);
    await finish();
  });

  test("makes the company's flag IDs and usernames available again immediately", async () => {
    const gone = await createWorld(harness, master);
    const stays = await createWorld(harness, master);
    const body = userBody(gone.locationId);
    await master.call('POST', '/api/users', body);
    await hide(gone.companyId);
    const flag = { name: 'Next', flagId: gone.flagId, companyId: stays.companyId };
    const again = { ...flag, locationId: stays.locationId };
    expect((await master.call('POST', '/api/flags', again)).status).toBe(201);
    expect((await master.call('POST', '/api/flags', again)).status).toBe(409);
    const user = { ...body, locationId: stays.locationId };
    expect((await master.call('POST', '/api/users', user)).status).toBe(201);
    await finish();
    expect(await storedOf(gone.companyId)).toEqual(NOTHING);
    const path = `users/company-${stays.companyId}/hardware/${gone.flagId}/id`;
    expect(harness.link.leaves.get(path)).toBe(gone.flagId);
  });

  test('removes many flags in several transactions', async () => {
    const { companyId, locationId } = await createWorld(harness, master);
    const lines = Array.from(
      { length: 700 },
      (_, i) => `${companyId},${locationId},Pole ${i},MANY-${companyId}-${i}`,
    );
    const csv = `Company,Location,Name,Flag ID\n${lines.join('\n')}`;
    const { plan } = (await master.call('POST', '/api/import/flags/preview', { csv })).json;
    expect((await master.call('POST', '/api/import/flags', { csv, plan })).status).toBe(200);
    const seen: number[] = [];
    const flush = harness.link.flushOutbox;
    harness.link.flushOutbox = async () => {
      seen.push((await storedOf(companyId)).flags ?? 0);
      return flush();
    };
    expect((await master.call('DELETE', `/api/companies/${companyId}`)).status).toBe(204);
    harness.link.flushOutbox = flush;
    await finish();
    expect(new Set(seen).size).toBeGreaterThanOrEqual(4);
    expect(await storedOf(companyId)).toEqual(NOTHING);
    expect([...harness.link.leaves.keys()].join()).not.toContain(companyId);
  });
});
