import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { poleHalfStaff, releaseHold } from '../inEffect/poleStatus.ts';
import { PoleIndex } from '../poles/poleIndex.ts';
import { createEngineWorld, type EngineWorld, type WorldPole } from '../testing/engineWorld.ts';
import { Engine } from './engine.ts';

let world: EngineWorld;
afterEach(() => world.close());

async function begin(at: string, isOn = true) {
  world = await createEngineWorld(at);
  if (isOn) await world.switchEngine(true);
}
const statusOf = (pole: WorldPole) => poleHalfStaff(world.ctx, pole.id);
const entries = async (pole: WorldPole) =>
  (await statusOf(pole)).ledger.map(({ kind, sourceKey }) => [kind, sourceKey]);

test('the engine moves poles only while it is turned on', async () => {
  await begin('2026-03-02T10:00:00-05:00', false);
  const pole = await world.addPole();
  await world.order({});
  await world.settle();
  expect([world.commands, await entries(pole)]).toEqual([[], []]);
  await world.switchEngine(true);
  await world.settle();
  expect(pole.position).toBe('half');
  await world.switchEngine(false);
  pole.position = 'up';
  await world.goTo('2026-03-02T11:00:00-05:00');
  expect(pole.position).toBe('up');
});

test('the engine raises poles that were left at half-staff by an order that ended while the engine was off', async () => {
  await begin('2026-03-02T10:00:00-05:00');
  const pole = await world.addPole();
  await world.order({ ends: { kind: 'sunset', date: '2026-03-02' } });
  await world.settle();
  await world.switchEngine(false);
  await world.goTo('2026-03-03T10:00:00-05:00');
  expect(pole.moves).toEqual(['half']);
  await world.switchEngine(true);
  await world.goTo('2026-03-03T11:00:00-05:00');
  expect(pole.moves).toEqual(['half', 'up']);
});

test('the engine records each planned position, command and report in the ledger', async () => {
  await begin('2026-05-25T04:00:00-04:00');
  const pole = await world.addPole();
  await world.goTo('2026-05-25T08:00:00-04:00');
  await world.goTo('2026-05-25T13:00:00-04:00');
  const key = 'day:2026-05-25';
  const recorded = await entries(pole);
  expect(recorded.filter(([kind]) => kind !== 'deviation')).toEqual([
    ['should-be', key],
    ['commanded', key],
    ['acknowledged', key],
    ['reported', key],
    ['should-be', `after:${key}`],
    ['commanded', `after:${key}`],
    ['acknowledged', `after:${key}`],
    ['reported', `after:${key}`],
    ['should-be', 'none'],
  ]);
});

