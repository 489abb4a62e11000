import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, orderBody, type World } from '../../../testing/world.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';

const FIREFIGHTERS = 'National Fallen Firefighters Memorial Service';

describe.each(engines)('the half-staff calendar on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  const calendar = async (year: number, by = master) =>
    (await by.call('GET', `/api/half-staff/calendar/${year}`)).json;
  const confirm = (date: string, name = FIREFIGHTERS) =>
    master.call('POST', '/api/half-staff/days', { name, date });
  const halfStaff = async (year: number) => {
    const { days } = await calendar(year);
    return days
      .filter((day: { kind: string }) => day.kind === 'half-staff')
      .map((day: { date: string; projected: boolean }) => [day.date, day.projected]);
  };

  test('contains half-staff days, display days and holidays for the years 2000 to 2199', async () => {
    const { days, confirmed } = await calendar(2027, world.companyUser);
    expect(confirmed).toEqual([]);
    const on = (date: string) => days.filter((day: { date: string }) => day.date === date);
    expect(on('2027-05-15')).toEqual([
      expect.objectContaining({ kind: 'full-staff', name: 'Peace Officers Memorial Day' }),
      expect.objectContaining({ kind: 'display', name: 'Armed Forces Day' }),
    ]);
    expect(on('2027-07-04')[0]).toMatchObject({ notes: 'Observed on Jul 5, 2027' });
    for (const year of ['1999', '2200', '27', '2027x'])
      expect((await master.call('GET', `/api/half-staff/calendar/${year}`)).status).toBe(404);
  });

  test("replaces a day's projected date with the date that a master confirms", async () => {
    expect((await halfStaff(2028))[0]).toEqual(['2028-05-07', true]);
    const answer = await confirm('2028-05-07');
    expect(answer.json).toMatchObject({ name: FIREFIGHTERS, year: 2028, date: '2028-05-07' });
    expect((await halfStaff(2028))[0]).toEqual(['2028-05-07', false]);
    // The master corrects the date of the day.
    expect((await confirm('2028-10-08')).status).toBe(200);
    expect(await halfStaff(2028)).toContainEqual(['2028-10-08', false]);
    expect((await calendar(2028)).confirmed).toEqual([
      {
        name: FIREFIGHTERS,
        year: 2028,
        date: '2028-10-08',
        by: expect.any(String),
        at: harness.time.now,
      },
    ]);
    const { confirmedDays } = await findOrdersAndDays(
      harness.services.db.queries,
      harness.time.now,
    );
    expect(confirmedDays).toMatchObject([{ name: FIREFIGHTERS, year: 2028, date: '2028-10-08' }]);
    const entries = await harness.services.db.queries
      .selectFrom('ledger')
      .select('source_key')
      .where('kind', '=', 'day-confirmed')
      .orderBy('seq')
      .execute();
    expect(entries.map((entry) => entry.source_key)).toEqual(['day:2028-05-07', 'day:2028-10-08']);
  });

  test.each([
    ['2026-05-03', FIREFIGHTERS, `${FIREFIGHTERS} does not need to be confirmed in 2026.`],
    ['2027-09-11', 'Patriot Day', 'Patriot Day does not need to be confirmed in 2027.'],
    ['2027-02-30', FIREFIGHTERS, 'Date is required'],
  ])('rejects %s as the date of %s', async (date, name, text) => {
    const answer = await confirm(date, name);
    expect([answer.status, answer.text]).toEqual([400, text]);
  });

  test('lists the orders with dates in the requested year', async () => {
    const make = async (more: object) =>
      (await master.call('POST', '/api/half-staff/orders', orderBody(more))).json.id as string;
    const sunset = (date: string) => ({ kind: 'sunset', date });
    const over = await make({
      starts: { kind: 'sunrise', date: '2026-12-30' },
      ends: sunset('2027-01-28'),
    });
    const open = await make({ ends: { kind: 'open' } });
    const past = await make({ ends: sunset('2026-11-30') });
    const ids = async (year: number) =>
      (await calendar(year)).orders.map(({ id }: { id: string }) => id).toSorted();
    expect(await ids(2025)).toEqual([]);
    expect(await ids(2026)).toEqual([over, open, past].toSorted());
    expect(await ids(2027)).toEqual([over, open].toSorted());
    expect(await ids(2028)).toEqual([open]);
  });
});

test('the engine reads approved orders, even canceled ones, until long after they have ended', async () => {
  const harness = await createHarness();
  const master = await harness.as('master');
  const make = async (more: object = {}) => {
    const { json } = await master.call('POST', '/api/half-staff/orders', orderBody(more));
    return json.id as string;
  };
  const act = (id: string, how: string, body: object) =>
    master.call('POST', `/api/half-staff/orders/${id}/${how}`, body);
  await make();
  const approved = await make();
  const cancelled = await make({ ends: { kind: 'open' } });
  const open = await make({ ends: { kind: 'open' } });
  for (const id of [approved, cancelled, open]) await act(id, 'approve', { revision: 1 });
  await act(cancelled, 'cancel', { why: 'Mistake' });
  const ids = async () => {
    const { orders } = await findOrdersAndDays(harness.services.db.queries, harness.time.now);
    return orders.map(({ id }) => id);
  };
  expect(await ids()).toEqual([approved, cancelled, open].toSorted());
  harness.time.now += 400 * 86_400_000;
  expect(await ids()).toEqual([open]);
  await harness.close();
});
