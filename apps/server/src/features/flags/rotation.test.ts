import type { DeviceKey, FlagCreated } from '@halyard/domain';
import { startArduinoReplay, startFleet } from '@halyard/poles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../testing/engines.ts';
import { type StartedServer, startFilledServer } from '../../testing/filledServer.ts';

/** These tests rotate device keys while poles are connected over real sockets. */
describe.each(engines)('rotating a device key on %s', (engine) => {
  let server: StartedServer['server'];
  let world: StartedServer['world'];
  let stop = async () => {};
  beforeAll(async () => {
    ({ server, world, stop } = await startFilledServer(engine));
  });
  afterAll(() => stop());

  const keysOf = async (flag: FlagCreated) =>
    (await (await world.master.get(`/api/flags/${flag.id}/keys`)).json()) as DeviceKey[];
  async function rotate(flag: FlagCreated): Promise<DeviceKey & { key: string }> {
    const answer = await world.master.post(`/api/flags/${flag.id}/keys`, {});
    expect(answer.status).toBe(201);
    return (await answer.json()) as DeviceKey & { key: string };
  }
  const nodeUrl = (flag: FlagCreated, key: string) =>
    `${server.url}/users/${flag.firebaseUserId}/hardware/${flag.flagId}.json?auth=${key}`;

  test('keeps a stream that uses the old key open until the pole first reports with the new key', async () => {
    const flag = await world.addFlag('TURN-1');
    const before = await openPole(flag, flag.deviceKey!);
    await expect.poll(async () => (await keysOf(flag))[0]?.lastUsedAt).not.toBe(null);

    const made = await rotate(flag);
    // Trying the new key in a browser does not count as using it.
    expect((await fetch(nodeUrl(flag, made.key))).status).toBe(200);
    expect((await before.pole.update('{"voltage":42.1}')).status).toBe(200);
    expect(before.isOpen()).toBe(true);
    expect(await keysOf(flag)).toHaveLength(2);

    const after = await openPole(flag, made.key);
    await expect.poll(before.isOpen).toBe(false);
    expect((await keysOf(flag)).map(({ id }) => id)).toEqual([made.id]);
    expect((await fetch(nodeUrl(flag, flag.deviceKey!))).status).toBe(401);
    expect((await after.pole.update('{"voltage":42.2}')).status).toBe(200);
    before.pole.close();
    after.pole.close();
  });

  test('lets a pole that was offline during the rotation continue to use the old key', async () => {
    const flag = await world.addFlag('TURN-2');
    const pole = (key: string) =>
      startFleet({
        server: server.url,
        poles: [
          {
            ownerId: flag.firebaseUserId,
            flagId: 'TURN-2',
            key,
            name: 'Pole',
            behaviour: 'normal',
          },
        ],
      });
    const first = pole(flag.deviceKey!);
    await expect.poll(() => first.stats().reports).toBeGreaterThan(0);
    await first.stop();
    const made = await rotate(flag);
    const back = pole(flag.deviceKey!);
    await expect.poll(() => back.stats().reports).toBeGreaterThan(0);
    expect(await keysOf(flag)).toHaveLength(2);
    await back.stop();

    const renewed = pole(made.key);
    await expect.poll(async () => (await keysOf(flag)).map(({ id }) => id)).toEqual([made.id]);
    expect((await fetch(nodeUrl(flag, flag.deviceKey!))).status).toBe(401);
    await renewed.stop();
  });

  /** Connects a pole that sends the same bytes as the Arduino library. */
  async function openPole(flag: FlagCreated, key: string) {
    let isOpen = true;
    const pole = await startArduinoReplay({
      host: '127.0.0.1',
      port: Number(new URL(server.url).port),
      ownerId: flag.firebaseUserId,
      flagId: flag.flagId,
      key,
      onClose: () => {
        isOpen = false;
      },
    });
    return { pole, isOpen: () => isOpen };
  }
});
