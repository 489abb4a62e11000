import { afterEach, describe, expect, test } from 'vitest';
import { openHolds } from '../../halfStaff/poles/holds.ts';
import {
  createEngineWorld,
  type EngineWorld,
  type PoleWishes,
  type WorldPole,
} from '../../halfStaff/testing/engineWorld.ts';
import { advanceTest } from './advance.ts';
import { findTest } from './queries.ts';
import { startTest } from './startTest.ts';

/**
 * These tests run pole tests while autopilot is on, with the real engine and a clock that the test
 * controls.
 */

let world: EngineWorld;
let pole: WorldPole;
afterEach(() => world.close());

async function begin(at: string, wishes: PoleWishes) {
  world = await createEngineWorld(at);
  await world.switchEngine(true);
  pole = await world.addPole(wishes);
  await world.settle();
  pole.moves.length = 0;
}
const testOf = () => findTest(world.services.db.queries, pole.id);
const startIt = async () => {
  await startTest(world.ctx, pole.id);
  await world.idle();
};
/** Runs the server and the engine until the test of the pole has ended. */
async function finish() {
  for (let round = 0; round < 10; round++) {
    const test = (await testOf())!;
    if (test.ended_at !== null) return test;
    await advanceTest(world.services, test, 0);
    await world.goTo(world.now() + 1000);
  }
  throw new Error('The test does not end');
}
const isHeld = async () => (await openHolds(world.services.db.queries, [pole.id])).size > 0;

describe('a test of a pole with a daily rule', () => {
  const NOON = '2026-06-10T12:00:00-04:00';
  /** A time after sunset. */
  const DARK = Date.parse('2026-06-10T21:00:00-04:00');

  test('raises the pole again during the day and creates no hold, so the rule still lowers it at sunset', async () => {
    await begin(NOON, { dailyRule: 'sunrise-sunset' });
    await startIt();
    await world.settle();
    expect(pole.position).toBe('half');
    expect(await finish()).toMatchObject({ phase: 'passed', problem: null });
    expect([pole.position, await isHeld()]).toEqual(['up', false]);
    await world.goTo(DARK);
    expect(pole.moves).toEqual(['half', 'up', 'down']);
  });

  test('leaves the pole down if autopilot lowers it at sunset during the test', async () => {
    await begin(NOON, { dailyRule: 'sunrise-sunset' });
    await world.goTo('2026-06-10T20:20:00-04:00');
    await startIt();
    // The engine continues, but nothing advances the pole test before sunset, as after a restart.
    await world.settle();
    await world.goTo(DARK);
    expect(pole.position).toBe('down');
    expect(await finish()).toMatchObject({
      phase: 'failed',
      problem: 'Autopilot moved the pole during the test. Test the pole again later.',
    });
    expect([pole.moves, await isHeld()]).toEqual([['half', 'down'], false]);
  });
});

describe('a half-staff order that begins during a pole test', () => {
  const sunset = { kind: 'sunset', date: '2026-06-12' } as const;
  const AFTER = '2026-06-13T12:00:00-04:00';
  const orderDuringTest = async (wishes: PoleWishes) => {
    await begin('2026-06-10T12:00:00-04:00', wishes);
    await startIt();
    await world.settle();
    await world.passTo(world.now() + 1000);
    await world.order({ ends: sunset });
    await world.settle();
  };

  test('keeps a pole at half-staff if it was up before the test, and raises it when the order ends', async () => {
    await orderDuringTest({ position: 'up' });
    await finish();
    await world.goTo(world.now() + 60_000);
    expect([pole.position, await isHeld()]).toEqual(['half', false]);
    await world.goTo(AFTER);
    expect(pole.position).toBe('up');
  });

  test('sends a pole that was down before the test back down, and keeps it down during the order and afterwards', async () => {
    await orderDuringTest({ position: 'down' });
    expect(pole.moves).toEqual(['up', 'half']);
    expect(await finish()).toMatchObject({
      phase: 'failed',
      problem: 'Autopilot moved the pole during the test. Test the pole again later.',
    });
    await world.goTo(world.now() + 60_000);
    expect([pole.position, await isHeld()]).toEqual(['down', false]);
    await world.goTo(AFTER);
    expect(pole.position).toBe('down');
  });
});
