import type { OrderTerms, SwitchStates } from '@halyard/domain';
import { afterEach, describe, expect, test } from 'vitest';
import { updateCompany } from '../../customers/companies/companies.ts';
import { updateLocation } from '../../customers/locations/locations.ts';
import { updateFlag } from '../../flags/flags.ts';
import { holdPole, poleHalfStaff } from '../inEffect/poleStatus.ts';
import { cancelOrder, updateOrder } from '../orders/orders.ts';
import { createEngineWorld, type EngineWorld, type WorldPole } from '../testing/engineWorld.ts';

/**
 * These tests check what users may do during half-staff with poles that have no daily rule: a flag
 * that is down stays down, a flag that is up goes to half-staff, and no flag stays at half-staff
 * afterward (decisions, "Half-staff").
 */

let world: EngineWorld;
afterEach(() => world.close());

async function begin(at: string) {
  world = await createEngineWorld(at);
  await world.switchEngine(true);
}
const holdOf = async (pole: WorldPole) => (await poleHalfStaff(world.ctx, pole.id)).hold;
/** Sends a user's command, and lets one minute pass. */
async function command(pole: WorldPole, position: 'Up' | 'Half' | 'Down') {
  await world.switchByHand(pole, { [`flag${position}`]: true });
  await world.goTo(world.now() + 60_000);
}
const optIn = (pole: WorldPole, autoHalfMast: boolean) =>
  updateCompany(world.ctx, pole.companyId, { autoHalfMast });
const untilSunset = (date: string): Partial<OrderTerms> => ({ ends: { kind: 'sunset', date } });

describe('the engine on Memorial Day', () => {
  const at = (time: string) => world.goTo(`2026-05-25T${time}:00-04:00`);

  test('raises a pole at noon if its hold ends with the half-staff day', async () => {
    await begin('2026-05-25T04:00:00-04:00');
    const pole = await world.addPole();
    await at('08:00');
    await holdPole(world.ctx, pole.id, {
      reason: 'Ceremony',
      expires: { kind: 'source-ends', sourceKey: 'day:2026-05-25' },
    });
    await at('11:59');
    expect(pole.position).toBe('half');
    await at('12:01');
    expect([pole.position, await holdOf(pole)]).toEqual(['up', null]);
  });

  test('keeps a pole at half-staff past noon if a hold lasts longer than the half-staff day', async () => {
    await begin('2026-05-25T04:00:00-04:00');
    const pole = await world.addPole();
    await at('08:00');
    const ends = Date.parse('2026-05-25T17:00:00-04:00');
    await holdPole(world.ctx, pole.id, { reason: 'Parade', expires: { kind: 'at', at: ends } });
    await at('16:59');
    expect(pole.position).toBe('half');
    await at('17:01');
    expect(pole.position).toBe('up');
  });

  test('lowers a flag to half-staff if it was down at sunrise and a user raises it to the top at 8 AM', async () => {
    await begin('2026-05-25T04:00:00-04:00');
    const pole = await world.addPole({ position: 'down' });
    await at('07:00');
    expect(pole.moves).toEqual([]);
    await at('08:00');
    await command(pole, 'Up');
    expect([pole.moves, await holdOf(pole)]).toEqual([['up', 'half'], null]);
    await at('12:01');
    expect(pole.position).toBe('up');
  });

  test('leaves a flag down at noon if it was lowered for a storm at 11 AM', async () => {
    await begin('2026-05-25T04:00:00-04:00');
    const pole = await world.addPole();
    await at('11:00');
    await command(pole, 'Down');
    expect(await holdOf(pole)).toBe(null);
    await at('12:30');
    await at('20:30');
    expect(pole.moves).toEqual(['half', 'down']);
  });

  test('raises a pole at noon even if a user moved it to half-staff before sunrise', async () => {
    await begin('2026-05-25T04:00:00-04:00');
    const pole = await world.addPole();
    await command(pole, 'Half');
    await at('11:00');
    await at('12:01');
    expect(pole.moves).toEqual(['half', 'up']);
  });

  test.each([
    ['right', 0],
    ['10 s behind', -10_000],
    ['30 s behind', -30_000],
  ])(
    "leaves a flag at half-staff if a user sends it there just after noon (user's clock: %s)",
    async (_what, offset) => {
      await begin('2026-05-25T04:00:00-04:00');
      const pole = await world.addPole();
      await at('11:59');
      await world.passTo(Date.parse('2026-05-25T12:00:05-04:00'));
      await world.commandLive(
        pole,
        { flagHalf: true },
        { id: 'after-noon', issuedAt: world.now() + offset },
      );
      await world.settle();
      await at('12:30');
      expect(pole.moves).toEqual(['half']);
    },
  );

  test('creates a hold each time a user raises the flag from half-staff, even if two commands have the same ID', async () => {
    await begin('2026-05-25T04:00:00-04:00');
    const pole = await world.addPole();
    await at('09:00');
    const send = async (states: Partial<SwitchStates>, id: string) => {
      await world.commandLive(pole, states, { id, issuedAt: world.now() });
      await world.settle();
      await world.goTo(world.now() + 60_000);
    };
    for (const id of ['again', 'between', 'again', 'again-2']) {
      const isUp = id !== 'between' && id !== 'again-2';
      await send(isUp ? { flagUp: true } : { flagHalf: true }, id);
      expect([id, pole.position, (await holdOf(pole)) !== null]).toEqual([
        id,
        isUp ? 'up' : 'half',
        isUp,
      ]);
    }
  });

  test("lets a slow pole finish a user's command to go up before it sends the pole to half-staff", async () => {
    await begin('2026-05-25T04:00:00-04:00');
    const pole = await world.addPole({ position: 'down' });
    await at('08:00');
    pole.isStuck = true;
    await world.switchByHand(pole, { flagUp: true });
    await world.goTo(world.now() + 10_000);
    expect(world.commands).toEqual([]);
    pole.isStuck = false;
    await world.goTo(world.now() + 60_000);
    expect(pole.moves).toEqual(['up', 'half']);
  });
});

