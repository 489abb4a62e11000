import type { MoveControl, OrderTerms } from '@halyard/domain';
import { afterEach, describe, expect, test } from 'vitest';
import { holdPole, poleHalfStaff } from '../../halfStaff/inEffect/poleStatus.ts';
import {
  createEngineWorld,
  type EngineWorld,
  type WorldPole,
} from '../../halfStaff/testing/engineWorld.ts';
import { createMove, listMoves, retryMove } from './moves.ts';
import { undoMove } from './undo.ts';

/** Mass moves and their undo, with the real engine, database and realtime tree, and simulated poles. */

let world: EngineWorld;
afterEach(() => world.close());

const MINUTE_MS = 60_000;
const later = (minutes = 1) => world.goTo(world.now() + minutes * MINUTE_MS);
const holdOf = async (pole: WorldPole) => (await poleHalfStaff(world.ctx, pole.id)).hold;
const untilSunset = (date: string): Partial<OrderTerms> => ({ ends: { kind: 'sunset', date } });
const positions = (poles: readonly WorldPole[]) => poles.map(({ position }) => position);

async function begin(isOn = true) {
  world = await createEngineWorld('2026-03-02T10:00:00-05:00');
  if (isOn) await world.switchEngine(true);
}
/** A mass move, and what follows from it a minute later. */
async function move(control: MoveControl, poles: readonly WorldPole[]) {
  const moved = await createMove(world.ctx, { control, flagIds: poles.map(({ id }) => id) });
  await later();
  return moved;
}
/** The undo, and what follows from it. @returns the problem of each pole; null: it was restored */
async function undo(id: string, poles: readonly WorldPole[]) {
  const { flags } = await undoMove(world.ctx, id);
  await later();
  return poles.map((pole) => {
    const found = flags.find(({ flagId }) => flagId === pole.id);
    return found === undefined ? 'settled' : found.problem;
  });
}

test('undo gives each pole its own earlier position, once', async () => {
  await begin(false);
  const poles = [
    await world.addPole(),
    await world.addPole({ position: 'down' }),
    await world.addPole({ position: 'half', serverSteps: true }),
  ];
  await later();
  const { id } = await move('down', poles);
  expect(positions(poles)).toEqual(['down', 'down', 'down']);
  expect((await listMoves(world.ctx)).map((each) => each.id)).toEqual([id]);
  expect(await undo(id, poles)).toEqual([null, null, null]);
  expect(positions(poles)).toEqual(['up', 'down', 'half']);
  expect(await listMoves(world.ctx)).toEqual([]);
  expect(await undo(id, poles)).toEqual(['settled', 'settled', 'settled']);
});

test('undo leaves out poles that anyone has moved or held since, and says who', async () => {
  await begin(false);
  const poles = [
    await world.addPole(),
    await world.addPole(),
    await world.addPole(),
    await world.addPole(),
  ];
  const [byPerson, atPole, held, free] = poles as [WorldPole, WorldPole, WorldPole, WorldPole];
  await later();
  const { id } = await move('down', poles);
  await world.switchByHand(byPerson, { flagHalf: true });
  atPole.position = 'half';
  await holdPole(world.ctx, held.id, {
    reason: 'Painting',
    expires: { kind: 'at', at: world.now() + 60 * MINUTE_MS },
  });
  await later();
  const [first, second, third, last] = await undo(id, poles);
  expect(first).toMatch(/^Moved since by ./);
  expect(second).toBe('Moved since at the pole');
  expect(third).toMatch(/^Held since by ./);
  expect([last, ...positions(poles)]).toEqual([null, 'half', 'half', 'down', 'up']);
  expect(free.position).toBe('up');
  expect(await listMoves(world.ctx)).toEqual([]);
});

