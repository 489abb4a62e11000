import type { OrderTerms } from '@halyard/domain';
import { afterEach, describe, expect, test } from 'vitest';
import { updateCompany } from '../../customers/companies/companies.ts';
import { updateLocation } from '../../customers/locations/locations.ts';
import { updateFlag } from '../../flags/flags.ts';
import { holdPole, poleHalfStaff, releaseHold } from '../inEffect/poleStatus.ts';
import { cancelOrder, updateOrder } from '../orders/orders.ts';
import { createEngineWorld, type EngineWorld, type WorldPole } from '../testing/engineWorld.ts';

/**
 * These tests check the same rules as people.test.ts, in cases where commands, outages and the ends
 * of orders happen close together or in an unusual sequence.
 */

let world: EngineWorld;
afterEach(() => world.close());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

async function begin(at: string) {
  world = await createEngineWorld(at);
  await world.switchEngine(true);
}
const holdOf = async (pole: WorldPole) => (await poleHalfStaff(world.ctx, pole.id)).hold;
const later = (ms = MINUTE_MS) => world.goTo(world.now() + ms);
const untilSunset = (date: string): Partial<OrderTerms> => ({ ends: { kind: 'sunset', date } });
/** Returns a pole that is at half-staff because of an order. */
async function underOrder(terms: Partial<OrderTerms> = {}, wishes = {}) {
  await begin('2026-03-02T10:00:00-05:00');
  const pole = await world.addPole(wishes);
  const order = await world.order(terms);
  await world.settle();
  await later();
  return { pole, order };
}
/**
 * Returns a pole that a user lowered to half-staff while nothing was in effect. A hold with a
 * reason keeps it there for an hour.
 */
async function ownHalfStaff() {
  await begin('2026-03-02T10:00:00-05:00');
  const pole = await world.addPole();
  await world.switchByHand(pole, { flagHalf: true });
  await later();
  const expires = { kind: 'at' as const, at: world.now() + HOUR_MS };
  await holdPole(world.ctx, pole.id, { reason: 'In memory of our founder', expires });
  await later();
  return { pole };
}
async function forget() {
  world.stopEngine();
  await world.services.db.queries.deleteFrom('engine_poles').execute();
  world.startEngine();
}

describe("the engine after a user's command", () => {
  test('creates a hold if the user raises the flag and switches the lamp before the engine runs', async () => {
    const { pole } = await underOrder();
    await world.switchByHand(pole, { flagUp: true });
    await world.switchByHand(pole, { lamp: true });
    await later();
    expect([pole.position, (await holdOf(pole))?.reason]).toEqual(['up', 'Raised manually']);
  });

  test('creates a hold for a flag that was raised while the engine was stopped, even if a longer order has begun since', async () => {
    const { pole } = await underOrder(untilSunset('2026-03-02'));
    world.stopEngine();
    await world.switchByHand(pole, { flagUp: true });
    await later(60 * MINUTE_MS);
    await world.order(untilSunset('2026-03-05'));
    world.startEngine();
    await later(60 * MINUTE_MS);
    expect([pole.position, await holdOf(pole)]).toMatchObject(['up', {}]);
    await world.goTo('2026-03-02T18:30:00-05:00');
    expect([pole.position, await holdOf(pole)]).toEqual(['half', null]);
  });

  test("creates no hold when a user lowers the flag and someone then raises it by hand, even if the engine's state was erased", async () => {
    const { pole } = await underOrder();
    await world.switchByHand(pole, { flagDown: true });
    await later();
    world.stopEngine();
    pole.position = 'up';
    await later();
    await forget();
    await later();
    expect([pole.position, await holdOf(pole)]).toEqual(['half', null]);
  });

  test("does not recreate a released hold, even if the engine's state was erased", async () => {
    const { pole } = await underOrder();
    pole.isOnline = false;
    await world.switchByHand(pole, { flagUp: true });
    await later();
    await releaseHold(world.ctx, pole.id);
    await forget();
    pole.isOnline = true;
    await later();
    await later();
    expect([pole.position, await holdOf(pole)]).toEqual(['half', null]);
  });

  test("creates no hold for a command that was sent before a manual hold was released, even if the engine's state was erased", async () => {
    const { pole } = await underOrder();
    const at = world.now() + 240 * MINUTE_MS;
    await holdPole(world.ctx, pole.id, { reason: 'Ceremony', expires: { kind: 'at', at } });
    await world.switchByHand(pole, { flagUp: true });
    await later();
    await releaseHold(world.ctx, pole.id);
    await forget();
    await later();
    expect([pole.position, await holdOf(pole)]).toEqual(['half', null]);
  });

  test("still raises the pole after the order ends if the user's command only switched the lamp", async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole({ position: 'down' });
    await world.order(untilSunset('2026-03-02'));
    await later();
    await world.goTo('2026-03-02T20:00:00-05:00');
    world.stopEngine();
    pole.position = 'half';
    await later();
    await world.switchByHand(pole, { lamp: true });
    world.startEngine();
    await later();
    expect(pole.position).toBe('up');
  });

  test("keeps a flag at half-staff if a user moved it there after the order's end, even if the device is replaced afterwards", async () => {
    const { pole } = await underOrder(untilSunset('2026-03-02'));
    await world.goTo('2026-03-02T20:00:00-05:00');
    await world.switchByHand(pole, { flagHalf: true });
    await later();
    await world.replaceDevice(pole, 'SPARE-1');
    await later();
    expect(pole.position).toBe('half');
  });
});

