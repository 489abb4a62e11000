import { type HalfStaffNow, momentText } from '@halyard/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, orderBody, type World } from '../../../testing/world.ts';
import { report } from '../testing/reports.ts';

/** Noon in Austin on Pearl Harbor Day. The sun sets at 5:30 PM. */
const PEARL_HARBOR = Date.parse('2026-12-07T12:00:00-06:00');

describe.each(engines)('the list of half-staff orders and days in effect on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let home: World;
  let abroad: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    harness.time.now = PEARL_HARBOR - 86_400_000;
    master = await harness.as('master');
    home = await createWorld(harness, master);
    abroad = await createWorld(harness, master);
    for (const { companyId } of [home, abroad])
      await master.call('PATCH', `/api/companies/${companyId}`, { autoHalfMast: true });
    await master.call('PATCH', `/api/locations/${abroad.otherLocationId}`, {
      city: 'Denver',
      state: 'CO',
      zip: '80202',
    });
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.time.now = PEARL_HARBOR;
    for (const { flagRowId, otherFlagRowId } of [home, abroad])
      for (const id of [flagRowId, otherFlagRowId]) await report(harness, id);
  });

  const now = async (by: Client): Promise<HalfStaffNow> =>
    (await by.call('GET', '/api/half-staff/now')).json;
  const lines = ({ inEffect }: HalfStaffNow) =>
    inEffect.map(({ source, position, poles, until, untilSun, endsLater, timeZone }) => {
      const end = until === null ? 'open' : `${untilSun} ${momentText(until, timeZone)}`;
      return [source.title, position, poles, endsLater ? `${end}, elsewhere later` : end];
    });
  const DAY = 'National Pearl Harbor Remembrance Day';

  test('shows the earliest local end time, and counts only poles that the user may see', async () => {
    const sunset = 'sunset Dec 7, 2026, 5:30 PM CST';
    expect(lines(await now(home.companyUser))).toEqual([[DAY, 'half', 2, sunset]]);
    expect(lines(await now(home.employee))).toEqual([[DAY, 'half', 2, sunset]]);
    expect(lines(await now(home.locationUser))).toEqual([[DAY, 'half', 1, sunset]]);
    // The sun sets later in Denver.
    const first = `${sunset}, elsewhere later`;
    expect(lines(await now(abroad.companyUser))).toEqual([[DAY, 'half', 2, first]]);
    expect(await now(master)).toMatchObject({
      engineIsOn: false,
      now: PEARL_HARBOR,
      speed: 1,
      inEffect: [{ poles: 4 }],
    });
    expect(lines(await now(await harness.as('employee')))).toEqual([]);
  });

  test('has a separate count of flags that stay down, and leaves out held and locked flags', async () => {
    const path = `users/company-${home.companyId}/hardware/${home.flagId}/reported`;
    harness.link.leaves.set(`${path}/flagUp`, false);
    harness.link.leaves.set(`${path}/flagDown`, true);
    const down = await now(home.companyUser);
    expect(down.inEffect.map(({ position, poles }) => [position, poles])).toEqual([
      ['half', 1],
      [null, 1],
    ]);
    const body = { reason: 'Painting', expires: { kind: 'at', at: PEARL_HARBOR + 3_600_000 } };
    await home.companyUser.call('POST', `/api/flags/${home.flagRowId}/hold`, body);
    expect((await now(home.companyUser)).inEffect).toMatchObject([{ position: 'half', poles: 1 }]);
    harness.time.now += 3_600_000;
    expect((await now(home.companyUser)).inEffect).toHaveLength(2);
  });

  test('updates its counts when a pole changes location, is locked, is deleted or goes down', async () => {
    const { companyId, locationId, otherLocationId, flagRowId } = abroad;
    const at = async (locationUser: Client) =>
      (await now(locationUser)).inEffect.map(({ position, poles }) => [position, poles]);
    const change = async (flag: string, body: object) => {
      const { status, text } = await master.call('PATCH', `/api/flags/${flag}`, body);
      expect(status, text).toBe(200);
    };
    expect(await at(abroad.companyUser)).toEqual([['half', 2]]);
    await change(flagRowId, { locationId: otherLocationId });
    expect(await at(abroad.locationUser)).toEqual([]);
    expect(await at(abroad.companyUser)).toEqual([['half', 2]]);
    await change(flagRowId, { locationId });
    expect(await at(abroad.locationUser)).toEqual([['half', 1]]);
    await report(harness, flagRowId, 'flagDown');
    expect(await at(abroad.companyUser)).toEqual([
      ['half', 1],
      [null, 1],
    ]);
    await report(harness, flagRowId);
    const lock = await master.call('PUT', `/api/flags/${flagRowId}/lock`, { reason: 'Rope' });
    expect(lock.status, lock.text).toBeLessThan(300);
    expect(await at(abroad.companyUser)).toEqual([['half', 1]]);
    await master.call('DELETE', `/api/flags/${flagRowId}/lock`);
    expect(await at(abroad.companyUser)).toEqual([['half', 2]]);
    await master.call('PATCH', `/api/companies/${companyId}`, { autoHalfMast: false });
    expect(await at(abroad.companyUser)).toEqual([]);
    await master.call('PATCH', `/api/companies/${companyId}`, { autoHalfMast: true });
    const added = await master.call('POST', '/api/flags', {
      ...{ name: 'Third', flagId: 'IN-EFFECT-3', companyId, locationId },
    });
    expect(added.status, added.text).toBe(201);
    expect(await at(abroad.companyUser)).toEqual([['half', 3]]);
    await master.call('DELETE', `/api/flags/${added.json.id}`);
    expect(await at(abroad.companyUser)).toEqual([['half', 2]]);
  });

  test('says when half-staff ends or, if nothing is in effect, when half-staff next begins', async () => {
    const { changesAt } = await now(home.companyUser);
    expect(momentText(changesAt!, 'America/Chicago')).toBe('Dec 7, 2026, 5:30 PM CST');
    harness.time.now = changesAt!;
    const after = await now(home.companyUser);
    expect(after.inEffect).toEqual([]);
    // The day is not over in every time zone yet, so the start is computed for each location. Two
    // days later, the dates are enough to see that nothing begins earlier.
    expect(momentText(after.changesAt!, 'America/Chicago')).toMatch(/^May 31, 2027, 6:30 AM/);
    harness.time.now += 2 * 86_400_000;
    const later = await now(home.companyUser);
    expect(momentText(later.changesAt!, 'UTC')).toBe('May 30, 2027, 10:00 AM UTC');
  });

  test('has a row for each order and each exception', async () => {
    const approve = async (more: object) => {
      const url = '/api/half-staff/orders';
      const { id } = (await master.call('POST', url, orderBody(more))).json;
      await master.call('POST', `${url}/${id}/approve`, { revision: 1 });
    };
    harness.time.now = Date.parse('2026-12-09T12:00:00-06:00');
    await approve({ ends: { kind: 'time', date: '2026-12-10', time: '20:00' } });
    await approve({
      kind: 'full',
      reason: 'Inauguration',
      scope: { kind: 'locations', locationIds: [abroad.otherLocationId] },
      ends: { kind: 'open' },
    });
    expect(lines(await now(abroad.companyUser))).toEqual([
      // An exception changes nothing if there is no half-staff order.
      ['Inauguration', 'up', 1, 'null Dec 10, 2026, 8:00 PM MST'],
      ['Death of a former President', 'half', 1, 'null Dec 10, 2026, 8:00 PM CST'],
    ]);
    await approve({ reason: 'Mourning', ends: { kind: 'open' } });
    expect(lines(await now(abroad.companyUser))[1]).toEqual(['Mourning', 'half', 1, 'open']);
  });
});