test('undo leaves out a pole moved since by a command with the id of one before the move', async () => {
  await begin(false);
  const pole = await world.addPole();
  const again = () => ({ id: 'chosen', issuedAt: world.now() });
  await later();
  await world.commandLive(pole, { flagHalf: true }, again());
  await later();
  const { id } = await move('down', [pole]);
  await world.commandLive(pole, { flagHalf: true }, again());
  await later();
  expect(await undo(id, [pole])).toEqual([expect.stringMatching(/^Moved since by ./)]);
  expect(await listMoves(world.ctx)).toEqual([]);
});

test('an offline or locked pole is left out of the move and can be restored by a second undo', async () => {
  await begin(false);
  const [here, away] = [await world.addPole(), await world.addPole()];
  await later();
  const { id } = await move('down', [here, away]);
  away.isOnline = false;
  await later(6);
  expect(await undo(id, [here, away])).toEqual([null, 'Offline']);
  expect(await listMoves(world.ctx)).toMatchObject([{ id }]);
  away.isOnline = true;
  await later();
  expect(await undo(id, [here, away])).toEqual(['settled', null]);
  expect(positions([here, away])).toEqual(['up', 'up']);
});

test('a pole that was left out of the move is not touched by its undo, and a retry reaches it', async () => {
  await begin(false);
  const [here, away] = [await world.addPole(), await world.addPole({ position: 'half' })];
  await later();
  away.isOnline = false;
  await later(6);
  const moved = await move('down', [here, away]);
  expect(moved.flags.find(({ flagId }) => flagId === away.id)).toMatchObject({
    commandId: null,
    problem: 'Offline',
  });
  away.isOnline = true;
  await later();
  expect(away.position).toBe('half');
  await retryMove(world.ctx, moved.id, { flagIds: [away.id] });
  await later();
  expect(away.position).toBe('down');
  expect(await undo(moved.id, [here, away])).toEqual([null, null]);
  expect(positions([here, away])).toEqual(['up', 'half']);
});

test('15 minutes after the move it is too late', async () => {
  await begin(false);
  const pole = await world.addPole();
  await later();
  const { id } = await move('down', [pole]);
  await later(14);
  expect(await listMoves(world.ctx)).toEqual([]);
  await expect(undoMove(world.ctx, id)).rejects.toThrow('A move can be undone for 15 minutes.');
  expect(pole.position).toBe('down');
});