describe('the engine during a long order', () => {
  test('ends the hold if a user raises a pole by mistake and then sends it back to half-staff', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await world.order(untilSunset('2026-03-02'));
    await world.settle();
    await command(pole, 'Up');
    expect(await holdOf(pole)).not.toBe(null);
    await command(pole, 'Half');
    expect([pole.position, await holdOf(pole)]).toEqual(['half', null]);
    await world.goTo('2026-03-02T18:30:00-05:00');
    expect(pole.position).toBe('up');
  });

  test('keeps the hold if a user raises the pole twice, and ends it if the user lowers the pole', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await world.order(untilSunset('2026-03-03'));
    await world.settle();
    await command(pole, 'Up');
    await command(pole, 'Up');
    expect([pole.position, (await holdOf(pole))?.reason]).toEqual(['up', 'Raised manually']);
    await command(pole, 'Down');
    expect(await holdOf(pole)).toBe(null);
    await command(pole, 'Up');
    expect(pole.moves).toEqual(['half', 'up', 'down', 'up', 'half']);
  });

  test('changes neither the hold nor the position when a user switches the lamp', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await world.order(untilSunset('2026-03-02'));
    await world.settle();
    await command(pole, 'Up');
    const hold = await holdOf(pole);
    await world.switchByHand(pole, { lamp: true });
    await world.goTo(world.now() + 60_000);
    expect([pole.position, (await holdOf(pole))?.id]).toEqual(['up', hold?.id]);
    await world.goTo('2026-03-02T18:30:00-05:00');
    expect(pole.moves).toEqual(['half', 'up']);
  });

  test("moves a school's flag to half-staff whenever staff raise it during a 30-day order, and leaves it down after the order", async () => {
    await begin('2026-03-02T05:00:00-05:00');
    const pole = await world.addPole({ position: 'down' });
    await world.order(untilSunset('2026-03-31'));
    for (let day = 2; day <= 31; day++) {
      const date = `2026-03-${String(day).padStart(2, '0')}`;
      pole.moves.length = 0;
      await world.goTo(`${date}T08:00:00-05:00`);
      await command(pole, 'Up');
      expect([date, pole.position, await holdOf(pole)]).toEqual([date, 'half', null]);
      await world.goTo(`${date}T15:30:00-05:00`);
      await command(pole, 'Down');
      await world.goTo(`${date}T23:00:00-05:00`);
      expect([date, pole.moves]).toEqual([date, ['up', 'half', 'down']]);
    }
    await world.goTo('2026-04-02T12:00:00-04:00');
    expect(pole.position).toBe('down');
  });

  test('does not move a flag that staff lowered just before the order ended at sunset', async () => {
    await begin('2026-05-12T10:00:00-04:00');
    const pole = await world.addPole();
    await world.order(untilSunset('2026-05-12'));
    await world.settle();
    await world.goTo('2026-05-12T19:55:00-04:00');
    await world.switchByHand(pole, { flagDown: true });
    await world.goTo('2026-05-12T19:56:00-04:00');
    await world.goTo('2026-05-12T20:30:00-04:00');
    await world.goTo('2026-05-13T09:00:00-04:00');
    expect(pole.moves).toEqual(['half', 'down']);
  });

  test("leaves a pole down if a user's command is still lowering it when the order ends", async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    const order = await world.order({});
    await world.settle();
    pole.isStuck = true;
    await world.switchByHand(pole, { flagDown: true });
    await world.goTo(world.now() + 2000);
    await cancelOrder(world.ctx, order.id, { why: 'Over' });
    await world.goTo(world.now() + 2000);
    pole.isStuck = false;
    await world.goTo(world.now() + 60_000);
    expect(pole.moves).toEqual(['half', 'down']);
  });

  test('raises a pole when the order ends, even if the pole was at half-staff before the order was recorded', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await command(pole, 'Half');
    await world.goTo('2026-03-02T11:00:00-05:00');
    await world.order(untilSunset('2026-03-02'));
    await world.goTo('2026-03-02T12:00:00-05:00');
    await world.goTo('2026-03-02T18:30:00-05:00');
    expect(pole.moves).toEqual(['half', 'up']);
  });

  test('raises a flag when the second of two orders ends, even if a user lowered the flag to half-staff between the two orders', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await world.order(untilSunset('2026-03-02'));
    await world.settle();
    await world.goTo('2026-03-02T18:30:00-05:00');
    await command(pole, 'Half');
    await world.switchByHand(pole, { lamp: true });
    await world.goTo('2026-03-04T12:00:00-05:00');
    expect(pole.moves).toEqual(['half', 'up', 'half']);
    await world.order(untilSunset('2026-03-05'));
    await world.goTo('2026-03-05T12:00:00-05:00');
    await world.goTo('2026-03-05T18:30:00-05:00');
    expect(pole.moves).toEqual(['half', 'up', 'half', 'up']);
  });

  test('keeps a pole at half-staff if its daily rule is removed during the day, and raises it when the order ends', async () => {
    await begin('2026-03-02T05:00:00-05:00');
    const pole = await world.addPole({ dailyRule: 'sunrise-sunset' });
    await world.order(untilSunset('2026-03-03'));
    await world.goTo('2026-03-02T12:00:00-05:00');
    expect(pole.position).toBe('half');
    await updateLocation(world.ctx, pole.locationId, { dailyRule: 'none' });
    await world.goTo('2026-03-02T23:00:00-05:00');
    expect(pole.position).toBe('half');
    await world.goTo('2026-03-03T18:30:00-05:00');
    expect(pole.position).toBe('up');
  });

  test('holds the pole until the next sunrise if a user sends a stop command', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await world.order(untilSunset('2026-03-03'));
    await world.settle();
    await world.switchByHand(pole, { flagHalf: false });
    await world.goTo(world.now() + 60_000);
    expect((await holdOf(pole))?.reason).toBe('Stopped manually');
    await world.goTo('2026-03-03T07:00:00-05:00');
    expect(await holdOf(pole)).toBe(null);
  });
});

