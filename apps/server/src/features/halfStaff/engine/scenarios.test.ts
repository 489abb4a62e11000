import type { OrderTerms } from '@halyard/domain';
import { afterEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { cancelOrder, updateOrder } from '../orders/orders.ts';
import { createEngineWorld, type EngineWorld, type WorldPole } from '../testing/engineWorld.ts';

/**
 * These tests run the regression scenarios (half-staff, "Scenarios") with the real engine and a
 * simulated clock.
 */

let world: EngineWorld;
afterEach(async () => {
  expect(await verifyLedger(world.services.db.queries)).toHaveProperty('head');
  await world.close();
});

/** Creates a test world with the engine on from the start. */
async function begin(at: string, database: 'sqlite' | 'postgres' = 'sqlite') {
  world = await createEngineWorld(at, { database });
  await world.switchEngine(true);
}
const where = (...poles: WorldPole[]) => poles.map(({ position }) => position);
const states = (...codes: string[]) => ({ kind: 'states' as const, states: codes });

test("(a) a 30-day order is suspended for one day in Florida and until sunset in Idaho, and Washington's own order keeps flags at half-staff a day longer", async () => {
  await begin('2024-12-29T12:00:00-05:00');
  const [ny, fl, id, wa] = [
    await world.addPole({ state: 'NY' }),
    await world.addPole({ state: 'FL' }),
    await world.addPole({ state: 'ID' }),
    await world.addPole({ state: 'WA' }),
  ];
  const ends = (date: string) => ({ kind: 'sunset' as const, date });
  await world.order({ ends: ends('2025-01-28') });
  await world.order({ authority: 'governor', scope: states('WA'), ends: ends('2025-01-29') });
  const sunrise = { kind: 'sunrise' as const, date: '2025-01-20' };
  const exception = { authority: 'governor' as const, kind: 'full' as const, starts: sunrise };
  const midnight = { kind: 'time' as const, date: '2025-01-21', time: '00:00' };
  await world.order({ ...exception, scope: states('FL'), ends: midnight });
  await world.order({ ...exception, scope: states('ID'), ends: ends('2025-01-20') });
  const at = async (moment: string) => {
    await world.goTo(moment);
    return where(ny, fl, id, wa);
  };
  const half = ['half', 'half', 'half', 'half'];
  expect(await at('2024-12-29T12:01:00-05:00')).toEqual(half);
  expect(await at('2025-01-20T06:00:00-05:00')).toEqual(half);
  expect(await at('2025-01-20T13:00:00-05:00')).toEqual(['half', 'up', 'up', 'half']);
  expect(await at('2025-01-20T19:00:00-07:00')).toEqual(['half', 'up', 'half', 'half']);
  expect(await at('2025-01-21T00:01:00-05:00')).toEqual(half);
  expect(await at('2025-01-28T22:00:00-08:00')).toEqual(['up', 'up', 'up', 'half']);
  expect(await at('2025-01-29T22:00:00-08:00')).toEqual(['up', 'up', 'up', 'up']);
});

test('(b) two overlapping orders around Patriot Day lower each pole once and raise it once', async () => {
  await begin('2025-09-10T15:00:00-04:00');
  const pole = await world.addPole();
  await world.order({ ends: { kind: 'sunset', date: '2025-09-14' } });
  await world.order({
    starts: { kind: 'sunrise', date: '2025-09-11' },
    ends: { kind: 'sunset', date: '2025-09-12' },
  });
  for (const day of ['10', '11', '12', '13']) {
    await world.goTo(`2025-09-${day}T16:00:00-04:00`);
    await world.goTo(`2025-09-${day}T23:00:00-04:00`);
    expect(pole.position).toBe('half');
  }
  await world.goTo('2025-09-14T22:00:00-04:00');
  expect(pole.moves).toEqual(['half', 'up']);
  expect(world.commands).toHaveLength(2);
});

test('(c) an open-ended order stays in effect until sunset on the end date that is added later', async () => {
  await begin('2026-03-02T10:00:00-05:00');
  const pole = await world.addPole();
  const order = await world.order({ ends: { kind: 'open' } });
  await world.goTo('2026-04-20T12:00:00-04:00');
  expect(pole.position).toBe('half');
  const ends = { kind: 'sunset' as const, date: '2026-04-20' };
  await updateOrder(world.ctx, order.id, { revision: order.revision, ends });
  await world.goTo('2026-04-20T19:30:00-04:00');
  expect(pole.position).toBe('half');
  await world.goTo('2026-04-20T20:00:00-04:00');
  expect(pole.position).toBe('up');
});

test('(d) no pole moves on Peace Officers Memorial Day, May 15, 2027, because that day is also Armed Forces Day', async () => {
  await begin('2027-05-14T12:00:00-04:00');
  await world.addPole();
  for (const hour of ['06', '09', '12', '18', '22'])
    await world.goTo(`2027-05-15T${hour}:00:00-04:00`);
  expect(world.commands).toEqual([]);
});

test.each(engines)(
  '(e) on Memorial Day 2026, each pole is at half-staff from its local sunrise until its local noon, on %s',
  async (database) => {
    await begin('2026-05-25T03:00:00-04:00', database);
    const places = [
      { state: 'NY', zone: '-04:00', before: '05:15', after: '05:45' },
      { state: 'AZ', zone: '-07:00', before: '05:00', after: '05:35' },
      { state: 'HI', zone: '-10:00', before: '05:35', after: '06:05' },
      { state: 'AK', zone: '-08:00', before: '04:15', after: '05:30' },
    ];
    const moments: { at: number; pole: WorldPole; position: string }[] = [];
    for (const { state, zone, before, after } of places) {
      const pole = await world.addPole({ state });
      const moment = (time: string, position: string) => {
        moments.push({ at: Date.parse(`2026-05-25T${time}:00${zone}`), pole, position });
      };
      moment(before, 'up');
      moment(after, 'half');
      moment('11:59', 'half');
      moment('12:00', 'up');
    }
    for (const { at, pole, position } of moments.sort((a, b) => a.at - b.at)) {
      await world.goTo(at);
      expect([new Date(at).toISOString(), pole.state, pole.position]).toEqual([
        new Date(at).toISOString(),
        pole.state,
        position,
      ]);
    }
    expect(world.commands).toHaveLength(8);
  },
);

test('(f) for an order that begins at 2 PM, the engine sends no command to an offline pole until the pole reconnects at 4 PM', async () => {
  await begin('2026-03-02T13:00:00-05:00');
  const pole = await world.addPole();
  pole.isOnline = false;
  await world.goTo('2026-03-02T14:00:00-05:00');
  await world.order({});
  await world.settle();
  await world.goTo('2026-03-02T15:59:00-05:00');
  expect(world.commands).toEqual([]);
  pole.isOnline = true;
  await world.goTo('2026-03-02T16:00:00-05:00');
  expect(pole.position).toBe('half');
  await world.goTo('2026-03-02T16:05:00-05:00');
  const { queries } = world.services.db;
  const { body } = await queries
    .selectFrom('ledger')
    .select('body')
    .where('kind', '=', 'deviation')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(body)).toMatchObject({ minutes: 120, position: 'half' });
});

