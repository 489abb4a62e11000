import type { DeviceKey } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, DAY_MS, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { deviceKeyHolder } from './keys.ts';
import { createKeyUses, type KeyUses } from './keyUses.ts';

describe.each(engines)('rotation of device keys on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let uses: KeyUses;
  let made = 0;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    uses = createKeyUses(harness.services);
  });
  afterAll(() => harness.close());

  /** Creates a flag with its first device key. */
  async function newFlag() {
    const { companyId, locationId } = world;
    const body = { name: 'Mast', flagId: `KEYS-${++made}`, companyId, locationId };
    const { json } = await master.call('POST', '/api/flags', body);
    const url = `/api/flags/${json.id}/keys`;
    return {
      id: json.id as string,
      url,
      first: json.deviceKey as string,
      rotate: (more?: object) => master.call('POST', url, more),
      keys: async () => (await master.call('GET', url)).json as DeviceKey[],
      newKeySince: async (by = master) =>
        (await by.call('GET', '/api/flags')).json.find(({ id }: DeviceKey) => id === json.id)
          .newKeySince,
    };
  }
  const opens = async (key: string) => (await deviceKeyHolder(harness.services.db, key)) !== null;

  /**
   * Signs in with a key and reports, as a pole does.
   * @returns whether the report was accepted
   */
  async function report(key: string): Promise<boolean> {
    const holder = await deviceKeyHolder(harness.services.db, key);
    if (!holder) return false;
    uses.presented(holder);
    uses.reported(holder.keyId);
    await uses.flush();
    return true;
  }
  const revision = () => harness.link.leaves.get(`companies/${world.companyId}/rev`) as number;

  test('keeps the old key valid until the pole first reports with the new one', async () => {
    const flag = await newFlag();
    expect(await report(flag.first)).toBe(true);
    const { json: made } = await flag.rotate();
    expect(await report(flag.first)).toBe(true);
    const [old] = await flag.keys();
    const before = revision();
    expect(await report(made.key)).toBe(true);
    expect(await flag.keys()).toEqual([
      { id: made.id, createdAt: made.createdAt, lastUsedAt: harness.time.now },
    ]);
    expect(await report(flag.first)).toBe(false);
    // The server closes the connections with the old key, and updates open screens.
    expect(harness.link.keysRevoked).toContain(old!.id);
    expect(revision()).toBeGreaterThan(before);
  });

  test('keeps the old key valid if a client only reads with the new one, for example to test it', async () => {
    const flag = await newFlag();
    const { json: made } = await flag.rotate();
    uses.presented((await deviceKeyHolder(harness.services.db, made.key))!);
    await uses.flush();
    expect(await report(flag.first)).toBe(true);
    expect(await flag.keys()).toHaveLength(2);
  });

  test('accepts the second key from a pole that has never used the first', async () => {
    const flag = await newFlag();
    const { json: made } = await flag.rotate();
    expect(await report(made.key)).toBe(true);
    expect((await flag.keys()).map(({ id }) => id)).toEqual([made.id]);
  });

  test('never locks out a pole that still has the oldest key, even after several rotations', async () => {
    const flag = await newFlag();
    const { json: second } = await flag.rotate();
    // This rotation does not invalidate any key, because the pole may have either of the two.
    expect((await flag.rotate()).status).toBe(409);
    const { json: third, status } = await flag.rotate({ replaces: second.id });
    expect(status).toBe(201);
    expect(harness.link.keysRevoked).toContain(second.id);
    expect([await opens(second.key), await report(flag.first)]).toEqual([false, true]);
    expect((await flag.keys()).map(({ id }) => id)).toContain(third.id);
    expect(await flag.keys()).toHaveLength(2);
    expect(await report(third.key)).toBe(true);
    expect(await report(flag.first)).toBe(false);
  });

  test('replaces a new key only if no pole can be using it', async () => {
    const flag = await newFlag();
    const [first] = await flag.keys();
    expect((await flag.rotate({ replaces: first!.id })).status).toBe(409);
    const { json: made } = await flag.rotate();
    expect((await flag.rotate({ replaces: first!.id })).status).toBe(409);
    expect((await flag.rotate({ replaces: world.keyId })).status).toBe(404);
    await report(made.key);
    expect((await flag.rotate({ replaces: made.id })).status).toBe(409);
    expect((await flag.rotate({ replaces: first!.id })).status).toBe(404);
    expect(await opens(made.key)).toBe(true);
  });

  test('keeps either a new key or its replacement, never both, even if the pole first reports with the new key during the replacement', async () => {
    for (let round = 0; round < 5; round++) {
      const flag = await newFlag();
      await report(flag.first);
      const { json: made } = await flag.rotate();
      const [replaced] = await Promise.all([flag.rotate({ replaces: made.id }), report(made.key)]);
      const isReplaced = replaced.status === 201;
      expect([await opens(made.key), await opens(flag.first)]).toEqual([!isReplaced, isReplaced]);
    }
  });

  test("revokes the old key at the pole's next report if the first report with the new key could not be recorded", async () => {
    const flag = await newFlag();
    const { json: made } = await flag.rotate();
    let isAway = true;
    const transaction: typeof harness.services.db.transaction = (work) =>
      isAway ? Promise.reject(new Error('away')) : harness.services.db.transaction(work);
    const shaky = createKeyUses({
      ...harness.services,
      db: { ...harness.services.db, transaction },
    });
    const holder = (await deviceKeyHolder(harness.services.db, made.key))!;
    shaky.presented(holder);
    shaky.reported(holder.keyId);
    await shaky.flush();
    expect(await opens(flag.first)).toBe(true);
    isAway = false;
    shaky.reported(holder.keyId);
    await shaky.flush();
    expect(await opens(flag.first)).toBe(false);
  });

  test('shows how long a new key has been waiting for its first report, but only to users who may manage keys', async () => {
    const flag = await newFlag();
    expect(await flag.newKeySince()).toBe(null);
    const { json: made } = await flag.rotate();
    harness.time.now += DAY_MS;
    expect(await flag.newKeySince()).toBe(made.createdAt);
    expect(await flag.newKeySince(world.companyUser)).toBe(null);
    const renamed = await master.call('PATCH', `/api/flags/${flag.id}`, { name: 'Renamed' });
    expect(renamed.json.newKeySince).toBe(made.createdAt);
    await report(made.key);
    expect(await flag.newKeySince()).toBe(null);
  });

  test('updates open screens when a key is created or revoked', async () => {
    const flag = await newFlag();
    let before = revision();
    const { json: made } = await flag.rotate();
    expect(revision()).toBeGreaterThan(before);
    before = revision();
    expect((await master.call('DELETE', `${flag.url}/${made.id}`)).status).toBe(204);
    expect(revision()).toBeGreaterThan(before);
  });
});
