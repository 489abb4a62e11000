import type { FlagCreated, PoleCheck } from '@halyard/domain';
import { type Fleet, startFleet } from '@halyard/poles';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type StartedServer, startFilledServer } from '../../../testing/filledServer.ts';

/** The timing of poles that move and report almost immediately. */
const TIMING = { travelMin: 50, travelMax: 100 };
const PATIENCE = { timeout: 20_000 };

describe('a pole test', () => {
  let server: StartedServer['server'];
  let world: StartedServer['world'];
  let stop = async () => {};
  const fleets: Fleet[] = [];
  beforeAll(async () => {
    ({ server, world, stop } = await startFilledServer('sqlite'));
  });
  afterEach(async () => {
    for (const fleet of fleets.splice(0)) await fleet.stop();
  });
  afterAll(() => stop());

  const checkOf = async (flag: FlagCreated) =>
    (await (await world.master.get(`/api/flags/${flag.id}/test`)).json()) as PoleCheck;
  const testOf = async (flag: FlagCreated) => (await checkOf(flag)).test;
  const begin = (flag: FlagCreated, by = world.companyUser) =>
    by.post(`/api/flags/${flag.id}/test`, {});
  const nodeOf = async (flag: FlagCreated) => {
    const flags = (await (await world.master.get('/api/flags')).json()) as FlagCreated[];
    return flags.find(({ id }) => id === flag.id)!.live;
  };

  /** Adds a flag with a pole that reports. */
  async function addPole(flagId: string, behaviour: 'normal' | 'never-follows' = 'normal') {
    const flag = await world.addFlag(flagId, { moveTimeout: 5 });
    const pole = { ownerId: flag.firebaseUserId, flagId, key: flag.deviceKey!, name: 'P' };
    fleets.push(
      startFleet({ server: server.url, poles: [{ ...pole, behaviour }], timing: TIMING }),
    );
    await expect.poll(async () => (await checkOf(flag)).obstacle, PATIENCE).toBe(null);
    return flag;
  }

  test('moves the pole, measures how long that takes, moves it back, and adds an entry to the activity log', async () => {
    const flag = await addPole('TEST-1');
    const before = (await nodeOf(flag)).reported;
    expect(await checkOf(flag)).toMatchObject({ isNew: true, test: null });
    const begun = await begin(flag);
    expect(begun.status).toBe(201);
    expect(((await begun.json()) as PoleCheck).test).toMatchObject({
      phase: 'moving',
      by: 'company',
    });
    // Nobody else can test the same pole in the meantime.
    expect((await begin(flag, world.master)).status).toBe(409);
    await expect.poll(async () => (await testOf(flag))?.phase, PATIENCE).toBe('passed');
    const test = (await testOf(flag))!;
    expect(test).toMatchObject({ problem: null, endedAt: expect.any(Number) as number });
    expect(test.tookMs).toBeGreaterThan(0);
    expect(test.position).not.toBe(test.positionBefore);
    const after = await nodeOf(flag);
    expect(after.reported).toEqual(before);
    expect((await checkOf(flag)).isNew).toBe(false);
    await expect
      .poll(async () => {
        const answer = await world.master.get(`/api/activity?flagId=${flag.id}&category=commands`);
        const { entries } = (await answer.json()) as {
          entries: { actor: { name: string }; outcome: string }[];
        };
        return entries.filter((one) => one.actor.name === 'company' && one.outcome === 'confirmed')
          .length;
      }, PATIENCE)
      .toBe(2);
  });

  test('is rejected for a pole that is locked, held or offline, and the pole does not move', async () => {
    const flag = await addPole('TEST-2');
    const obstacles = async () => {
      const answer = await begin(flag);
      return [answer.status, await answer.text()];
    };
    await world.master.put(`/api/flags/${flag.id}/lock`, { reason: 'Painting' });
    expect(await obstacles()).toEqual([409, expect.stringContaining('Painting')]);
    await world.master.delete(`/api/flags/${flag.id}/lock`);
    const at = Date.now() + 3_600_000;
    const hold = { reason: 'Parade', expires: { kind: 'at', at } };
    const held = await world.master.post(`/api/flags/${flag.id}/hold`, hold);
    expect(held.status, await held.text()).toBe(200);
    expect(await obstacles()).toEqual([409, expect.stringContaining('Parade')]);
    expect((await checkOf(flag)).test).toBe(null);
    const offline = await world.addFlag('TEST-3');
    expect((await begin(offline)).status).toBe(409);
  });

  test('sends no more commands to a pole that a user moves during the test', async () => {
    const flag = await addPole('TEST-4', 'never-follows');
    expect((await begin(flag)).status).toBe(201);
    const test = (await testOf(flag))!;
    const elsewhere = test.position === 'half' ? 'sw2' : 'sw3';
    const switches = [{ id: elsewhere, state: true }];
    expect((await world.master.patch(`/api/flags/${flag.id}`, { switches })).status).toBe(200);
    await expect.poll(async () => (await testOf(flag))?.phase, PATIENCE).toBe('failed');
    expect((await testOf(flag))?.problem).toMatch(/Another command moved the pole/);
    const { desired } = await nodeOf(flag);
    expect(elsewhere === 'sw2' ? desired.flagDown : desired.flagHalf).toBe(true);
  });
});