describe('the engine after a move by hand', () => {
  test('sends a raised pole to half-staff during an order, but leaves a lowered one down', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const [raised, lowered, flown] = [
      await world.addPole(),
      await world.addPole(),
      await world.addPole({ position: 'down' }),
    ];
    await world.order(untilSunset('2026-03-02'));
    await world.settle();
    raised.position = 'up';
    lowered.position = 'down';
    flown.position = 'up';
    await world.goTo('2026-03-02T11:00:00-05:00');
    const positions = () => [raised.position, lowered.position, flown.position];
    expect(positions()).toEqual(['half', 'down', 'half']);
    expect(await holdOf(raised)).toBe(null);
    await world.goTo('2026-03-02T18:30:00-05:00');
    expect(positions()).toEqual(['up', 'down', 'up']);
  });

  test("keeps the pole's hold", async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await world.order(untilSunset('2026-03-02'));
    await world.settle();
    await command(pole, 'Up');
    pole.position = 'half';
    await world.goTo('2026-03-02T11:00:00-05:00');
    expect(await holdOf(pole)).not.toBe(null);
  });

  test('raises a pole from half-staff if nothing is in effect, and leaves a lowered pole down', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const [half, down, other] = [
      await world.addPole(),
      await world.addPole(),
      await world.addPole({ optedIn: false }),
    ];
    await world.settle();
    half.position = 'half';
    down.position = 'down';
    other.position = 'half';
    await world.goTo('2026-03-02T11:00:00-05:00');
    expect([half.position, down.position, other.position]).toEqual(['up', 'down', 'half']);
  });
});

