import { type HalfStaffOverview, momentText } from '@halyard/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, orderBody, type World } from '../../../testing/world.ts';
import { NO_MEMORY } from '../engine/memory.ts';
import { report } from '../testing/reports.ts';

const START = Date.parse('2026-12-06T18:00:00Z');

describe.each(engines)('the half-staff overview on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let home: World;
  let abroad: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    harness.time.now = START - 3_600_000;
    master = await harness.as('master');
    home = await createWorld(harness, master);
    abroad = await createWorld(harness, master);
    await optIn(home);
    await optIn(abroad);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    await harness.services.db.queries.deleteFrom('half_staff_orders').execute();
    harness.time.now = START;
    for (const world of [home, abroad]) await report(harness, world.flagRowId);
  });

  const optIn = (world: World) =>
    master.call('PATCH', `/api/companies/${world.companyId}`, { autoHalfMast: true });
  const overview = async (by: Client): Promise<HalfStaffOverview> =>
    (await by.call('GET', '/api/half-staff')).json;
  const approve = async (more: object = {}) => {
    const url = '/api/half-staff/orders';
    const { id } = (await master.call('POST', url, orderBody(more))).json;
    const { json } = await master.call('POST', `${url}/${id}/approve`, { revision: 1 });
    return json.id as string;
  };
  const of = (groups: HalfStaffOverview['next']) =>
    groups.map(({ source, position, poles }) => [source.key, position, poles]);

  test('shows what is in effect now and what starts next, only for poles that the user may see', async () => {
    const now = await approve({
      scope: { kind: 'companies', companyIds: [home.companyId] },
      ends: { kind: 'noon', date: '2026-12-08' },
    });
    const later = await approve({
      kind: 'full',
      starts: { kind: 'time', date: '2026-12-09', time: '08:00' },
      ends: { kind: 'open' },
      scope: { kind: 'states', states: ['TX'] },
    });
    const all = await overview(master);
    expect(all.now).toBe(harness.time.now);
    expect(all.engine.isOn).toBe(false);
    expect(of(all.holding)).toEqual([[`order:${now}`, 'half', 2]]);
    // It is noon in Austin.
    expect(all.holding[0]!.at).toBe(Date.parse('2026-12-08T12:00:00-06:00'));
    expect(of(all.next)).toEqual([
      ['day:2026-12-07', 'half', 4],
      [`order:${later}`, 'up', 4],
    ]);
    expect(all.next[1]).toMatchObject({
      at: Date.parse('2026-12-09T08:00:00-06:00'),
      source: { kind: 'exception', by: 'the President', title: 'Death of a former President' },
    });
    expect(of((await overview(home.companyUser)).holding)).toEqual([[`order:${now}`, 'half', 2]]);
    const foreign = await overview(abroad.companyUser);
    expect(of(foreign.holding)).toEqual([]);
    expect(of(foreign.next)).toEqual([
      ['day:2026-12-07', 'half', 2],
      [`order:${later}`, 'up', 2],
    ]);
  });

  test("shows when the next order first starts at one of the user's poles, in that pole's time zone", async () => {
    const place = { city: 'Hagåtña', state: 'GU', zip: '96910' };
    await master.call('PATCH', `/api/locations/${abroad.otherLocationId}`, place);
    const nextOf = async (by: Client) => {
      const { at, timeZone } = (await overview(by)).next[0]!;
      return momentText(at!, timeZone!);
    };
    harness.time.now = Date.parse('2026-12-06T12:00:00Z');
    const guam = 'Dec 7, 2026, 6:31 AM GMT+10';
    expect(await nextOf(master)).toBe(guam);
    expect(await nextOf(abroad.companyUser)).toBe(guam);
    expect(await nextOf(home.companyUser)).toBe('Dec 7, 2026, 7:14 AM CST');
    await master.call('PATCH', `/api/locations/${abroad.otherLocationId}`, {
      city: 'Austin',
      state: 'TX',
      zip: '78701',
    });
  });

  test('lists poles that are not ready and says why, but leaves out poles that Halyard does not move', async () => {
    const { link, time } = harness;
    const path = `users/company-${home.companyId}/hardware/${home.flagId}`;
    link.leaves.set(`${path}/voltage`, 3);
    const failed = {
      id: 'c1',
      issuedAt: time.now - 600_000,
      by: 'ann',
      closedAt: 1,
      outcome: 'lapsed',
    };
    for (const [key, value] of Object.entries(failed))
      link.leaves.set(`${path}/command/${key}`, value);
    const { notReady } = await overview(home.companyUser);
    expect(notReady.first.map(({ pole, why }) => [pole.name, pole.location, why])).toEqual([
      ['Gate', 'North', ['voltage', 'last-move-failed']],
      ['Roof', 'South', ['offline']],
    ]);
    const stranger = await createWorld(harness, master);
    expect((await overview(stranger.companyUser)).notReady).toEqual({ total: 0, first: [] });
  });

  test('lists only the first few poles that are not ready, and says how many more there are', async () => {
    const large = await createWorld(harness, master);
    await optIn(large);
    const { companyId, locationId } = large;
    for (let index = 30; index > 0; index--) {
      const name = `Mast ${String(index).padStart(2, '0')}`;
      const body = { name, flagId: `M-${companyId}-${index}`, companyId, locationId };
      expect((await master.call('POST', '/api/flags', body)).status).toBe(201);
    }
    const { notReady } = await overview(large.companyUser);
    // The company's two other poles have not reported either.
    expect(notReady.total).toBe(32);
    expect(notReady.first.map(({ pole }) => pole.name)).toEqual([
      'Gate',
      ...Array.from({ length: 19 }, (_, index) => `Mast ${String(index + 1).padStart(2, '0')}`),
    ]);
    expect((await overview(home.companyUser)).notReady.first).not.toContainEqual(
      expect.objectContaining({ pole: expect.objectContaining({ companyId }) }),
    );
    for (const by of [large.locationUser, large.employee])
      expect((await by.call('GET', '/api/half-staff')).status).toBe(403);
  });

  test('lists holds and problems only for poles that the user may see', async () => {
    const order = await approve({ ends: { kind: 'open' } });
    const expires = { kind: 'source-ends', sourceKey: `order:${order}` };
    const body = { reason: 'Painting', expires };
    const held = await home.companyUser.call('POST', `/api/flags/${home.flagRowId}/hold`, body);
    expect(held.status).toBe(200);
    // The list of flags also shows the hold, so that users can filter by it.
    const { json: flags } = await home.companyUser.call('GET', '/api/flags');
    const autopilot = new Map(
      flags.map((flag: { id: string; autopilot: string }) => [flag.id, flag.autopilot]),
    );
    expect(autopilot.get(home.flagRowId)).toBe('held');
    expect([...autopilot.values()].filter((state) => state === 'held')).toHaveLength(1);
    await harness.services.db.queries
      .insertInto('engine_poles')
      .values({
        flag_id: abroad.flagRowId,
        memory: JSON.stringify(NO_MEMORY),
        alarm: 'It is stuck.',
        alarm_at: 7,
      })
      .execute();
    const own = await overview(home.companyUser);
    expect(own.held.first).toEqual([
      {
        pole: {
          id: home.flagRowId,
          name: 'Gate',
          location: 'North',
          company: 'Acme',
          companyId: home.companyId,
        },
        hold: expect.objectContaining({ reason: 'Painting', expires }),
        timeZone: 'America/Chicago',
      },
    ]);
    expect(own.held.total).toBe(1);
    expect(own.alarms).toEqual({ total: 0, first: [] });
    const foreign = await overview(abroad.companyUser);
    expect(foreign.held.total).toBe(0);
    expect(foreign.alarms.first).toMatchObject([
      { pole: { id: abroad.flagRowId }, text: 'It is stuck.', at: 7 },
    ]);
  });

  test('asks masters to confirm a projected date, starting thirty days before it', async () => {
    const projectedAt = async (moment: string) => {
      harness.time.now = Date.parse(moment);
      return (await overview(await harness.as('master'))).projected.map((day) => day.date);
    };
    expect(await projectedAt('2028-04-01T12:00:00Z')).toEqual([]);
    expect(await projectedAt('2028-04-20T12:00:00Z')).toEqual(['2028-05-07']);
    // The overview asks until the day is over everywhere in the US.
    expect(await projectedAt('2028-05-07T23:59:00-11:00')).toEqual(['2028-05-07']);
    expect(await projectedAt('2028-05-08T00:00:00-11:00')).toEqual([]);
    const confirmed = { name: 'National Fallen Firefighters Memorial Service', date: '2028-05-07' };
    const { status } = await (await harness.as('master')).call(
      'POST',
      '/api/half-staff/days',
      confirmed,
    );
    expect(status).toBe(200);
    expect(await projectedAt('2028-04-21T12:00:00Z')).toEqual([]);
  });
});
