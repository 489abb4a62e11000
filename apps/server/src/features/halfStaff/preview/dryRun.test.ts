import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, ownOrder, type World } from '../../../testing/world.ts';
import { engineState } from '../autopilot/engineState.ts';
import { report } from '../testing/reports.ts';

describe.each(engines)('turning on autopilot on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let home: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    home = await createWorld(harness, master);
    for (const id of [home.flagRowId, home.otherFlagRowId]) await report(harness, id);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    await turn({ isOn: false });
    await master.call('PATCH', `/api/companies/${home.companyId}`, { autoHalfMast: true });
  });

  const dryRun = async () => (await master.call('GET', '/api/half-staff/dry-run')).json;
  const turn = (body: object) => master.call('PUT', '/api/half-staff/engine', body);

  test('starts with a dry run that lists each move of the next 30 days by date and reason', async () => {
    await master.call('PATCH', `/api/locations/${home.otherLocationId}`, {
      dailyRule: 'sunrise-sunset',
    });
    const run = await dryRun();
    expect(run).toMatchObject({ inScope: 2, poles: 2, offline: 0, locked: 0 });
    expect(run.until - run.from).toBe(30 * 86_400_000);
    const on = (date: string) =>
      run.days
        .filter((day: { date: string }) => day.date === date)
        .map((day: { source: { key: string }; poles: number; movements: number }) => [
          day.source.key,
          day.poles,
          day.movements,
        ]);
    // Before sunrise in Austin, a pole that is up goes down immediately if it should be down.
    expect(on('2026-11-20')).toEqual([['rule:sunrise-sunset', 1, 3]]);
    expect(on('2026-11-21')).toEqual([['rule:sunrise-sunset', 1, 2]]);
    expect(on('2026-12-07')).toEqual([
      ['day:2026-12-07', 2, 2],
      ['rule:sunrise-sunset', 1, 1],
      ['after:day:2026-12-07', 1, 1],
    ]);
    expect(run.days.at(-1).date).toBe('2026-12-19');
    await master.call('PATCH', `/api/locations/${home.otherLocationId}`, { dailyRule: 'none' });
  });

  test('is possible only for a master who has seen the dry run', async () => {
    const { queries } = harness.services.db;
    expect((await engineState(queries)).isOn).toBe(false);
    const blind = await turn({ isOn: true });
    expect([blind.status, blind.text]).toEqual([
      400,
      'Review the dry run of the next 30 days first.',
    ]);
    const { digest } = await dryRun();
    // Whether poles are online does not change what should be in effect.
    harness.time.now += 60_000;
    await report(harness, home.flagRowId);
    const answer = await turn({ isOn: true, digest });
    expect(answer.json).toMatchObject({ isOn: true, at: harness.time.now });
    expect(await engineState(queries)).toEqual(answer.json);
    const off = await turn({ isOn: false });
    expect(off.json.isOn).toBe(false);
    const entries = await queries
      .selectFrom('ledger')
      .select(['kind', 'body'])
      .orderBy('seq', 'desc')
      .limit(2)
      .execute();
    expect(entries.map(({ kind }) => kind)).toEqual(['engine-off', 'engine-on']);
    expect(JSON.parse(entries[1]!.body)).toEqual({ by: answer.json.by, digest });
  });

  const changes: [string, () => Promise<unknown>][] = [
    [
      'an order is approved',
      async () => {
        const url = '/api/half-staff/orders';
        const { id } = (await home.companyUser.call('POST', url, ownOrder(home.companyId))).json;
        await home.companyUser.call('POST', `${url}/${id}/approve`, { revision: 1 });
      },
    ],
    [
      'a company opts out',
      () =>
        home.companyUser.call('PATCH', `/api/companies/${home.companyId}`, { autoHalfMast: false }),
    ],
    [
      'a location gets a daily rule',
      () => master.call('PATCH', `/api/locations/${home.locationId}`, { dailyRule: 'always-up' }),
    ],
    [
      'a day has passed',
      async () => {
        harness.time.now += 86_400_000;
      },
    ],
  ];
  test.each(changes)(
    'is rejected if something has changed since the dry run: %s',
    async (_what, happens) => {
      const { digest } = await dryRun();
      await happens();
      const answer = await turn({ isOn: true, digest });
      expect([answer.status, answer.text]).toEqual([
        409,
        'Orders, half-staff days, locations or flags have changed since this dry run. Start a new one and review it first.',
      ]);
      const again = await dryRun();
      expect((await turn({ isOn: true, digest: again.digest })).json.isOn).toBe(true);
    },
  );
});