describe('a pole whose data is restored from a backup during an order', () => {
  /**
   * Returns a pole that was lowered after the backup was made. Its realtime data and what the
   * engine remembers come from the backup.
   */
  async function restored(when: 'before' | 'after') {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    await world.settle();
    const before = await world.backUp(pole);
    const order = await world.order(untilSunset('2026-03-03'));
    await world.goTo('2026-03-02T10:01:00-05:00');
    const after = await world.backUp(pole);
    await world.goTo('2026-03-02T12:00:00-05:00');
    world.stopEngine();
    await (when === 'before' ? before() : after());
    return { pole, order };
  }

  test.each(['before', 'after'] as const)(
    'stays at half-staff until the order ends and then goes up, if the backup was made %s the pole was lowered',
    async (when) => {
      const { pole } = await restored(when);
      world.startEngine();
      await world.goTo('2026-03-02T13:00:00-05:00');
      expect(pole.position).toBe('half');
      await world.goTo('2026-03-03T12:00:00-05:00');
      await world.goTo('2026-03-03T18:30:00-05:00');
      expect([pole.position, await holdOf(pole)]).toEqual(['up', null]);
    },
  );

  test('stays at half-staff until the order ends and then goes up, if the backup was made before the order and the order is recorded again', async () => {
    const { pole, order } = await restored('before');
    const { queries } = world.services.db;
    await queries.deleteFrom('order_versions').where('order_id', '=', order.id).execute();
    await queries.deleteFrom('half_staff_orders').where('id', '=', order.id).execute();
    await world.order(untilSunset('2026-03-03'));
    world.startEngine();
    await world.goTo('2026-03-02T13:00:00-05:00');
    expect(pole.position).toBe('half');
    await world.goTo('2026-03-03T18:30:00-05:00');
    expect(pole.position).toBe('up');
  });
});

