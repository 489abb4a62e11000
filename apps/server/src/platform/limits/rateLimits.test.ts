import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines, openTestDatabase, type TestDatabase } from '../../testing/engines.ts';
import {
  chargeAddress,
  chargeTry,
  forgetTries,
  type Limit,
  refundAddress,
  refundTry,
  sweepRateLimits,
} from './rateLimits.ts';

const LIMIT: Limit = { free: 3, firstWaitMs: 1000, maxWaitMs: 8000, forgetMs: 60_000 };
const NOW = 1_763_640_000_000;

describe.each(bothEngines)('rate limits on %s', (engine) => {
  let database: TestDatabase;
  let keys = 0;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.remove());

  const passes = (key: string, now: number) =>
    chargeTry(database.db, key, LIMIT, now).then(
      () => true,
      () => false,
    );
  const newKey = () => `key-${++keys}`;

  test('allow a few attempts without a wait, and then double the wait with each attempt up to a maximum', async () => {
    const key = newKey();
    let now = NOW;
    for (let i = 0; i < 3; i++) expect(await passes(key, now)).toBe(true);
    for (const wait of [1000, 2000, 4000, 8000, 8000, 8000]) {
      expect(await passes(key, now)).toBe(true);
      expect(await passes(key, now + wait - 1)).toBe(false);
      now += wait;
    }
  });

  test('say how long to wait, and do not extend the wait when a client tries again too early', async () => {
    const key = newKey();
    for (let i = 0; i < 4; i++) await passes(key, NOW);
    const refused = chargeTry(database.db, key, LIMIT, NOW + 100);
    await expect(refused).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 1 });
    expect(await passes(key, NOW + 1000)).toBe(true);
  });

  test('allow the same number of attempts whether they are simultaneous or consecutive', async () => {
    const key = newKey();
    const passed = await Promise.all(Array.from({ length: 32 }, () => passes(key, NOW)));
    expect(passed.filter(Boolean)).toHaveLength(4);
  });

  test('start over after a pause or a successful attempt, and do not count refunded attempts', async () => {
    const waits = newKey();
    for (let i = 0; i < 4; i++) await passes(waits, NOW);
    for (let i = 0; i < 3; i++) expect(await passes(waits, NOW + 200_000)).toBe(true);
    const forgiven = newKey();
    for (let i = 0; i < 4; i++) await passes(forgiven, NOW);
    await forgetTries(database.db, forgiven);
    expect(await passes(forgiven, NOW)).toBe(true);
    const refunded = newKey();
    for (let i = 0; i < 20; i++) {
      expect(await passes(refunded, NOW)).toBe(true);
      await refundTry(database.db, refunded);
    }
  });

  test('allow an IPv6 /48 four times as many attempts without a wait as a single address', async () => {
    const charge = (address: string) =>
      chargeAddress(database.db, 'wide', address, LIMIT, NOW).then(
        () => true,
        () => false,
      );
    const passed: boolean[] = [];
    for (let subnet = 1; subnet <= 20; subnet++)
      passed.push(await charge(`2001:db8:7:${subnet}::1`));
    // There are 3 free attempts times 4, and then the attempt that starts the wait.
    expect(passed.filter(Boolean)).toHaveLength(13);
    expect(await charge('2001:db8:8:1::1')).toBe(true);
    for (let i = 0; i < 20; i++) {
      expect(await charge('2001:db8:9:1::1')).toBe(true);
      await refundAddress(database.db, 'wide', '2001:db8:9:1::1');
    }
  });

  test('delete expired rows and keep current ones', async () => {
    const key = newKey();
    for (let i = 0; i < 4; i++) await passes(key, NOW);
    await sweepRateLimits(database.db, NOW + 500);
    expect(await passes(key, NOW + 500)).toBe(false);
    await sweepRateLimits(database.db, NOW + 10_000_000);
    const rows = await database.db.queries.selectFrom('rate_limits').select('id').execute();
    expect(rows).toEqual([]);
  });
});
