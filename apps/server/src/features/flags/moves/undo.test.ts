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

/**
 * These tests make mass moves and undo them with the real engine, database and realtime tree, and
 * with simulated poles.
 */

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
/** Makes a mass move, and lets one minute pass. */
async function move(control: MoveControl, poles: readonly WorldPole[]) {
  const moved = await createMove(world.ctx, { control, flagIds: poles.map(({ id }) => id) });
  await later();
  return moved;
}
/**
 * Undoes a mass move, and lets one minute pass.
 * @returns the reason why each pole was not restored; null if it was
 */
async function undo(id: string, poles: readonly WorldPole[]) {
  const { flags } = await undoMove(world.ctx, id);
  await later();
  return poles.map((pole) => {
    const found = flags.find(({ flagId }) => flagId === pole.id);
    return found === undefined ? 'settled' : found.problem;
  });
}

test('undo returns each pole to its previous position, and works only once per move', async () => {
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

test('undo from two browsers at the same time sends each command only once', async () => {
  await begin(false);
  const poles = [await world.addPole(), await world.addPole()];
  await later();
  const { id } = await move('down', poles);
  const answers = await Promise.all([undoMove(world.ctx, id), undoMove(world.ctx, id)]);
  await later();
  expect(answers.map(({ flags }) => flags.length).sort()).toEqual([0, 2]);
  expect(positions(poles)).toEqual(['up', 'up']);
});

test('undo skips poles that someone has moved or held since the move, and says who did it', async () => {
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
  expect(first).toMatch(/^Moved by .+ after this move$/);
  expect(second).toBe('Moved by hand after this move');
  expect(third).toMatch(/^Put on hold by .+ after this move$/);
  expect([last, ...positions(poles)]).toEqual([null, 'half', 'half', 'down', 'up']);
  expect(free.position).toBe('up');
  expect(await listMoves(world.ctx)).toEqual([]);
});

test('undo of a mass move skips a pole that someone has since moved away and back by hand', async () => {
  await begin(false);
  const [returned, still] = [await world.addPole(), await world.addPole()];
  await later();
  const { id } = await move('down', [returned, still]);
  for (const position of ['half', 'down'] as const) {
    returned.position = position;
    await later();
  }
  expect(await undo(id, [returned, still])).toEqual(['Moved by hand after this move', null]);
  expect(positions([returned, still])).toEqual(['down', 'up']);
});

test('undo skips a pole that was moved again later, even by a command with the same ID', async () => {
  await begin(false);
  const pole = await world.addPole();
  const again = () => ({ id: 'chosen', issuedAt: world.now() });
  await later();
  await world.commandLive(pole, { flagHalf: true }, again());
  await later();
  const { id } = await move('down', [pole]);
  await world.commandLive(pole, { flagHalf: true }, again());
  await later();
  expect(await undo(id, [pole])).toEqual([expect.stringMatching(/^Moved by .+ after this move$/)]);
  expect(await listMoves(world.ctx)).toEqual([]);
});

test('undo skips an offline pole, but a second undo can restore the pole when it is back online', async () => {
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

test('undo does not move a pole that the original move skipped, unless a retry has moved it since', async () => {
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

test('undo is rejected if the move was more than 15 minutes ago', async () => {
  await begin(false);
  const pole = await world.addPole();
  await later();
  const { id } = await move('down', [pole]);
  await later(14);
  expect(await listMoves(world.ctx)).toEqual([]);
  await expect(undoMove(world.ctx, id)).rejects.toThrow(
    'A move can be undone only within 15 minutes.',
  );
  expect(pole.position).toBe('down');
});

describe('undo while autopilot is on', () => {
  test('sends a pole that was raised during an order back to half-staff, and ends the hold that the move created', async () => {
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

  test('restores a hold with its original end time if the move ended it', async () => {
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

  test('does not end a hold that was set with a reason', async () => {
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

  test.each(['up', 'down'] as const)(
    'skips a pole that was %s before the move and has since been lowered to half-staff by autopilot',
    async (position) => {
      await begin();
      const pole = await world.addPole({ position: 'down' });
      if (position === 'up') await world.switchByHand(pole, { flagUp: true });
      await later();
      const { id } = await move('up', [pole]);
      await world.order(untilSunset('2026-03-03'));
      await later();
      expect(pole.position).toBe('half');
      expect(await undo(id, [pole])).toEqual(['Moved by autopilot after this move']);
      await later(5);
      expect([pole.position, await holdOf(pole)]).toEqual(['half', null]);
      expect(await listMoves(world.ctx)).toEqual([]);
    },
  );

  test('creates no hold, even if the half-staff engine has lost its data', async () => {
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

  test('ends the hold that the move created by switching the lamp', async () => {
    await begin();
    const pole = await world.addPole({ dailyRule: 'always-up' });
    await later();
    expect(await holdOf(pole)).toBe(null);
    const { id } = await move('lamps-on', [pole]);
    expect((await holdOf(pole))?.reason).toBe('Lamp turned on or off manually');
    expect(await undo(id, [pole])).toEqual([null]);
    await later(2);
    expect(await holdOf(pole)).toBe(null);
    expect(world.services.link.record(pole).reported.lamp).toBe(false);
  });

  test('creates no hold when it restores lamps that were on despite the daily rule', async () => {
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

  test('keeps the restored hold even if the half-staff engine runs before the command is sent', async () => {
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
    expect([pole.position, (await holdOf(pole))?.reason]).toEqual(['up', 'Raised manually']);
  });
});

test('undo restores each lamp that was switched with the lamp control', async () => {
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