describe('with autopilot on', () => {
  test('undo of Up during an order: half-staff, and the hold that Up made is gone', async () => {
    await begin();
    const pole = await world.addPole();
    await world.order(untilSunset('2026-03-02'));
    await later();
    const { id } = await move('up', [pole]);
    expect([pole.position, await holdOf(pole)]).toMatchObject(['up', { by: expect.any(String) }]);
    expect(await undo(id, [pole])).toEqual([null]);
    expect([pole.position, await holdOf(pole)]).toEqual(['half', null]);
    await world.goTo('2026-03-02T18:30:00-05:00');
    expect(pole.position).toBe('up');
  });

  test('undo of Down opens a person\u2019s hold again, and it ends when it would have ended', async () => {
    await begin();
    const pole = await world.addPole();
    await world.order(untilSunset('2026-03-03'));
    await later();
    await world.switchByHand(pole, { flagUp: true });
    await later();
    const before = await holdOf(pole);
    const { id } = await move('down', [pole]);
    expect([pole.position, await holdOf(pole)]).toEqual(['down', null]);
    expect(await undo(id, [pole])).toEqual([null]);
    await later(5);
    expect([pole.position, (await holdOf(pole))?.id]).toEqual(['up', before?.id]);
    await world.goTo('2026-03-03T07:30:00-05:00');
    expect([pole.position, await holdOf(pole)]).toEqual(['half', null]);
  });

  test('undo keeps a hold with a reason that stands against nothing', async () => {
    await begin();
    const pole = await world.addPole();
    await world.order(untilSunset('2026-03-03'));
    await later();
    await holdPole(world.ctx, pole.id, {
      reason: 'Ceremony',
      expires: { kind: 'at', at: world.now() + 60 * MINUTE_MS },
    });
    const { id } = await move('down', [pole]);
    expect(await undo(id, [pole])).toEqual([null]);
    expect([pole.position, (await holdOf(pole))?.reason]).toEqual(['half', 'Ceremony']);
  });

  test('undo of Up that autopilot has lowered to half-staff since: down again', async () => {
    await begin();
    const pole = await world.addPole({ position: 'down' });
    await world.order(untilSunset('2026-03-03'));
    await later();
    const { id } = await move('up', [pole]);
    expect(pole.position).toBe('half');
    expect(await undo(id, [pole])).toEqual([null]);
    await later(5);
    expect([pole.position, await holdOf(pole)]).toEqual(['down', null]);
  });

  test('undo makes no hold, at an engine that has forgotten everything, too', async () => {
    await begin();
    const pole = await world.addPole();
    await world.switchEngine(false);
    await world.order(untilSunset('2026-03-03'));
    await later();
    const { id } = await move('down', [pole]);
    expect(await undo(id, [pole])).toEqual([null]);
    expect(pole.position).toBe('up');
    await world.services.db.queries.deleteFrom('engine_poles').execute();
    await world.switchEngine(true);
    await later();
    expect([pole.position, await holdOf(pole)]).toEqual(['half', null]);
  });

  test('undo of lamps against a daily rule makes no hold and ends the one that the move made', async () => {
    await begin();
    const pole = await world.addPole({ dailyRule: 'always-up' });
    await later();
    expect(await holdOf(pole)).toBe(null);
    const { id } = await move('lamps-on', [pole]);
    expect((await holdOf(pole))?.reason).toBe('Lamp switched by hand');
    expect(await undo(id, [pole])).toEqual([null]);
    await later(2);
    expect(await holdOf(pole)).toBe(null);
    expect(world.services.link.record(pole).reported.lamp).toBe(false);
  });

  test('undo of lamps that were on against the rule before: no hold for the command that restores them', async () => {
    await begin(false);
    const pole = await world.addPole({ dailyRule: 'always-up' });
    await later();
    await world.switchByHand(pole, { lamp: true });
    await later();
    const { id } = await move('lamps-off', [pole]);
    expect(await undo(id, [pole])).toEqual([null]);
    expect(world.services.link.record(pole).reported.lamp).toBe(true);
    await world.switchEngine(true);
    await later();
    expect(await holdOf(pole)).toBe(null);
    expect(world.services.link.record(pole).reported.lamp).toBe(false);
  });

  test('an engine that looks between the hold and the command of an undo does not end the hold', async () => {
    await begin();
    const pole = await world.addPole();
    await world.order(untilSunset('2026-03-03'));
    await later();
    await world.switchByHand(pole, { flagUp: true });
    await later();
    const { id } = await move('down', [pole]);
    const { link } = world.services;
    const command: typeof link.command = async (...given) => {
      await world.settle();
      return link.command(...given);
    };
    await undoMove({ ...world.ctx, link: { ...link, command } }, id);
    await later();
    expect([pole.position, (await holdOf(pole))?.reason]).toEqual(['up', 'Sent up by hand']);
  });
});

test('the lamp control toggles each lamp, or sets all, and undo restores each', async () => {
  await begin(false);
  const poles = [await world.addPole(), await world.addPole()];
  await later();
  await world.switchByHand(poles[0]!, { lamp: true });
  await later();
  const lamps = () => poles.map((pole) => world.services.link.record(pole).reported.lamp);
  await move('toggle-lamps', poles);
  expect(lamps()).toEqual([false, true]);
  const { id } = await move('lamps-on', poles);
  expect(lamps()).toEqual([true, true]);
  expect(await undo(id, poles)).toEqual([null, null]);
  expect(lamps()).toEqual([false, true]);
});
