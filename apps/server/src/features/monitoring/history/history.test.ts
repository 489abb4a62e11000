import type { HistoryRange } from '@halyard/domain';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bothEngines } from '../../../testing/engines.ts';
import { onlyOnce } from '../../../testing/onlyOnce.ts';
import { createWorld } from '../../../testing/world.ts';
import { flagHistory, flagUptime, sparklines } from './history.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './series/times.ts';
import { createRecorded, type Recorded } from './testing/recorded.ts';

const SECOND_MS = 1000;

let recorded: Recorded;
afterEach(() => recorded.close());

const context = () => recorded.harness.contextOf(recorded.world.companyUser.id);
const uptime = async () => (await flagUptime(await context(), recorded.poles[0]!.id)).days;
const history = async (range: HistoryRange) =>
  flagHistory(await context(), recorded.poles[0]!.id, { range });
const past = async (from: number, until: number) =>
  flagHistory(await context(), recorded.poles[0]!.id, { from, until });

/** Makes the first pole report every minute for the given number of ms. */
async function reporting(milliseconds: number, volts = 42): Promise<void> {
  for (let left = milliseconds; left > 0; left -= MINUTE_MS) {
    recorded.report(recorded.poles[0]!, volts, 'up');
    await recorded.pass(MINUTE_MS);
  }
}

async function rowsOf(table: 'history_states' | 'history_days' | 'history_hours') {
  return recorded.services.db.queries.selectFrom(table).selectAll().execute();
}

