import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../platform/config/config.ts';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, DAY_MS, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';

const HOUR_MS = 60 * 60_000;
const read = (env: Record<string, string>) => readConfig(env, { demo: false });

test('a master is signed out after 12 idle hours or 14 days, unless the settings say otherwise', () => {
  expect(read({})).toMatchObject({
    sessionIdleMs: 14 * DAY_MS,
    sessionMaxMs: 90 * DAY_MS,
    masterSessionIdleMs: 12 * HOUR_MS,
    masterSessionMaxMs: 14 * DAY_MS,
  });
  expect(read({ MASTER_SESSION_IDLE_HOURS: '1', MASTER_SESSION_MAX_DAYS: '2' })).toMatchObject({
    masterSessionIdleMs: HOUR_MS,
    masterSessionMaxMs: 2 * DAY_MS,
  });
  expect(() => read({ MASTER_SESSION_IDLE_HOURS: '0' })).toThrow(ConfigError);
});

describe.each(engines)("a master's session on %s", (engine) => {
  let harness: Harness;
  let world: World;
  beforeAll(async () => {
    const { masterSessionIdleMs, masterSessionMaxMs } = read({});
    harness = await createHarness({
      engine,
      settings: { masterSessionIdleMs, masterSessionMaxMs },
    });
    world = await createWorld(harness, await harness.as('master'));
  });
  afterAll(() => harness.close());

  const isIn = async (client: Client) => (await client.call('GET', '/api/user')).status === 200;
  const rows = async () =>
    (await harness.services.db.queries.selectFrom('sessions').select('user_id').execute()).map(
      (row) => row.user_id,
    );

  test("ends and is deleted after 12 idle hours, while other users' sessions continue", async () => {
    const master = await harness.as('master');
    const other = await harness.as('company_user', world);
    harness.time.now += 12 * HOUR_MS - 1;
    expect(await isIn(master)).toBe(true);
    harness.time.now += 12 * HOUR_MS;
    await harness.sessions.sweep();
    expect(await isIn(master)).toBe(false);
    expect(await isIn(other)).toBe(true);
    expect(await rows()).not.toContain(master.id);
    expect(await rows()).toContain(other.id);
  });

  test('ends 14 days after the sign-in, even if it is in use', async () => {
    const master = await harness.as('master');
    const since = harness.time.now;
    const { session } = (await harness.sessions.fromCookie(master.cookie!))!;
    expect(session.expiresAt).toBe(since + 14 * DAY_MS);
    while (harness.time.now < since + 14 * DAY_MS - 6 * HOUR_MS) {
      harness.time.now += 6 * HOUR_MS;
      expect(await isIn(master)).toBe(true);
    }
    harness.time.now += 6 * HOUR_MS;
    expect(await isIn(master)).toBe(false);
  });

  test('gets the shorter time limits as soon as the user becomes a master', async () => {
    const person = await harness.as('company_user', world);
    harness.time.now += DAY_MS;
    const boss = await harness.as('master');
    await boss.call('PATCH', `/api/users/${person.id}`, { role: 'master' });
    expect(await isIn(person)).toBe(false);
  });
});
