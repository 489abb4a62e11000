import { type HalfStaffToday, momentText } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, orderBody, type World } from '../../../testing/world.ts';

const DAY = 'National Pearl Harbor Remembrance Day';
const DAY_MS = 24 * 3_600_000;
/** Noon in Austin on Pearl Harbor Day. The sun sets at 5:30 PM. */
const PEARL_HARBOR = Date.parse('2026-12-07T12:00:00-06:00');

describe.each(engines)("today's half-staff status on %s", (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    harness.time.now = PEARL_HARBOR;
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  const today = async (by: Client): Promise<HalfStaffToday> =>
    (await by.call('GET', '/api/half-staff/today')).json;

  test('is shown to every role, even if the company does not follow the order', async () => {
    for (const by of [world.companyUser, world.locationUser, world.employee, master]) {
      const { inEffect } = await today(by);
      expect(inEffect).toMatchObject([
        { source: { title: DAY }, position: 'half', following: 0, atSun: 'sunset' },
      ]);
      expect(momentText(inEffect[0]!.at!, inEffect[0]!.timeZone)).toBe('Dec 7, 2026, 5:30 PM CST');
    }
    await master.call('PATCH', `/api/companies/${world.companyId}`, { autoHalfMast: true });
    const { inEffect } = await today(world.companyUser);
    expect(inEffect[0]!.following).toBe(inEffect[0]!.locations);
    expect((await today(await harness.as('employee'))).inEffect).toEqual([]);
  });

  test('includes the next half-staff period if it begins within two weeks; otherwise, says when clients should check again', async () => {
    harness.time.now = PEARL_HARBOR - 3 * DAY_MS;
    const soon = await today(world.companyUser);
    expect(soon).toMatchObject({
      inEffect: [],
      next: { source: { title: DAY }, position: 'half' },
    });
    expect(soon.next!.atSun).toBe('sunrise');
    expect(momentText(soon.next!.at!, soon.next!.timeZone)).toMatch(/^Dec 7, 2026, 7:1\d AM CST$/);
    harness.time.now = PEARL_HARBOR - 30 * DAY_MS;
    const early = await today(world.companyUser);
    expect(early).toMatchObject({ inEffect: [], next: null });
    expect(early.changesAt).toBeGreaterThan(harness.time.now);
    expect(early.changesAt).toBeLessThanOrEqual(PEARL_HARBOR - 13 * DAY_MS);
  });

  test('shows an approved order, but not a draft, as the next half-staff period', async () => {
    harness.time.now = PEARL_HARBOR + 2 * DAY_MS;
    const url = '/api/half-staff/orders';
    const starts = { kind: 'time', date: '2026-12-12', time: '08:00' };
    const ends = { kind: 'open' };
    const draft = (await master.call('POST', url, orderBody({ starts, ends }))).json;
    expect((await today(world.companyUser)).next).toBeNull();
    await master.call('POST', `${url}/${draft.id}/approve`, { revision: 1 });
    const { next } = await today(world.companyUser);
    expect(next).toMatchObject({ source: { kind: 'order' }, position: 'half' });
    expect(momentText(next!.at!, next!.timeZone)).toBe('Dec 12, 2026, 8:00 AM CST');
  });
});