describe('a hold', () => {
  test('continues after someone moves the pole by hand, even if the command that created the hold was sent twice', async () => {
    const { pole } = await underOrder();
    await world.switchByHand(pole, { flagUp: true });
    await later();
    await world.switchByHand(pole, { flagUp: true });
    await later();
    pole.position = 'half';
    await later();
    expect(await holdOf(pole)).not.toBe(null);
  });

  test('stays in effect when a full-staff exception begins, even if a user has already raised the pole', async () => {
    const { pole } = await underOrder();
    const at = Date.parse('2026-03-03T12:00:00-05:00');
    await holdPole(world.ctx, pole.id, { reason: 'Ceremony', expires: { kind: 'at', at } });
    await later();
    await world.switchByHand(pole, { flagUp: true });
    await later();
    await world.order({ kind: 'full', ends: { kind: 'time', date: '2026-03-02', time: '12:00' } });
    await later();
    await world.goTo('2026-03-02T13:00:00-05:00');
    expect([pole.position, (await holdOf(pole))?.reason]).toEqual(['up', 'Ceremony']);
  });

  test("that was set manually does not end when a user's stop command times out", async () => {
    const { pole } = await underOrder();
    const expires = { kind: 'at' as const, at: world.now() + 240 * MINUTE_MS };
    await holdPole(world.ctx, pole.id, { reason: 'Ceremony', expires });
    await later();
    await world.switchByHand(pole, { flagHalf: false });
    await later(16 * MINUTE_MS);
    await later();
    expect((await holdOf(pole))?.reason).toBe('Ceremony');
  });

  test('that was set manually just before the order ends keeps the pole at half-staff until the hold ends', async () => {
    const { pole } = await underOrder({ ends: { kind: 'noon', date: '2026-03-02' } });
    await world.goTo('2026-03-02T11:59:59-05:00');
    const at = Date.parse('2026-03-02T12:10:00-05:00');
    await holdPole(world.ctx, pole.id, { reason: 'Ceremony', expires: { kind: 'at', at } });
    await world.goTo('2026-03-02T12:09:59-05:00');
    expect(pole.position).toBe('half');
    await world.goTo(at);
    expect([pole.position, await holdOf(pole)]).toEqual(['up', null]);
  });

  test('ends without raising the pole if a user has since sent the pole to half-staff', async () => {
    const { pole } = await ownHalfStaff();
    world.stopEngine();
    await world.passTo(world.now() + 2 * HOUR_MS);
    await world.switchByHand(pole, { flagHalf: true });
    world.startEngine();
    await later();
    await later();
    expect([pole.position, await holdOf(pole)]).toEqual(['half', null]);
  });

  test('no longer keeps the pole at half-staff once the hold has ended, even if the engine was not running at that time', async () => {
    const { pole } = await ownHalfStaff();
    world.stopEngine();
    await world.passTo(world.now() + 2 * HOUR_MS);
    world.startEngine();
    await later();
    expect([pole.position, await holdOf(pole)]).toEqual(['up', null]);
  });

  test('that began when a user raised the flag ends when the order is amended to start later', async () => {
    const { pole, order } = await underOrder(untilSunset('2026-03-02'));
    await world.switchByHand(pole, { flagUp: true });
    await later();
    const starts = { kind: 'time' as const, date: '2026-03-02', time: '15:00' };
    await updateOrder(world.ctx, order.id, { revision: order.revision, starts });
    await later();
    expect([pole.position, await holdOf(pole)]).toEqual(['up', null]);
    await world.goTo('2026-03-02T15:00:00-05:00');
    expect(pole.position).toBe('half');
  });

  test('that began when a user raised the flag continues if the order is amended to a full-staff exception and back', async () => {
    const { pole, order } = await underOrder(untilSunset('2026-03-02'));
    await world.switchByHand(pole, { flagUp: true });
    await later();
    const full = await updateOrder(world.ctx, order.id, { revision: order.revision, kind: 'full' });
    await later();
    expect(pole.position).toBe('up');
    await updateOrder(world.ctx, order.id, { revision: full.revision, kind: 'half' });
    await later();
    expect([pole.position, await holdOf(pole)]).toMatchObject(['up', {}]);
    await world.goTo('2026-03-02T18:30:00-05:00');
    expect(await holdOf(pole)).toBe(null);
  });
});

