import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createEngineWorld, type EngineWorld } from '../testing/engineWorld.ts';
import { eachPole } from './fleet.ts';

let world: EngineWorld;
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

test('reading all poles does not block other work', async () => {
  world = await createEngineWorld('2026-03-02T10:00:00-05:00');
  const poles = [await world.addPole(), await world.addPole(), await world.addPole()];
  await world.poles.current();
  // Each step takes long.
  let time = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000));
  let turns = 0;
  let isOver = false;
  const otherWork = (async () => {
    for (; !isOver; turns++) await nextTurn();
  })();
  const seen: { id: string; turns: number }[] = [];
  await eachPole(world.services, world.poles, { kind: 'all' }, ({ flag: { id } }) =>
    seen.push({ id, turns }),
  );
  isOver = true;
  await otherWork;
  expect(seen.map(({ id }) => id).sort()).toEqual(poles.map(({ id }) => id).sort());
  expect(new Set(seen.map((each) => each.turns)).size).toBe(3);
  const { companyId } = poles[1]!;
  const own: string[] = [];
  await eachPole(world.services, world.poles, { kind: 'company', companyId }, ({ flag }) =>
    own.push(flag.id),
  );
  expect(own).toEqual([poles[1]!.id]);
});
