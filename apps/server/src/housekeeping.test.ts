import { afterEach, expect, test, vi } from 'vitest';
import { createLastUses } from './database/lastUses.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createHarness, DAY_MS } from './testing/harness.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('each minute writes last uses and ends expired sessions; stopping writes the rest', async () => {
  const harness = await createHarness();
  const { db, clock } = harness.services;
  const keyUses = createLastUses(db, clock, 'device_keys');
  const used = await harness.client(await harness.addUser('master'));
  const watching = (await harness.sessions.fromCookie((await harness.as('master')).cookie!))!
    .session;
  const idle = (await harness.sessions.fromCookie((await harness.as('master')).cookie!))!.session;
  await harness.sessions.flush();

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const housekeeping = startHousekeeping(harness.services, {
    sessions: harness.sessions,
    uses: [keyUses],
    // The console is open, and nothing else is asked for.
    connections: { sessions: () => [watching] },
    isSweeper: () => true,
    activityDays: () => 400,
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
  const rows = await db.queries.selectFrom('sessions').select('last_used_at').execute();
  expect(rows.map((row) => row.last_used_at)).toEqual([harness.time.now, harness.time.now]);
  expect((await harness.sessions.activeUserIds()).has(watching.userId)).toBe(true);
  await harness.close();
});