test('(g) an order that is canceled before its start moves no pole', async () => {
  await begin('2026-03-01T12:00:00-05:00');
  await world.addPole();
  const { id } = await world.order({ starts: { kind: 'sunrise', date: '2026-03-02' } });
  await world.settle();
  await cancelOrder(world.ctx, id, { why: 'Given by mistake' });
  await world.goTo('2026-03-02T12:00:00-05:00');
  expect(world.commands).toEqual([]);
});

test('(h) a server that was down at sunrise makes the missed moves when it is running again', async () => {
  await begin('2026-05-24T22:00:00-04:00');
  const pole = await world.addPole();
  await world.settle();
  world.stopEngine();
  await world.goTo('2026-05-25T08:00:00-04:00');
  expect(pole.position).toBe('up');
  world.startEngine();
  await world.settle();
  expect(pole.position).toBe('half');
  world.stopEngine();
  await world.goTo('2026-05-25T12:30:00-04:00');
  world.startEngine();
  await world.settle();
  expect(pole.moves).toEqual(['half', 'up']);
});

describe('canceling an order that was recorded by mistake', () => {
  test('raises every pole that is at half-staff, and does not move a pole that is down', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const up = await world.addPole();
    const down = await world.addPole({ position: 'down' });
    const half = await world.addPole({ position: 'half' });
    const order = await world.order({});
    await world.settle();
    expect(where(up, down, half)).toEqual(['half', 'down', 'half']);
    await world.goTo('2026-03-02T11:00:00-05:00');
    await cancelOrder(world.ctx, order.id, { why: 'Given by mistake' });
    await world.settle();
    expect(where(up, down, half)).toEqual(['up', 'down', 'up']);
    expect(down.moves).toEqual([]);
  });

  test('never moves a pole whose company does not follow orders', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    await world.addPole({ optedIn: false });
    await world.order({});
    await world.settle();
    expect(world.commands).toEqual([]);
  });
});

