import { type DeviceKey, FLAG_ID_TAKEN, type Flag, type FlagCreated } from '@halyard/domain';
import { startArduinoReplay } from '@halyard/poles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../testing/engines.ts';
import { type StartedServer, startFilledServer } from '../../testing/filledServer.ts';

/** These tests connect over real sockets and replace a broken controller with a new one. */
describe.each(engines)('replacing a device on %s', (engine) => {
  let server: StartedServer['server'];
  let world: StartedServer['world'];
  let stop = async () => {};
  beforeAll(async () => {
    ({ server, world, stop } = await startFilledServer(engine));
  });
  afterAll(() => stop());

  const nodeUrl = (flag: Flag, key: string | null) =>
    `${server.url}/users/${flag.firebaseUserId}/hardware/${flag.flagId}.json?auth=${key}`;
  const replace = (flag: Flag, body: object) =>
    world.master.post(`/api/flags/${flag.id}/replace`, body);
  const replaced = async (flag: Flag, body: object) => {
    const answer = await replace(flag, body);
    expect(answer.status).toBe(201);
    return (await answer.json()) as FlagCreated;
  };
  const flagNow = async (id: string) => {
    const flags = (await (await world.master.get('/api/flags')).json()) as Flag[];
    return flags.find((flag) => flag.id === id)!;
  };

  test("immediately revokes all old keys, and keeps the flag's data if the flag ID stays the same", async () => {
    const flag = await world.addFlag('SWAP-1');
    let isOpen = true;
    const old = await startArduinoReplay({
      host: '127.0.0.1',
      port: Number(new URL(server.url).port),
      ownerId: flag.firebaseUserId,
      flagId: flag.flagId,
      key: flag.deviceKey!,
      onClose: () => {
        isOpen = false;
      },
    });
    expect((await old.update('{"voltage":42.1}')).status).toBe(200);
    // The device reports its states once its stream has started.
    const stored = async () => (await fetch(nodeUrl(flag, flag.deviceKey))).json();
    await expect.poll(stored).toHaveProperty('reported');
    await world.master.post(`/api/flags/${flag.id}/keys`, {});
    const next = await replaced(flag, {});
    await expect.poll(() => isOpen).toBe(false);
    old.close();
    expect(next).toMatchObject({ id: flag.id, flagId: 'SWAP-1' });
    const keys = (await (
      await world.master.get(`/api/flags/${flag.id}/keys`)
    ).json()) as DeviceKey[];
    expect(keys).toHaveLength(1);
    expect((await fetch(nodeUrl(flag, flag.deviceKey))).status).toBe(401);
    const node = await fetch(nodeUrl(next, next.deviceKey));
    expect(await node.json()).toMatchObject({ id: 'SWAP-1', reported: {} });
  });

  test('keeps the desired position, lamp and name, but not the old reports, if the flag ID changes', async () => {
    const flag = await world.addFlag('SWAP-2');
    const report = { method: 'PATCH', body: '{"voltage":42.1,"reported/flagDown":true}' };
    expect((await fetch(nodeUrl(flag, flag.deviceKey), report)).status).toBe(200);
    const up = {
      switches: [
        { id: 'sw1', state: true },
        { id: 'sw4', state: true },
      ],
    };
    expect((await world.master.patch(`/api/flags/${flag.id}`, up)).status).toBe(200);
    const desired = { flagUp: true, flagDown: false, flagHalf: false, lamp: true };
    await expect.poll(async () => (await flagNow(flag.id)).live.desired).toMatchObject(desired);

    const next = await replaced(flag, { flagId: 'SWAP-2b' });
    expect(next).toMatchObject({
      id: flag.id,
      name: flag.name,
      flagId: 'SWAP-2b',
      firebaseUserId: flag.firebaseUserId,
    });
    expect((await fetch(nodeUrl(flag, flag.deviceKey))).status).toBe(401);
    expect((await fetch(nodeUrl(next, flag.deviceKey))).status).toBe(401);
    const node = (await (await fetch(nodeUrl(next, next.deviceKey))).json()) as object;
    expect(node).toMatchObject({ id: 'SWAP-2b', ...desired });
    expect(node).not.toHaveProperty('reported');
    expect(node).not.toHaveProperty('voltage');
    const after = { method: 'PATCH', body: '{"voltage":41,"reported/flagUp":true}' };
    expect((await fetch(nodeUrl(next, next.deviceKey), after)).status).toBe(200);
  });

  test('keeps a locked flag locked', async () => {
    const flag = await world.addFlag('SWAP-3');
    const locked = await world.master.put(`/api/flags/${flag.id}/lock`, { reason: 'New motor' });
    expect(locked.status).toBe(200);
    const next = await replaced(flag, { flagId: 'SWAP-3b' });
    expect(next.live.lock).toMatchObject({ reason: 'New motor' });
    const up = await world.master.patch(`/api/flags/${flag.id}`, {
      switches: [{ id: 'sw1', state: true }],
    });
    expect(up.status).toBe(409);
  });

  test('is rejected if the new ID belongs to another flag, and leaves the old device connected', async () => {
    const flag = await world.addFlag('SWAP-4');
    await world.addFlag('SWAP-5');
    const answer = await replace(flag, { flagId: 'swap-5' });
    expect([answer.status, await answer.text()]).toEqual([409, FLAG_ID_TAKEN]);
    expect((await fetch(nodeUrl(flag, flag.deviceKey))).status).toBe(200);
    expect((await replace(flag, { flagId: 'no/such' })).status).toBe(400);
  });
});