describe('a command near the end or start of half-staff', () => {
  test('does not keep the pole at half-staff if it is sent in the millisecond when half-staff ends', async () => {
    const { pole } = await underOrder({ ends: { kind: 'noon', date: '2026-03-02' } });
    world.stopEngine();
    await world.passTo(Date.parse('2026-03-02T12:00:00-05:00'));
    await world.switchByHand(pole, { flagHalf: true });
    world.startEngine();
    await later();
    expect(pole.position).toBe('up');
  });

  test('keeps the pole at half-staff if it is sent one millisecond after the end', async () => {
    const { pole } = await underOrder({ ends: { kind: 'noon', date: '2026-03-02' } });
    world.stopEngine();
    await world.passTo(Date.parse('2026-03-02T12:00:00.001-05:00'));
    await world.switchByHand(pole, { flagHalf: true });
    world.startEngine();
    await later();
    expect(pole.position).toBe('half');
  });

  test('does not keep the pole at half-staff if half-staff ends while the pole is still on its way to the top', async () => {
    const ends = { kind: 'noon' as const, date: '2026-03-02' };
    const { pole } = await underOrder({ ends }, { serverSteps: true, position: 'down' });
    await world.goTo('2026-03-02T11:59:50-05:00');
    pole.isStuck = true;
    await world.switchByHand(pole, { flagHalf: true });
    await world.goTo('2026-03-02T11:59:55-05:00');
    pole.isStuck = false;
    await world.goTo('2026-03-02T12:00:05-05:00');
    await later();
    expect(pole.position).toBe('up');
  });

  test('creates no hold if it raises the flag at the very second when half-staff begins', async () => {
    await begin('2026-05-25T04:00:00-04:00');
    const pole = await world.addPole({ position: 'down' });
    const sunrise = (await poleHalfStaff(world.ctx, pole.id)).coming[0]?.at;
    await world.passTo(sunrise ?? Date.parse('2026-05-25T05:30:10-04:00'));
    await world.switchByHand(pole, { flagUp: true });
    await world.settle();
    await later();
    expect([pole.moves, await holdOf(pole)]).toEqual([['up', 'half'], null]);
  });

  test('keeps the flag down if the order was canceled while the engine was still moving the flag to half-staff', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole();
    pole.isStuck = true;
    const order = await world.order({});
    await world.settle();
    await cancelOrder(world.ctx, order.id, { why: 'Over' });
    await world.switchByHand(pole, { flagDown: true });
    await later(2000);
    pole.isStuck = false;
    await later(2000);
    await later();
    expect([pole.position, await holdOf(pole)]).toEqual(['down', null]);
  });

  test('creates no hold if a user lowers and raises the flag twice before the engine runs', async () => {
    const { pole } = await underOrder();
    for (const field of ['flagDown', 'flagDown', 'flagUp', 'flagUp'])
      await world.switchByHand(pole, { [field]: true });
    await later();
    expect([pole.position, await holdOf(pole)]).toEqual(['half', null]);
  });
});

