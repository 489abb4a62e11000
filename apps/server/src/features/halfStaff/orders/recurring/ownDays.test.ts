import type { Order, OwnDay } from '@halyard/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../../testing/harness.ts';
import { onlyOnce } from '../../../../testing/onlyOnce.ts';
import { runJob } from '../../../../testing/runJob.ts';
import { createWorld, type World } from '../../../../testing/world.ts';
import { report } from '../../testing/reports.ts';
import { ownDaysJob } from './job.ts';

const DAYS = '/api/half-staff/own-days';
const ORDERS = '/api/half-staff/orders';
/** A morning in Texas, where the test's poles are. */
const NOW = Date.UTC(2026, 4, 20, 16);
const DAY_MS = 24 * 3_600_000;

describe.each(engines)('custom days on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  let harness: Harness;
  let master: Client;
  let world: World;
  let other: World;
  beforeEach(async () => {
    harness = await createHarness({ engine });
    harness.time.now = NOW;
    master = await harness.as('master');
    world = await createWorld(harness, master);
    other = await createWorld(harness, master);
    await master.call('PATCH', `/api/companies/${world.companyId}`, { autoHalfMast: true });
    await report(harness, world.flagRowId);
  });
  afterEach(() => harness.close());

  const body = (more: object = {}) => ({
    name: 'Founders’ memorial day',
    kind: 'half',
    scope: { kind: 'companies', companyIds: [world.companyId] },
    rule: { kind: 'date', month: 6, day: 3 },
    ...more,
  });
  const add = async (more: object = {}, by = world.companyUser): Promise<OwnDay> => {
    const answer = await by.call('POST', DAYS, body(more));
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.json;
  };
  const change = async ({ id }: OwnDay, more: object, by = world.companyUser): Promise<OwnDay> => {
    const answer = await by.call('PUT', `${DAYS}/${id}`, body(more));
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.json;
  };
  const orders = async (by = world.companyUser): Promise<Order[]> =>
    (await by.call('GET', ORDERS)).json;
  /** Returns the dates of the orders with their states, sorted. */
  const dates = async (by = world.companyUser) =>
    (await orders(by))
      .map(({ starts, status }) => `${'date' in starts ? starts.date : ''} ${status}`)
      .toSorted();
  const round = () => runJob(ownDaysJob(harness.services), harness.services.db);
  const inEffect = async () => {
    const { json } = await world.companyUser.call('GET', '/api/half-staff/now');
    return json.inEffect.map(({ source }: { source: { title: string } }) => source.title);
  };

  test('create one approved order for this year and one for the next, from sunrise to sunset', async () => {
    const day = await add();
    expect(await dates()).toEqual(['2026-06-03 approved', '2027-06-03 approved']);
    const [order] = (await orders()).filter(({ id }) => id === day.next?.orderId);
    expect(order).toMatchObject({
      companyId: world.companyId,
      authority: 'company',
      kind: 'half',
      reason: 'Founders’ memorial day',
      scope: { kind: 'companies', companyIds: [world.companyId] },
      starts: { kind: 'sunrise', date: '2026-06-03' },
      ends: { kind: 'sunset', date: '2026-06-03' },
      version: 1,
    });
    expect(day.next).toEqual({ date: '2026-06-03', orderId: order!.id });
    expect(order!.approvedBy).toBe(day.savedBy);
    const calendar = (await world.companyUser.call('GET', '/api/half-staff/calendar/2027')).json;
    expect(JSON.stringify(calendar)).toContain('Founders’ memorial day');
  });

  testOnce(
    'are in effect on their date, and appear in the calendar file and the ledger',
    async () => {
      await add({ rule: { kind: 'date', month: 5, day: 20 } });
      expect(await inEffect()).toEqual(['Founders’ memorial day']);
      const subscription = { companyId: world.companyId, state: 'TX' };
      const { url } = (
        await master.call('POST', '/api/half-staff/calendar-subscriptions', subscription)
      ).json;
      const file = (await harness.anonymous().call('GET', new URL(url).pathname)).text;
      expect(file.match(/SUMMARY:.*Founders/g)).toHaveLength(2);
      const rows = await harness.services.db.queries
        .selectFrom('ledger')
        .select('kind')
        .where('kind', '=', 'order-approved')
        .execute();
      expect(rows).toHaveLength(2);
    },
  );

  test('create an order for the following year each January, in the name of the user who saved the custom day', async () => {
    const day = await add();
    await Promise.all([round(), round()]);
    expect(await dates()).toHaveLength(2);
    harness.time.now = Date.UTC(2027, 0, 2);
    await round();
    await round();
    // The earlier sessions have ended by now.
    const later = await harness.as('master');
    expect(await dates(later)).toEqual([
      '2026-06-03 approved',
      '2027-06-03 approved',
      '2028-06-03 approved',
    ]);
    const newest = (await orders(later)).find(
      ({ starts }) => 'date' in starts && starts.date === '2028-06-03',
    );
    expect(newest).toMatchObject({ approvedBy: day.savedBy, companyId: world.companyId });
    const entries = await harness.services.db.queries
      .selectFrom('activity')
      .select('actor_kind')
      .where('kind', '=', 'order.approved')
      .orderBy('at')
      .execute();
    expect(entries.map((one) => one.actor_kind)).toEqual(['person', 'person', 'server']);
  });

  testOnce('fall on February 28 in non-leap years if their date is February 29', async () => {
    await add({ rule: { kind: 'date', month: 2, day: 29 } });
    harness.time.now = Date.UTC(2027, 2, 3);
    await round();
    expect(await dates(await harness.as('master'))).toEqual([
      '2027-02-28 approved',
      '2028-02-29 approved',
    ]);
  });

  testOnce('start next year if their date has passed', async () => {
    const day = await add({ rule: { kind: 'date', month: 5, day: 1 } });
    expect(await dates()).toEqual(['2027-05-01 approved']);
    expect(day.next?.date).toBe('2027-05-01');
  });

  testOnce('start this year if their date is not over yet in Hawaii', async () => {
    // It is May 21 in UTC, but still May 20 in Honolulu.
    harness.time.now = Date.UTC(2026, 4, 21, 3);
    await add({ rule: { kind: 'date', month: 5, day: 20 } });
    expect((await dates())[0]).toBe('2026-05-20 approved');
  });

  testOnce('can be full-staff exceptions, and can apply to only some locations', async () => {
    const scope = { kind: 'locations', locationIds: [world.otherLocationId] };
    await add({
      kind: 'full',
      scope,
      rule: { kind: 'weekday', month: 5, weekday: 1, week: 'last' },
    });
    expect((await orders())[0]).toMatchObject({ kind: 'full', scope });
    expect(await dates()).toEqual(['2026-05-25 approved', '2027-05-31 approved']);
  });

  test('update their current and future orders when they are changed, but not past or canceled orders', async () => {
    const day = await add();
    const later = (await orders()).find(
      ({ starts }) => 'date' in starts && starts.date === '2027-06-03',
    )!;
    await world.companyUser.call('POST', `${ORDERS}/${later.id}/cancel`, { why: 'Not in 2027' });
    const changed = await change(day, {
      name: 'Founders’ day',
      rule: { kind: 'date', month: 6, day: 10 },
    });
    expect(changed.next?.date).toBe('2026-06-10');
    expect(await dates()).toEqual(['2026-06-10 approved', '2027-06-03 cancelled']);
    const [amended] = (await orders()).filter(({ status }) => status === 'approved');
    expect(amended).toMatchObject({ reason: 'Founders’ day', version: 2 });
    await change(day, { name: 'Founders’ day', rule: { kind: 'date', month: 6, day: 10 } });
    expect((await orders()).find(({ id }) => id === amended!.id)?.version).toBe(2);
    await round();
    expect(await dates()).toHaveLength(2);
  });

  testOnce(
    'end immediately when they are moved to a date that has passed, and return next year',
    async () => {
      const day = await add({ rule: { kind: 'date', month: 5, day: 20 } });
      expect(await inEffect()).toHaveLength(1);
      const changed = await change(day, { rule: { kind: 'date', month: 5, day: 1 } });
      expect(await inEffect()).toEqual([]);
      expect(await dates()).toEqual(['2026-05-20 cancelled', '2027-05-01 approved']);
      expect(changed.next?.date).toBe('2027-05-01');
    },
  );

  testOnce('end immediately when they are deleted, but keep their past orders', async () => {
    const day = await add({ rule: { kind: 'date', month: 5, day: 20 } });
    harness.time.now += 2 * DAY_MS;
    expect((await world.companyUser.call('DELETE', `${DAYS}/${day.id}`)).status).toBe(204);
    expect(await dates()).toEqual(['2026-05-20 approved', '2027-05-20 cancelled']);
    const again = await add({ rule: { kind: 'date', month: 5, day: 22 } });
    expect(await inEffect()).toHaveLength(1);
    await world.companyUser.call('DELETE', `${DAYS}/${again.id}`);
    expect(await inEffect()).toEqual([]);
    expect((await world.companyUser.call('DELETE', `${DAYS}/${again.id}`)).status).toBe(404);
    expect((await world.companyUser.call('GET', DAYS)).json).toEqual([]);
  });

  testOnce('need a second approval, from another user, if the company requires it', async () => {
    await master.call('PATCH', `/api/companies/${world.companyId}`, { twoApprovals: true });
    const day = await add({ rule: { kind: 'date', month: 5, day: 20 } });
    expect(await inEffect()).toEqual([]);
    const order = (await orders()).find(({ id }) => id === day.next?.orderId)!;
    const { version, revision } = order;
    const second = { version, revision, companyIds: [world.companyId] };
    const path = `${ORDERS}/${order.id}/second-approval`;
    expect((await world.companyUser.call('POST', path, second)).status).toBe(403);
    expect((await master.call('POST', path, second)).status).toBe(200);
    expect(await inEffect()).toHaveLength(1);

    // The amendment needs an approval, so the version before it stays in effect.
    await change(day, { name: 'Another name', rule: { kind: 'date', month: 5, day: 20 } });
    expect(await inEffect()).toEqual(['Founders’ memorial day']);
    harness.time.now = Date.UTC(2027, 0, 2);
    await round();
    const later = await harness.as('master');
    const waiting = (await later.call('GET', '/api/half-staff/second-approvals')).json;
    expect(waiting).toHaveLength(2);
  });

  testOnce(
    'can be created by the operator for all poles, but companies see only their own',
    async () => {
      const all = await add({ scope: { kind: 'all' } }, master);
      expect(all.companyId).toBeNull();
      await add();
      const names = async (by: Client) => (await by.call('GET', DAYS)).json.length;
      expect([
        await names(master),
        await names(world.companyUser),
        await names(other.companyUser),
      ]).toEqual([2, 1, 0]);
      expect(await orders()).toHaveLength(4);
      for (const { id } of [all])
        expect((await world.companyUser.call('PUT', `${DAYS}/${id}`, body())).status).toBe(404);
    },
  );

  testOnce.each<[string, object, number]>([
    ['for all poles', { scope: { kind: 'all' } }, 403],
    ['for a state', { scope: { kind: 'states', states: ['TX'] } }, 403],
    ['on a day that never is', { rule: { kind: 'date', month: 2, day: 30 } }, 400],
    ['on a fifth Monday', { rule: { kind: 'weekday', month: 5, weekday: 1, week: '5' } }, 400],
    ['without a name', { name: ' ' }, 400],
    ['with an invisible name', { name: 'a\u202eb' }, 400],
  ])(
    'of a company are rejected if they are invalid or not allowed: %s',
    async (_what, more, status) => {
      expect((await world.companyUser.call('POST', DAYS, body(more))).status).toBe(status);
      expect(await orders()).toEqual([]);
    },
  );

  test('are limited to 50 per company', async () => {
    const row = (n: number) => ({
      id: `d${n}`,
      company_id: world.companyId,
      name: 'Day',
      kind: 'half' as const,
      scope: JSON.stringify(body().scope),
      rule: JSON.stringify(body().rule),
      saved_by: 'x',
      saved_by_id: 'x',
      saved_at: NOW,
    });
    await harness.services.db.queries
      .insertInto('own_days')
      .values(Array.from({ length: 50 }, (_, n) => row(n)))
      .execute();
    expect((await world.companyUser.call('POST', DAYS, body())).status).toBe(409);
  });

  test('are deleted together with their company', async () => {
    await add();
    const path = `/api/companies/${world.companyId}`;
    expect((await master.call('DELETE', path)).status).toBeLessThan(300);
    await round();
    expect((await master.call('GET', DAYS)).json.length).toBeLessThanOrEqual(1);
  });
});
