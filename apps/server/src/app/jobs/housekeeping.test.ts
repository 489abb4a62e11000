import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AT_THE_SERVER, recordActivityOf } from '../../features/activity/record.ts';
import { sweepActivity } from '../../features/activity/retention.ts';
import { createLastUses } from '../../platform/database/lastUses.ts';
import { advanceRetentionTime, retentionTime } from '../../platform/database/retentionTime.ts';
import { bothEngines } from '../../testing/engines.ts';
import { createHarness, DAY_MS, type Harness } from '../../testing/harness.ts';
import { runJob } from '../../testing/runJob.ts';
import { cleanupJob, lastUseJob } from './housekeeping.ts';

test('the housekeeping jobs delete expired sessions and save last-use times, including those still unsaved when the server stops', async () => {
  const harness = await createHarness();
  const { db, clock } = harness.services;
  const keyUses = createLastUses(db, clock, 'device_keys');
  const used = await harness.client(await harness.addUser('master'));
  const watching = (await harness.sessions.fromCookie((await harness.as('master')).cookie!))!
    .session;
  const idle = (await harness.sessions.fromCookie((await harness.as('master')).cookie!))!.session;
  await harness.sessions.flush();

  const lastUses = lastUseJob({
    sessions: harness.sessions,
    uses: [keyUses],
    // The console is open, but it sends no requests.
    connections: { sessions: () => [watching] },
  });
  harness.time.now += 13 * DAY_MS;
  await used.call('GET', '/api/user');
  harness.time.now += DAY_MS;
  await runJob(lastUses, db);
  await runJob(
    cleanupJob(harness.services, harness.sessions, () => 400),
    db,
  );
  expect(harness.link.sessionsEndedLog).toEqual([idle.sid]);
  expect(harness.link.leaves.has(`access/${idle.sid}`)).toBe(false);

  harness.time.now += 1000;
  await used.call('GET', '/api/user');
  await runJob(lastUses, db, 0);
  const rows = await db.queries.selectFrom('sessions').select('last_used_at').execute();
  expect(rows.map((row) => row.last_used_at)).toEqual([harness.time.now, harness.time.now]);
  expect((await harness.sessions.activeUserIds()).has(watching.userId)).toBe(true);
  await harness.close();
});

test('other work continues while the server saves the last use of thousands of keys', async () => {
  const harness = await createHarness();
  const { db, clock } = harness.services;
  const uses = createLastUses(db, clock, 'device_keys');
  for (let key = 0; key < 5000; key++) uses.note(`key-${key}`);
  let turns = 0;
  const flushed = uses.flush().then(() => clearInterval(counting));
  const counting = setInterval(() => turns++, 0);
  await flushed;
  expect(turns).toBeGreaterThanOrEqual(9);
  await harness.close();
});

/** Returns the times of all entries in the activity log, sorted, in days relative to `begun`. */
const left = async ({ services, time }: Harness, begun = time.now) => {
  const rows = await services.db.queries.selectFrom('activity').select('at').execute();
  return rows.map(({ at }) => (at - begun) / DAY_MS).toSorted((a, b) => a - b);
};

/** Replaces the activity log with entries at the given times, in days relative to now. */
async function enter({ services: { db }, time }: Harness, days: readonly number[]): Promise<void> {
  await db.queries.deleteFrom('activity').execute();
  for (const ago of days)
    await db.transaction((trx) =>
      recordActivityOf(trx, AT_THE_SERVER, time.now + ago * DAY_MS, {
        ...{ kind: 'backup.made', companyId: null, subject: null },
      }),
    );
}

describe.each(bothEngines)('cleanup of old activity entries on %s', (engine) => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await createHarness({ engine });
  });
  afterEach(() => harness.close());

  test('does not empty the activity log if the clock jumps years ahead', async () => {
    const begun = harness.time.now;
    await enter(harness, [-401, -20, 0]);
    harness.time.now += 10 * 365 * DAY_MS;
    await runJob(
      cleanupJob(harness.services, harness.sessions, () => 400),
      harness.services.db,
    );
    expect(await left(harness, begun)).toEqual([-20, 0]);
  });

  test('deletes at most ten hours of old entries per hour, even if the clock is years ahead', async () => {
    const begun = harness.time.now;
    const anHour = async (aheadMs: number) => {
      for (let minute = 0; minute < 60; minute++) {
        harness.time.now += 60_000;
        const time = await advanceRetentionTime(harness.services.db, harness.time.now + aheadMs);
        await sweepActivity(harness.services.db, time, 30 * DAY_MS);
      }
      return left(harness, begun);
    };
    await enter(harness, [-30.5, -29.9, -29.4, -29, 0]);
    expect(await anHour(10 * 365 * DAY_MS)).toEqual([-29.4, -29, 0]);
    // The clock is correct again. Nothing must be deleted too early.
    expect(await anHour(0)).toEqual([-29.4, -29, 0]);
    // After a day when the job did not run, it removes the entries that have expired in the
    // meantime.
    harness.time.now += DAY_MS;
    expect(await anHour(0)).toEqual([-29.4, -29, 0]);
    expect(await anHour(0)).toEqual([-29, 0]);
    expect(await anHour(0)).toEqual([0]);
    expect(await retentionTime(harness.services.db, harness.time.now)).toBe(harness.time.now);
    expect(await retentionTime(harness.services.db, harness.time.now + DAY_MS)).toBe(
      harness.time.now,
    );
    expect(await retentionTime(harness.services.db, begun)).toBe(begun);
  });
});