describe('the engine when an order no longer applies to a pole', () => {
  /** Creates two poles with an order in effect. A user had lowered one of them before the order. */
  async function lowered(ends: string) {
    await begin('2026-03-02T10:00:00-05:00');
    const [pole, byHand] = [await world.addPole(), await world.addPole()];
    await command(byHand, 'Half');
    const order = await world.order(untilSunset(ends));
    await world.settle();
    await world.goTo('2026-03-02T11:00:00-05:00');
    return { pole, byHand, order };
  }
  const where = (...poles: WorldPole[]) => poles.map(({ position }) => position);

  test('raises poles when their company stops following orders, and moves none when the order is canceled afterwards', async () => {
    const { pole, byHand, order } = await lowered('2026-03-04');
    await optIn(pole, false);
    await optIn(byHand, false);
    await world.goTo('2026-03-02T11:01:00-05:00');
    expect(where(pole, byHand)).toEqual(['up', 'up']);
    await cancelOrder(world.ctx, order.id, { why: 'Given by mistake' });
    await world.goTo('2026-03-02T12:00:00-05:00');
    expect([pole.moves, byHand.moves]).toEqual([
      ['half', 'up'],
      ['half', 'up'],
    ]);
  });

  test('raises a reconnecting pole if its company stopped following orders while the pole was offline', async () => {
    const { pole } = await lowered('2026-03-04');
    pole.isOnline = false;
    await optIn(pole, false);
    await world.goTo('2026-03-20T11:00:00-05:00');
    world.stopEngine();
    world.startEngine();
    pole.isOnline = true;
    await world.goTo('2026-03-20T12:00:00-05:00');
    expect(pole.position).toBe('up');
    await world.goTo('2026-03-20T12:01:00-05:00');
    // From now on, autopilot leaves the pole where it is.
    pole.position = 'half';
    await world.goTo('2026-03-20T13:00:00-05:00');
    expect(pole.position).toBe('half');
  });

  test('raises a pole that was offline when its order ended, even if its company stops following orders afterwards', async () => {
    const { pole } = await lowered('2026-03-02');
    pole.isOnline = false;
    await world.goTo('2026-03-03T11:00:00-05:00');
    await optIn(pole, false);
    pole.isOnline = true;
    await world.goTo('2026-03-03T12:00:00-05:00');
    expect(pole.position).toBe('up');
  });

  test('lowers poles again if their company resumes following orders before the order ends, and then raises them at its end', async () => {
    const { pole } = await lowered('2026-03-03');
    await optIn(pole, false);
    await world.goTo('2026-03-02T12:00:00-05:00');
    await optIn(pole, true);
    await world.goTo('2026-03-02T13:00:00-05:00');
    expect(pole.position).toBe('half');
    await world.goTo('2026-03-03T18:30:00-05:00');
    expect(pole.position).toBe('up');
  });

  test('does not move poles that were already at half-staff when their company started to follow orders', async () => {
    await begin('2026-05-20T10:00:00-04:00');
    const pole = await world.addPole({ optedIn: false, position: 'half' });
    await world.goTo('2026-05-26T10:00:00-04:00');
    await optIn(pole, true);
    await world.goTo('2026-05-26T11:00:00-04:00');
    expect(pole.moves).toEqual([]);
  });

  test("raises a pole if its location's state is corrected to a state without an order", async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole({ state: 'NY' });
    await command(pole, 'Half');
    await world.order({ scope: { kind: 'states', states: ['NY'] } });
    await world.goTo('2026-03-02T11:00:00-05:00');
    await updateLocation(world.ctx, pole.locationId, { state: 'NJ' });
    await world.goTo('2026-03-02T11:01:00-05:00');
    expect(pole.position).toBe('up');
  });

  test('raises a pole that is assigned to a location without an order', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const [pole, other] = [
      await world.addPole({ state: 'NY' }),
      await world.addPole({ state: 'VT', optedIn: false }),
    ];
    await command(pole, 'Half');
    await world.order({ scope: { kind: 'states', states: ['NY'] } });
    await world.goTo('2026-03-02T11:00:00-05:00');
    const { companyId, locationId } = other;
    await updateFlag(world.ctx, pole.id, { companyId, locationId });
    await world.goTo('2026-03-02T11:01:00-05:00');
    expect(pole.position).toBe('up');
  });

  test('ends an order immediately if an amendment sets its end to a time in the past', async () => {
    const { pole, byHand, order } = await lowered('2026-03-04');
    const ends = { kind: 'time' as const, date: '2026-03-02', time: '10:30' };
    await updateOrder(world.ctx, order.id, { revision: order.revision, ends });
    await world.goTo('2026-03-02T11:05:00-05:00');
    expect(where(pole, byHand)).toEqual(['up', 'up']);
  });
});
