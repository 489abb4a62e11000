import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../testing/harness.ts';

const HOUR_MS = 3_600_000;

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness({ settings: { masterSessionIdleMs: 12 * HOUR_MS } });
});
afterAll(() => harness.close());

test('the API returns the time when a session ends, and an offline key that does not reveal the account', async () => {
  const id = await harness.addUser('master');
  const [one, other] = [await harness.client(id), await harness.client(id)];
  const sessionOf = async (client: typeof one) =>
    (await client.call('GET', '/api/user')).json.session;
  const { key, expiresAt, idleMs } = await sessionOf(one);
  expect(key).toMatch(/^[\da-f]{64}$/);
  expect(idleMs).toBe(12 * HOUR_MS);
  expect(expiresAt).toBeGreaterThan(harness.time.now);
  expect((await sessionOf(one)).key).toBe(key);
  expect((await sessionOf(other)).key).not.toBe(key);
  const { sid } = await harness.services.db.queries
    .selectFrom('sessions')
    .select('id as sid')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(key).not.toContain(sid);
});

test('a session gets a different offline key when its user loses permissions', async () => {
  const looker = await harness.as('employee', { allCompanies: true });
  const keyOf = async () => (await looker.call('GET', '/api/user')).json.session.key;
  const before = await keyOf();
  await harness.services.db.queries
    .updateTable('users')
    .set({ may_move_poles: false })
    .where('id', '=', looker.id)
    .execute();
  expect(await keyOf()).not.toBe(before);
});