describe('the engine when an order no longer applies to a pole', () => {
  test('raises a reconnecting pole if it was assigned to a different location after its order ended', async () => {
    const { pole } = await underOrder(untilSunset('2026-03-02'));
    const other = await world.addPole({ state: 'CA' });
    pole.isOnline = false;
    await world.goTo('2026-03-03T11:00:00-05:00');
    const { companyId, locationId } = other;
    await updateFlag(world.ctx, pole.id, { companyId, locationId });
    pole.isOnline = true;
    await later();
    expect(pole.position).toBe('up');
  });

  test("raises a reconnecting pole if its location's state was corrected after its order ended", async () => {
    const { pole } = await underOrder(untilSunset('2026-03-02'));
    pole.isOnline = false;
    await world.goTo('2026-03-03T11:00:00-05:00');
    await updateLocation(world.ctx, pole.locationId, { state: 'CA' });
    pole.isOnline = true;
    await later();
    expect(pole.position).toBe('up');
  });

  test("raises a reconnecting pole if its company stopped following orders after the order ended, even if a user's command timed out", async () => {
    const { pole } = await underOrder(untilSunset('2026-03-02'));
    world.stopEngine();
    pole.isStuck = true;
    await world.goTo('2026-03-03T11:00:00-05:00');
    await world.switchByHand(pole, { flagUp: true });
    await later(20 * MINUTE_MS);
    await updateCompany(world.ctx, pole.companyId, { autoHalfMast: false });
    pole.isStuck = pole.isOnline = false;
    await later(6 * MINUTE_MS);
    world.startEngine();
    await later();
    pole.isOnline = true;
    await later();
    expect(pole.position).toBe('up');
  });

  test("raises a pole if correcting its location's time zone means that its order never began", async () => {
    await begin('2026-03-02T09:00:00-10:00');
    const pole = await world.addPole({ state: 'HI' });
    await world.switchByHand(pole, { flagHalf: true });
    await later();
    await world.order({ ends: { kind: 'noon', date: '2026-03-02' } });
    await later();
    await updateLocation(world.ctx, pole.locationId, { timeZone: 'America/New_York' });
    await later();
    expect(pole.position).toBe('up');
  });

  test('raises a reconnecting pole if its company stopped following orders during a full-staff exception', async () => {
    await begin('2026-03-02T09:00:00-05:00');
    const pole = await world.addPole();
    await world.switchByHand(pole, { flagHalf: true });
    await later();
    await world.order(untilSunset('2026-03-04'));
    await later();
    pole.isOnline = false;
    await world.goTo('2026-03-03T11:00:00-05:00');
    await world.order({ kind: 'full', ...untilSunset('2026-03-03') });
    await later();
    await updateCompany(world.ctx, pole.companyId, { autoHalfMast: false });
    pole.isOnline = true;
    await later();
    expect(pole.position).toBe('up');
  });
});