describe.each(bothEngines)('pole history on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  testOnce(
    'is empty for a pole that has never reported, and such a pole counts as neither online nor offline',
    async () => {
      recorded = await createRecorded(engine);
      await recorded.pass(HOUR_MS);
      const { points, presence, positions } = await history('day');
      expect(points).toHaveLength(288);
      expect(points.every(({ mean }) => mean === null)).toBe(true);
      expect(presence.map(({ online }) => online)).toEqual([null]);
      expect(positions.map(({ position }) => position)).toEqual([null]);
      expect((await uptime()).every(({ online, offline }) => online + offline === 0)).toBe(true);
      expect((await sparklines(await context())).volts).toEqual({});
    },
  );

  testOnce('shows a pole as offline starting 300 s after its last report', async () => {
    recorded = await createRecorded(engine);
    await reporting(10 * MINUTE_MS);
    const last = recorded.harness.time.now - MINUTE_MS;
    await recorded.pass(HOUR_MS);
    const { presence } = await history('day');
    expect(presence.slice(-2).map(({ from, online }) => ({ from, online }))).toEqual([
      { from: expect.any(Number), online: 1 },
      { from: last + 300 * SECOND_MS, online: 0 },
    ]);
  });

  test('does not count a server outage as offline time', async () => {
    recorded = await createRecorded(engine);
    await reporting(20 * MINUTE_MS);
    await recorded.restart('crash', 3 * HOUR_MS);
    await recorded.pass(2 * MINUTE_MS);
    await reporting(20 * MINUTE_MS);
    const today = (await uptime()).at(-1)!;
    expect(today.offline).toBe(0);
    expect(today.online).toBeGreaterThan(39 * MINUTE_MS);
    const { presence } = await history('day');
    expect(presence.map(({ online }) => online)).toEqual([null, 1, null, 1]);
  });

  test('contains all reports received before an orderly shutdown, including those of a new flag', async () => {
    recorded = await createRecorded(engine);
    const { harness, world } = recorded;
    const { companyId, locationId } = world;
    const body = { name: 'New', flagId: `N-${engine}`, companyId, locationId };
    const { json } = await (await harness.as('master')).call('POST', '/api/flags', body);
    const added = { id: json.id, ownerId: json.firebaseUserId, flagId: json.flagId };
    harness.time.now += 20 * SECOND_MS;
    for (const pole of [added, recorded.poles[0]!]) recorded.report(pole, 51.2, 'half');
    harness.time.now += SECOND_MS;
    await recorded.historyWriter.stop();
    const ids = [added.id, recorded.poles[0]!.id].toSorted();
    const states = (await rowsOf('history_states')).map(({ flag_id }) => flag_id);
    const hours = (await rowsOf('history_hours')).map(({ flag_id }) => flag_id);
    expect([states.toSorted(), hours.toSorted()]).toEqual([ids, ids]);
  });

  testOnce(
    'shows a pole as offline if it does not report within 300 s after the server is back',
    async () => {
      recorded = await createRecorded(engine);
      await reporting(20 * MINUTE_MS);
      await recorded.restart('stop', 3 * HOUR_MS);
      const back = recorded.harness.time.now;
      await recorded.pass(30 * MINUTE_MS);
      const { presence } = await history('day');
      expect(presence.at(-1)).toMatchObject({ from: back + 300 * SECOND_MS, online: 0 });
    },
  );

  testOnce(
    'starts a new recording period if the clock is set back, and ignores reports dated in the future',
    async () => {
      recorded = await createRecorded(engine);
      await reporting(10 * MINUTE_MS);
      const { time } = recorded.harness;
      time.now += 30 * DAY_MS;
      await recorded.historyWriter.round();
      await reporting(10 * MINUTE_MS);
      time.now -= 30 * DAY_MS + 5 * MINUTE_MS;
      await recorded.historyWriter.round();
      await reporting(20 * MINUTE_MS);
      for (const { at } of await rowsOf('history_states')) expect(at).toBeLessThanOrEqual(time.now);
      expect((await history('day')).presence.at(-1)).toMatchObject({ online: 1 });
    },
  );

  test('includes a chart of any past period, at the resolution of the stored data', async () => {
    recorded = await createRecorded(engine);
    await reporting(2 * HOUR_MS);
    const { now } = recorded.harness.time;
    const hour = await past(now - HOUR_MS, now);
    expect(hour.points.length).toBeGreaterThanOrEqual(12);
    // The current five minutes have not been written yet.
    expect(hour.points.slice(0, -2).map(({ mean }) => mean)).toEqual(
      hour.points.slice(0, -2).map(() => 42),
    );
    const future = await past(now - HOUR_MS, now + DAY_MS);
    expect(future.until).toBe(now);
    await expect(past(now + HOUR_MS, now + 2 * HOUR_MS)).rejects.toMatchObject({
      code: 'invalid',
    });
    const long = await past(now - 399 * DAY_MS, now);
    expect([long.byDays, long.points.length]).toEqual([true, 400]);
    expect(long.points.at(-1)?.mean).toBe(42);
    const month = await history('month');
    expect([month.byDays, month.points.length]).toEqual([false, 360]);
    expect(month.positions.at(-1)).toMatchObject({ position: 'up' });
  });

  testOnce(
    "counts days in the location's time zone, so that the day when daylight saving time ends has 25 hours",
    async () => {
      recorded = await createRecorded(engine);
      const { harness, services } = recorded;
      // In Texas, clocks go back from 1:59 AM CDT to 1:00 AM CST on November 1.
      harness.time.now = Date.parse('2026-11-01T05:00:00Z');
      await recorded.historyWriter.round();
      await reporting(4 * HOUR_MS);
      await recorded.restart('stop', 20 * HOUR_MS + 50 * MINUTE_MS);
      await reporting(20 * MINUTE_MS);
      const before = await uptime();
      await recorded.historyRetention();
      expect(await uptime()).toEqual(before);
      // From midnight to 3:00 AM local time, and in the 10 minutes before the next midnight.
      const online = 4 * HOUR_MS + 10 * MINUTE_MS;
      expect(before.at(-2)).toEqual({ date: '2026-11-01', online, offline: 0 });
      const [day] = await services.db.queries.selectFrom('history_days').selectAll().execute();
      expect(day).toMatchObject({
        at: Date.parse('2026-11-01T05:00:00Z'),
        until_at: Date.parse('2026-11-02T06:00:00Z'),
        online,
        up: online,
      });
      const hours = await rowsOf('history_hours');
      expect(Math.min(...hours.map(({ hour }) => hour))).toBe(Date.parse('2026-11-02T06:00:00Z'));
    },
  );

  test('downsamples older data but keeps the highest and lowest values, and finally deletes the data', async () => {
    recorded = await createRecorded(engine);
    const { harness } = recorded;
    await reporting(5 * MINUTE_MS, 42);
    await reporting(5 * MINUTE_MS, 47.5);
    await reporting(5 * MINUTE_MS, 39.25);
    await recorded.restart('stop', 20 * HOUR_MS);
    await reporting(5 * MINUTE_MS);
    await recorded.historyRetention();
    const dayOf = async () =>
      (await history('year')).points.find(({ mean }) => mean !== null) ?? null;
    const fine = await dayOf();
    expect(fine).toMatchObject({ low: 39.25, high: 47.5 });
    const widths: number[] = [];
    for (const days of [40, 200, 401]) {
      harness.time.now += days * DAY_MS - (harness.time.now - fine!.from);
      // Each of those days needs some data that can be combined.
      await recorded.restart('stop', 0);
      await reporting(5 * MINUTE_MS);
      await recorded.restart('stop', DAY_MS);
      await reporting(5 * MINUTE_MS);
      await recorded.historyRetention();
      const row = (await rowsOf('history_days')).find(({ at }) => at < fine!.until);
      widths.push(row?.step ?? 0);
      if (days < 366) expect(await dayOf()).toMatchObject({ low: 39.25, high: 47.5 });
    }
    expect(widths).toEqual([60, 1440, 0]);
  });

  test('is not rewritten by a cleanup that has nothing to combine or delete', async () => {
    recorded = await createRecorded(engine);
    await reporting(5 * MINUTE_MS);
    await recorded.restart('stop', DAY_MS);
    await reporting(5 * MINUTE_MS);
    const transaction = vi.spyOn(recorded.services.db, 'transaction');
    await recorded.historyRetention();
    expect(transaction).toHaveBeenCalled();
    transaction.mockClear();
    await recorded.historyRetention();
    expect(transaction).not.toHaveBeenCalled();
  });

  testOnce(
    'limits the stored data about a pole that moves many times a second, but records its last position',
    async () => {
      recorded = await createRecorded(engine);
      const pole = recorded.poles[0]!;
      for (let i = 0; i < 600; i++) {
        recorded.harness.time.now += 100;
        recorded.report(pole, 42, i % 2 === 0 ? 'up' : 'down');
      }
      await recorded.pass(5 * MINUTE_MS);
      expect((await rowsOf('history_states')).length).toBeLessThan(25);
      expect((await history('day')).positions.at(-1)).toMatchObject({ position: 'down' });
    },
  );

  test('is deleted when its flag is deleted, and kept when its flag moves to another company', async () => {
    recorded = await createRecorded(engine);
    const { harness, world, poles } = recorded;
    for (const days of [1, 1, 0]) {
      for (const pole of poles) recorded.report(pole, 42, 'up');
      await recorded.pass(6 * MINUTE_MS);
      await recorded.restart('stop', days * DAY_MS);
    }
    await recorded.historyRetention();
    const kept = poles.find(({ id }) => id === world.flagRowId)!;
    const gone = poles.find(({ id }) => id === world.otherFlagRowId)!;
    const master = await harness.as('master');
    const moved = await master.call('PATCH', `/api/flags/${kept.id}`, {
      locationId: world.otherLocationId,
      flagId: 'RENAMED-1',
    });
    expect(moved.status).toBe(200);
    expect((await master.call('DELETE', `/api/flags/${gone.id}`)).status).toBe(204);
    await recorded.historyRetention();
    for (const table of ['history_states', 'history_days'] as const)
      expect(new Set((await rowsOf(table)).map(({ flag_id }) => flag_id))).toEqual(
        new Set([kept.id]),
      );
    const year = await master.call('GET', `/api/flags/${kept.id}/history?range=year`);
    expect(year.json.points.some(({ mean }: { mean: number }) => mean === 42)).toBe(true);
  });

  test('includes small voltage charts of the last 24 full hours, but only for requested flags that the user may see', async () => {
    recorded = await createRecorded(engine);
    const { harness, poles } = recorded;
    const master = await harness.as('master');
    const abroad = await createWorld(harness, master);
    await reporting(HOUR_MS, 42.34);
    await recorded.restart('stop', MINUTE_MS);
    await reporting(HOUR_MS, 43.9);
    const { json } = await recorded.world.companyUser.call('GET', '/api/history/sparklines');
    const line = json.volts[poles[0]!.id];
    expect(line).toHaveLength(24);
    expect(line.slice(-5)).toEqual([null, null, null, 423, 439]);
    expect(Object.keys(json.volts)).toEqual([poles[0]!.id]);
    expect((await abroad.companyUser.call('GET', '/api/history/sparklines')).json.volts).toEqual(
      {},
    );
    const ofFlags = async (ids: string, who = recorded.world.companyUser) =>
      (await who.call('GET', `/api/history/sparklines?flags=${ids}`)).json;
    expect((await ofFlags(`${poles[0]!.id},unknown`)).volts).toEqual({ [poles[0]!.id]: line });
    expect((await ofFlags('unknown,,')).volts).toEqual({});
    expect((await ofFlags(poles[0]!.id, abroad.companyUser)).volts).toEqual({});
    for (const odd of [Array.from({ length: 201 }, (_, n) => n).join(), '%00'])
      expect((await master.call('GET', `/api/history/sparklines?flags=${odd}`)).status, odd).toBe(
        400,
      );
  });

  testOnce(
    'never has more chart points than a screen can show, even for long periods with many changes',
    async () => {
      recorded = await createRecorded(engine);
      const pole = recorded.poles[0]!;
      for (let i = 0; i < 480; i++) {
        recorded.report(pole, 42 + (i % 10) / 10, i % 2 === 0 ? 'up' : 'half');
        if (i % 3 === 0) await recorded.pass(15_000);
        else recorded.harness.time.now += 15_000;
      }
      for (const range of ['day', 'week', 'year'] as const) {
        const { points, presence, positions } = await history(range);
        for (const list of [points, presence, positions])
          expect(list.length).toBeLessThanOrEqual(400);
        expect(positions.some(({ position }) => position !== null)).toBe(true);
      }
    },
  );
});
