import { afterEach, expect, test, vi } from 'vitest';
import { createKeyUses } from './flags/keys.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createHarness, DAY_MS } from './testing/harness.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('each minute writes last uses and ends expired sessions; stopping writes the rest', async () => {
  const harness = await createHarness();
  const { db, clock } = harness.services;
  const keyUses = createKeyUses(db, clock);
  const used = await harness.client(await harness.addUser('master'));
  const idle = (await harness.sessions.fromCookie((await harness.as('master')).cookie!))!.session;
  await harness.sessions.flush();

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const housekeeping = startHousekeeping(harness.services, {
    sessions: harness.sessions,
    keyUses,
    connections: { sessions: () => [] },
    isSweeper: () => true,
  });
  harness.time.now += 13 * DAY_MS;
  await used.call('GET', '/api/user');
  harness.time.now += DAY_MS;
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(harness.link.sessionsEndedLog).toEqual([idle.sid]));
  expect(harness.link.leaves.has(`access/${idle.sid}`)).toBe(false);

  harness.time.now += 1000;
  await used.call('GET', '/api/user');
  await housekeeping.stop();
  const { last_used_at } = await db.queries
    .selectFrom('sessions')
    .select('last_used_at')
    .executeTakeFirstOrThrow();
  expect(last_used_at).toBe(harness.time.now);
  await harness.close();
});