describe('the engine when users send commands', () => {
  test('leaves a pole up until the next sunrise if a user raises the pole from half-staff', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    const { id } = await world.order({ ends: { kind: 'sunset', date: '2026-03-03' } });
    await world.settle();
    await world.switchByHand(pole, { flagUp: true });
    await world.goTo('2026-03-02T10:01:00-05:00');
    await world.goTo('2026-03-03T05:00:00-05:00');
    expect(pole.moves).toEqual(['half', 'up']);
    const { hold, reason } = await statusOf(pole);
    expect(hold).toMatchObject({
      reason: 'Raised manually',
      by: 'master',
      expires: { kind: 'source-ends', sourceKey: `order:${id}` },
    });
    expect(reason).toMatch(
      /^Held by master since Mar 2, 10:01 AM EST, until sunrise, 6:34 AM EST: Raised manually$/,
    );
    await world.goTo('2026-03-03T07:00:00-05:00');
    expect((await statusOf(pole)).hold).toBe(null);
    expect(await entries(pole)).toContainEqual(['released', `hold:${hold?.id}`]);
    expect(pole.moves).toEqual(['half', 'up', 'half']);
  });

  test('moves a pole back when its hold is released, and creates no second hold for the same command', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await world.order({});
    await world.settle();
    await world.switchByHand(pole, { flagUp: true });
    await world.settle();
    expect(pole.position).toBe('up');
    await releaseHold(world.ctx, pole.id);
    world.stopEngine();
    world.startEngine();
    await world.settle();
    expect([pole.position, (await statusOf(pole)).hold]).toEqual(['half', null]);
  });

  test('creates no hold for a command that was sent before the order began', async () => {
    await begin('2026-05-25T04:00:00-04:00');
    const pole = await world.addPole({ position: 'down' });
    await world.switchByHand(pole, { flagUp: true });
    world.stopEngine();
    await world.goTo('2026-05-25T09:00:00-04:00');
    world.startEngine();
    await world.settle();
    expect([pole.position, (await statusOf(pole)).hold]).toEqual(['half', null]);
  });

  test("lets users override a daily rule until the rule's next change", async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole({ dailyRule: 'sunrise-sunset' });
    await world.settle();
    await world.switchByHand(pole, { flagDown: true });
    await world.goTo('2026-03-02T12:00:00-05:00');
    expect(pole.position).toBe('down');
    await world.goTo('2026-03-03T09:00:00-05:00');
    expect(pole.position).toBe('up');
  });

  test('never moves a locked pole, and corrects its position once the lock is released', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    const lock = (at: number | null) =>
      world.services.db.queries
        .updateTable('flags')
        .set({
          lock_reason: at === null ? null : 'Rope',
          locked_by: at === null ? null : 'u',
          locked_by_name: at === null ? null : 'ann',
          locked_at: at,
        })
        .where('id', '=', pole.id)
        .execute();
    await lock(world.now());
    await world.goTo('2026-03-02T10:10:00-05:00');
    await world.order({});
    await world.goTo('2026-03-02T11:00:00-05:00');
    expect(world.commands).toEqual([]);
    await lock(null);
    await world.goTo('2026-03-02T12:00:00-05:00');
    expect(pole.position).toBe('half');
    const kinds = (await entries(pole)).map(([kind]) => kind);
    expect(kinds.indexOf('locked')).toBeLessThan(kinds.indexOf('unlocked'));
  });

  test('corrects the position of a pole that was moved by hand', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await world.order({});
    await world.settle();
    pole.position = 'up';
    await world.goTo('2026-03-02T11:00:00-05:00');
    expect([pole.position, (await statusOf(pole)).hold]).toEqual(['half', null]);
  });
});

test('the engine follows a daily rule and turns on the lamp at night, even if the company follows no orders', async () => {
  await begin('2026-03-02T04:00:00-05:00');
  const pole = await world.addPole({ dailyRule: 'sunrise-sunset', optedIn: false });
  const at = async (moment: string) => {
    await world.goTo(moment);
    return [pole.position, pole.lamp];
  };
  expect(await at('2026-03-02T05:00:00-05:00')).toEqual(['down', true]);
  expect(await at('2026-03-02T08:00:00-05:00')).toEqual(['up', false]);
  expect(await at('2026-03-02T20:00:00-05:00')).toEqual(['down', true]);
  await world.order({});
  expect(await at('2026-03-03T12:00:00-05:00')).toEqual(['up', false]);
});

test('the engine repeats an ignored command at growing intervals, and then reports a problem', async () => {
  await begin('2026-03-02T10:00:00-05:00');
  const pole = await world.addPole();
  pole.isStuck = true;
  await world.order({});
  const begun = world.now();
  for (let second = 0; second <= 300; second += 5) await world.goTo(begun + second * 1000);
  const seconds = world.commands.map(({ at }) => (at - begun) / 1000);
  expect(seconds).toEqual([0, 15, 45, 105, 225]);
  const alarm = async () =>
    await world.services.db.queries
      .selectFrom('engine_poles')
      .select(['alarm', 'alarm_at'])
      .where('flag_id', '=', pole.id)
      .executeTakeFirstOrThrow();
  expect(await alarm()).toEqual({
    alarm: 'Should be at half-staff; still reports up.',
    alarm_at: begun + 60_000,
  });
  expect((await entries(pole)).filter(([kind]) => kind === 'alarm')).toHaveLength(1);
  pole.isStuck = false;
  await world.goTo(begun + 500_000);
  expect(pole.position).toBe('half');
  expect((await alarm()).alarm).toBe(null);
});

test('the engine sends a pole to the top first on its way to half-staff or down, if the pole does not do this itself', async () => {
  await begin('2026-03-02T10:00:00-05:00');
  const pole = await world.addPole({
    position: 'half',
    dailyRule: 'sunrise-sunset',
    serverSteps: true,
  });
  await world.goTo('2026-03-02T20:00:00-05:00');
  expect(pole.moves).toEqual(['up', 'down']);
  await world.order({});
  await world.goTo('2026-03-03T10:00:00-05:00');
  expect(pole.moves).toEqual(['up', 'down', 'up', 'half']);
});