/**
 * Creates a pole that an order moves to half-staff, and cancels the order while the pole is still
 * moving.
 */
async function calledBack(): Promise<WorldPole> {
  await begin('2026-03-02T10:00:00-05:00');
  const pole = await world.addPole();
  pole.isStuck = true;
  const { id } = await world.order({});
  await world.settle();
  await world.goTo('2026-03-02T10:00:03-05:00');
  await cancelOrder(world.ctx, id, { why: 'Given by mistake' });
  await world.settle();
  return pole;
}

test('a pole that is on its way to half-staff goes back up when its order is canceled', async () => {
  const pole = await calledBack();
  pole.isStuck = false;
  await world.goTo('2026-03-02T10:00:05-05:00');
  expect(world.commands).toHaveLength(2);
  expect([pole.position, pole.moves]).toEqual(['up', []]);
});

test('a pole that has reached half-staff without reporting it goes back up when its order is canceled', async () => {
  const pole = await calledBack();
  pole.position = 'half';
  await world.goTo('2026-03-02T10:00:04-05:00');
  pole.isStuck = false;
  await world.goTo('2026-03-02T10:00:06-05:00');
  expect(pole.position).toBe('up');
});

test('after an order ends, the engine repeats the command to go up until the pole is up', async () => {
  await begin('2026-03-02T10:00:00-05:00');
  const pole = await world.addPole();
  const { id } = await world.order({});
  await world.goTo('2026-03-02T10:01:00-05:00');
  pole.isStuck = true;
  await cancelOrder(world.ctx, id, { why: 'Given by mistake' });
  for (let minute = 2; minute < 40; minute++)
    await world.goTo(`2026-03-02T10:${String(minute).padStart(2, '0')}:00-05:00`);
  pole.isStuck = false;
  await world.goTo('2026-03-02T10:59:00-05:00');
  expect(pole.position).toBe('up');
});

test('a pole that is offline when a half-staff day ends goes up when it reconnects days later', async () => {
  await begin('2026-05-25T04:00:00-04:00');
  const pole = await world.addPole();
  await world.goTo('2026-05-25T09:00:00-04:00');
  expect(pole.position).toBe('half');
  pole.isOnline = false;
  for (const day of [25, 26, 27, 28, 29]) await world.goTo(`2026-05-${day}T18:00:00-04:00`);
  pole.isOnline = true;
  await world.goTo('2026-05-30T09:00:00-04:00');
  expect(pole.position).toBe('up');
});

test.each<[string, Partial<OrderTerms>]>([
  ['to leave out its state', { scope: { kind: 'states', states: ['AK'] } }],
  ['to start tomorrow', { starts: { kind: 'sunrise', date: '2026-03-03' } }],
])(
  'a pole goes back up when its order is amended and is no longer in effect at that pole (%s)',
  async (_how, terms) => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    const { id, revision } = await world.order({});
    await world.goTo('2026-03-02T10:05:00-05:00');
    expect(pole.position).toBe('half');
    await updateOrder(world.ctx, id, { revision, ...terms });
    await world.goTo('2026-03-02T10:06:00-05:00');
    expect(pole.position).toBe('up');
  },
);
