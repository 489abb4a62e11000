import {
  type AlertCondition,
  type Flag,
  type FlagPage,
  type FlagPlaces,
  type FleetSummary,
  type SummarisedFlag,
  summariseFleet,
  switchesOn,
  viewFlag,
} from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/database/text.ts';
import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';

describe.each(engines)('summaries of flags on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let foreign: World;

  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    foreign = await createWorld(harness, master);
    for (let n = 0; n < 6; n++)
      await addFlag(`Pole ${n}`, n % 2 ? world.locationId : world.otherLocationId);
    const flags = await get<Flag[]>('/api/flags');
    for (const [n, flag] of flags.entries()) {
      if (n % 3 === 0) continue;
      const node = hardwarePath({ ownerId: flag.firebaseUserId, flagId: flag.flagId });
      harness.link.leaves.set(`${node}/reported/${n % 2 ? 'flagUp' : 'flagHalf'}`, true);
      harness.link.leaves.set(`${node}/reported/lamp`, n % 4 === 0);
      harness.link.leaves.set(`${node}/reported/lastSeen`, harness.time.now / 1000);
    }
    await openAlert(flags[1]!, 'voltage');
    await openAlert(flags[3]!, 'offline');
  });
  afterAll(() => harness.close());

  const addFlag = async (name: string, locationId: string) => {
    const body = { name, flagId: `S-${newId()}`, companyId: world.companyId, locationId };
    expect((await master.call('POST', '/api/flags', body)).status).toBe(201);
  };
  const openAlert = async ({ id, companyId }: Flag, condition: AlertCondition) => {
    await harness.database.db.queries
      .insertInto('alerts')
      .values({
        id: newId(),
        flag_id: id,
        company_id: companyId,
        condition,
        cause: '',
        since: harness.time.now,
        over_since: null,
        ended_at: null,
        news: null,
        news_at: harness.time.now,
        told_at: null,
        recorded_at: harness.time.now,
        masters_told: null,
        masters_told_at: null,
      })
      .execute();
  };
  const get = async <T>(url: string, who = master): Promise<T> => {
    const { status, json, text } = await who.call('GET', url);
    expect(status, text).toBe(200);
    return json;
  };

  /** Returns the summary of all flags that the caller may see. */
  const computed = async (who: Client, byCompany: boolean, isIn = (_: Flag) => true) =>
    summaryOfFlags((await get<Flag[]>('/api/flags', who)).filter(isIn), byCompany);
  const summaryOfFlags = (flags: readonly Flag[], byCompany: boolean) => {
    const summarised = flags.map((flag): SummarisedFlag => {
      const view = viewFlag(flag.live, harness.time.now);
      return { ...flag, view: { ...view, on: switchesOn(view) } };
    });
    return summariseFleet(summarised, byCompany);
  };
  const summaryOf = async (query = '', who = master): Promise<FleetSummary> =>
    (await get<FlagPage>(`/api/flags?page=1&limit=1&counts=true${query}`, who)).summary!;

  test('include all flags that the caller may see, regardless of search and filters', async () => {
    const all = await computed(master, true);
    expect(all).toMatchObject({ total: 10, companies: 2, alerts: 1, otherAlerts: { offline: 1 } });
    expect(await summaryOf()).toEqual(all);
    expect(await summaryOf('&q=nothing+like+it&show=offline&state=OH')).toEqual(all);
  });

  test("break down a company's counts by location, and are also available for a single location", async () => {
    const { companyId, locationId } = world;
    const company = await computed(master, false, (flag) => flag.companyId === companyId);
    expect(company).toMatchObject({ total: 8, companies: 1, locations: 2 });
    expect(company.places.map(({ name }) => name).sort()).toEqual(['North', 'South']);
    expect(await summaryOf(`&company=${companyId}`)).toEqual(company);
    const location = await computed(master, false, (flag) => flag.locationId === locationId);
    expect(location.total).toBe(4);
    expect(await summaryOf(`&location=${locationId}`)).toEqual(location);
    expect(await summaryOf(`&company=${companyId}&location=${locationId}`)).toEqual(location);
    expect(await summaryOf(`&company=${foreign.companyId}&location=${locationId}`)).toMatchObject({
      total: 0,
    });
  });

  test('include, for each role, only the flags that users with that role may see', async () => {
    for (const who of [
      world.companyUser,
      world.employee,
      world.locationUser,
      foreign.companyUser,
    ]) {
      expect(await summaryOf('', who)).toEqual(await computed(who, false));
      expect(await summaryOf(`&company=${world.companyId}`, who)).toEqual(
        await computed(who, false, (flag) => flag.companyId === world.companyId),
      );
    }
    const { total, places } = await summaryOf('', world.locationUser);
    expect([total, places.length]).toEqual([4, 1]);
    const other = `&location=${world.otherLocationId}`;
    expect(await summaryOf(other, world.locationUser)).toMatchObject({ total: 0, places: [] });
    expect(await summaryOf(other, foreign.companyUser)).toMatchObject({ total: 0, places: [] });
  });

  test('count locked flags separately from the flags that the Master Controls can move', async () => {
    const before = await summaryOf();
    const flags = await get<Flag[]>('/api/flags');
    const flag = flags.find(({ isOnline }) => isOnline)!;
    const locked = await master.call('PUT', `/api/flags/${flag.id}/lock`, { reason: 'Rope' });
    expect(locked.status).toBe(200);
    const { controls, counts } = await summaryOf();
    expect(controls.locked).toBe(1);
    expect(controls.online).toBe(before.controls.online - 1);
    expect(counts['show=locked']).toBe(1);
    const page = await get<FlagPage>(`/api/flags?page=1&counts=true&q=${flag.flagId}`);
    expect(page.controls).toMatchObject({ online: 0, locked: 1 });
  });

  test("list the companies and locations in the caller's scope that have flags", async () => {
    const places = (query = '', who = master) => get<FlagPlaces>(`/api/flags/places?${query}`, who);
    const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).sort();
    const all = await places();
    expect(ids(all.companies)).toEqual([world.companyId, foreign.companyId].sort());
    expect(all.companies).toContainEqual({ id: world.companyId, name: 'Acme', flags: 8 });
    expect(all.locations).toHaveLength(4);
    expect(all.locations.map(({ name }) => name)).toEqual(['North', 'North', 'South', 'South']);
    const own = [world.locationId, world.otherLocationId].sort();
    expect(ids((await places(`company=${world.companyId}`)).locations)).toEqual(own);
    const north = await places(`q=+NORTH+&company=${world.companyId}`);
    expect(north.locations).toEqual([
      { id: world.locationId, name: 'North', company: 'Acme', flags: 4 },
    ]);
    expect(north.companies).toEqual([]);
    for (const who of [world.companyUser, world.employee]) {
      const theirs = await places('', who);
      expect(theirs.companies).toEqual([]);
      expect(ids(theirs.locations)).toEqual(own);
    }
    expect(ids((await places('', world.locationUser)).locations)).toEqual([world.locationId]);
    const foreigners = await places(`company=${world.companyId}`, foreign.companyUser);
    expect(foreigners).toEqual({ companies: [], locations: [] });
  });

  test('leave out companies and locations without flags, and list at most 50 of each', async () => {
    const many = await harness.database.db.transaction(async (trx) => {
      const { companyId, locationId } = foreign;
      const row = await trx
        .selectFrom('locations')
        .selectAll()
        .where('id', '=', locationId)
        .executeTakeFirstOrThrow();
      const rows = Array.from({ length: 60 }, (_, n) => ({
        ...row,
        id: `many-${String(n).padStart(2, '0')}`,
        name: `Site ${n}`,
      }));
      await trx.insertInto('locations').values(rows).execute();
      const flag = await trx
        .selectFrom('flags')
        .selectAll()
        .where('company_id', '=', companyId)
        .executeTakeFirstOrThrow();
      const flags = rows.slice(1).map(({ id }, n) => ({
        ...flag,
        id: `many-${n}`,
        flag_id: `MANY-${n}`,
        flag_id_key: `many-${n}`,
        location_id: id,
      }));
      await trx.insertInto('flags').values(flags).execute();
      return rows;
    });
    const { locations } = await get<FlagPlaces>('/api/flags/places?q=site');
    expect(locations.map(({ name }) => name)).toEqual(many.slice(1, 51).map(({ name }) => name));
    expect((await master.call('GET', `/api/flags/places?q=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('match a recount of all flags after any change', {
    timeout: 120_000,
  }, async () => {
    const { link, time, database } = harness;
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    const any = <T>(items: readonly T[]) => items[random(items.length)]!;
    const report = ({ firebaseUserId: ownerId, flagId }: Flag) => {
      const node = hardwarePath({ ownerId, flagId });
      link.leaves.set(`${node}/reported/${any(['flagUp', 'flagHalf', 'lamp'])}`, random(2) === 1);
      link.leaves.set(`${node}/reported/lastSeen`, time.now / 1000 - random(400));
    };
    const done = async (
      method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
      url: string,
      body?: unknown,
    ) => {
      const { status, text } = await master.call(method, url, body);
      expect(status, `${method} ${url}: ${text}`).toBeLessThan(300);
    };
    const { db } = database;
    // A few flags are enough.
    await db.queries.deleteFrom('flags').where('id', 'like', 'many-%').execute();
    const changes: ((flag: Flag) => unknown)[] = [
      report,
      report,
      report,
      () => {
        time.now += 1000 * random(300);
      },
      () => addFlag('Added', any([world.locationId, world.otherLocationId])),
      ({ id }) => done('DELETE', `/api/flags/${id}`),
      ({ id }) => done('PATCH', `/api/flags/${id}`, { flagId: `R-${newId()}` }),
      ({ id, companyId }) =>
        companyId === world.companyId &&
        done('PATCH', `/api/flags/${id}`, { locationId: world.otherLocationId }),
      ({ id }) =>
        done('PATCH', `/api/flags/${id}`, {
          companyId: foreign.companyId,
          locationId: foreign.locationId,
        }),
      // Rejected if the flag is already locked.
      ({ id }) => master.call('PUT', `/api/flags/${id}/lock`, { reason: 'Rope' }),
      ({ id }) =>
        done('POST', `/api/flags/${id}/hold`, {
          reason: 'Rope',
          expires: { kind: 'at', at: time.now + 600_000 },
        }),
      ({ companyId }) =>
        done('PATCH', `/api/companies/${companyId}`, { autoHalfMast: random(2) === 1 }),
      ({ companyId }) =>
        done('PATCH', `/api/companies/${companyId}`, { name: `Company ${random(9)}` }),
      ({ locationId }) =>
        db.queries
          .updateTable('locations')
          .set({ state: any(['OH', 'VA', 'TX']), name: `Yard ${random(9)}` })
          .where('id', '=', locationId)
          .execute(),
      (flag) => openAlert(flag, any(['voltage', 'offline', 'wrong-position'])).catch(() => {}),
      ({ id }) =>
        db.queries
          .updateTable('alerts')
          .set({ ended_at: time.now })
          .where('flag_id', '=', id)
          .execute(),
    ];
    for (let round = 0; round < 2 * changes.length; round++) {
      const flags = await get<Flag[]>('/api/flags');
      const change = changes[round % changes.length]!;
      await change(any(flags));
      await any(changes.slice(0, 5))(any(flags));
      if (round % 4) continue;
      const { tally, companies, locations } = await harness.lists.fleet.current();
      const all = await get<Flag[]>('/api/flags');
      expect(tally.summary()).toEqual(summaryOfFlags(all, true));
      for (const { id, tally: own } of companies.values())
        expect(own.summary()).toEqual(
          summaryOfFlags(
            all.filter((flag) => flag.companyId === id),
            false,
          ),
        );
      for (const { id, tally: own } of locations.values())
        expect(own.summary()).toEqual(
          summaryOfFlags(
            all.filter((flag) => flag.locationId === id),
            false,
          ),
        );
    }
  });
});