test('the engine raises a pole after an order even if its device was replaced during the order', async () => {
  await begin('2026-03-02T10:00:00-05:00');
  const pole = await world.addPole();
  await world.order({ ends: { kind: 'sunset', date: '2026-03-02' } });
  await world.goTo('2026-03-02T11:00:00-05:00');
  await world.replaceDevice(pole, 'SPARE-1');
  await world.goTo('2026-03-02T12:00:00-05:00');
  expect(pole.position).toBe('half');
  await world.goTo('2026-03-02T20:00:00-05:00');
  expect(pole.position).toBe('up');
});

test('the engine follows an order even while poles report constantly', async () => {
  await begin('2026-03-02T10:00:00-05:00');
  const [pole, restless] = [await world.addPole(), await world.addPole({ optedIn: false })];
  await world.settle();
  world.stopEngine();
  let isOver = false;
  const unrest = async () => {
    for (let n = 0; !isOver; n++) {
      await world.switchByHand(restless, { lamp: n % 2 === 0 });
      await nextTurn();
    }
  };
  const engine = new Engine(world.services, new PoleIndex(world.services.db));
  const work = Promise.all([unrest(), engine.round()]);
  try {
    await world.order({});
    await expect.poll(() => pole.position).toBe('half');
  } finally {
    isOver = true;
    engine.stop();
    await work;
  }
});

describe('the engine with stored data', () => {
  const countReads = () => vi.spyOn(world.services.db.queries, 'selectFrom');

  test('makes no database queries while nothing changes and no check is scheduled', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await world.settle();
    const reads = countReads();
    // This report changes nothing, because the pole is where it should be.
    await world.report();
    await world.settle();
    expect(reads).not.toHaveBeenCalled();
    await world.order({});
    await world.settle();
    expect(reads).toHaveBeenCalled();
    expect(pole.position).toBe('half');
  });

  test('applies a change within 30 seconds even if the notification about it was lost', async () => {
    const start = Date.parse('2026-03-02T10:00:00-05:00');
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await world.settle();
    const order = await world.order({ scope: { kind: 'states', states: ['AK'] } });
    await world.settle();
    // Simulates a change by another process whose notification was lost.
    await world.services.db.queries
      .updateTable('half_staff_orders')
      .set({ scope: JSON.stringify({ kind: 'all' }) })
      .where('id', '=', order.id)
      .execute();
    await world.goTo(start + 29_000);
    expect(pole.position).toBe('up');
    await world.goTo(start + 30_000);
    expect(pole.position).toBe('half');
  });

  test('notices that a company has started to follow orders even if the notification was lost while the engine was busy', async () => {
    const start = Date.parse('2026-03-02T10:00:00-05:00');
    await begin('2026-03-02T10:00:00-05:00');
    const busy = await world.addPole();
    const pole = await world.addPole({ optedIn: false });
    await world.order({});
    await world.settle();
    // Simulates a change by another process whose notification was lost.
    await world.services.db.queries
      .updateTable('companies')
      .set({ auto_half_mast: true })
      .execute();
    // The pole is offline, so its reports do not trigger the engine.
    pole.isOnline = false;
    for (let seconds = 5; seconds <= 40; seconds += 5) {
      busy.position = 'up';
      await world.goTo(start + seconds * 1000);
    }
    expect(world.commands.map(({ flagId }) => flagId)).toContain(pole.flagId);
  });

  test('sends no command for a canceled order, even if the notification about the cancellation was lost', async () => {
    const start = Date.parse('2026-03-02T10:00:00-05:00');
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    const starts = { kind: 'time', date: '2026-03-02', time: '10:01' } as const;
    const order = await world.order({ starts });
    await world.goTo(start + 50_000);
    await world.services.db.queries
      .updateTable('half_staff_orders')
      .set({ status: 'cancelled', cancelled_at: start, cancelled_by: 'ann', cancelled_why: 'x' })
      .where('id', '=', order.id)
      .execute();
    await world.goTo(start + 65_000);
    expect(pole.moves).toEqual([]);
  });
});
