import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { LiveState } from '../../../realtime/tree/liveState.ts';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import type { Services } from '../../calls/context.ts';
import { PoleIndex } from '../../halfStaff/poles/poleIndex.ts';
import { FlagChanges } from './flagChanges.ts';

const ALL = [
  'flag.position',
  'flag.lamp',
  'flag.online',
  'flag.offline',
  'command.confirmed',
  'command.not_confirmed',
];
const UP = { flagUp: true, flagDown: false, flagHalf: false, lamp: false };
const DOWN = { flagUp: false, flagDown: true, flagHalf: false, lamp: false };

describe.each(engines)('webhook events about the state of flags on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let live: LiveState;
  let services: Services;
  let changes: FlagChanges;
  let poles: PoleIndex;
  let ownerId: string;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    ownerId = `company-${world.companyId}`;
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    for (const { id } of (await master.call('GET', '/api/webhooks')).json)
      await master.call('DELETE', `/api/webhooks/${id}`);
    live = new LiveState();
    services = {
      ...harness.services,
      link: {
        ...harness.link,
        isHealthy: async () => harness.link.healthy,
        record: (address) => live.record(address),
        watch: (watcher) => live.watch(watcher),
      },
    };
    poles = new PoleIndex(services.db);
    changes = new FlagChanges(services, poles);
  });

  const want = async (companyId: string | null = world.companyId, eventTypes = ALL) =>
    (
      await master.call('POST', '/api/webhooks', {
        url: 'https://hooks.example.com/',
        eventTypes,
        companyId,
      })
    ).json.id as string;
  const put = (path: string, data: unknown) =>
    live.apply({
      type: 'put',
      path: `${ownerId}/hardware/${world.flagId}${path && `/${path}`}`,
      data,
    });
  const report = (states: object) =>
    put('reported', { ...states, lastSeen: Math.floor(harness.time.now / 1000) });
  const later = async (ms: number) => {
    // Advance the clock in steps, because a server is not suspended in between.
    for (let left = ms; left > 0; left -= 30_000) {
      harness.time.now += Math.min(left, 30_000);
      await changes.round();
    }
  };
  const queuedEvents = async () => {
    const rows = await harness.services.db.queries
      .selectFrom('webhook_deliveries')
      .select('payload')
      .orderBy('created_at')
      .execute();
    return rows.map(({ payload }) => {
      const { type, data, companyId } = JSON.parse(payload);
      expect(companyId).toBe(world.companyId);
      const { flag, ...rest } = data;
      expect(flag).toEqual({
        id: world.flagRowId,
        flagId: world.flagId,
        name: 'Gate',
        locationId: world.locationId,
      });
      return { type, ...rest };
    });
  };

  test('are sent once per change of state, but not for the initial state', async () => {
    await want();
    report(UP);
    await changes.round();
    expect(await queuedEvents()).toEqual([]);
    report(UP);
    await changes.round();
    report({ ...DOWN, lamp: true });
    await changes.round();
    await changes.round();
    expect(await queuedEvents()).toEqual([
      { type: 'flag.position', position: 'down', previous: 'up' },
      { type: 'flag.lamp', lamp: true },
    ]);
  });

  test('are sent about a moving pole only after it reaches its new position', async () => {
    await want();
    report(UP);
    await changes.round();
    report({ ...UP, flagUp: false });
    await changes.round();
    expect(await queuedEvents()).toEqual([]);
    report(DOWN);
    await changes.round();
    expect(await queuedEvents()).toEqual([
      { type: 'flag.position', position: 'down', previous: 'up' },
    ]);
  });

  test('say that a pole is offline when it stops reporting, and that it is online at its next report', async () => {
    await want();
    report(UP);
    await changes.round();
    await later(299_000);
    expect(await queuedEvents()).toEqual([]);
    await later(2_000);
    expect(await queuedEvents()).toEqual([{ type: 'flag.offline' }]);
    report(UP);
    await later(1_000);
    expect(await queuedEvents()).toEqual([{ type: 'flag.offline' }, { type: 'flag.online' }]);
  });

  test('are not sent about poles that look offline or online only because the server was down', async () => {
    await want();
    report(UP);
    harness.time.now += 3_600_000;
    // The server starts an hour later. The pole reports within a minute, as usual.
    await changes.round();
    await later(30_000);
    report(UP);
    await later(1_000);
    expect(await queuedEvents()).toEqual([]);
    // The machine is suspended for an hour.
    harness.time.now += 3_600_000;
    await changes.round();
    report(UP);
    await later(1_000);
    // The realtime database is not available for an hour.
    harness.link.healthy = false;
    await later(3_600_000);
    harness.link.healthy = true;
    await changes.round();
    report(UP);
    await later(1_000);
    expect(await queuedEvents()).toEqual([]);
  });

  test('say that a command is confirmed, or that it was not confirmed in time', async () => {
    await want();
    report(UP);
    await changes.round();
    const issuedAt = harness.time.now;
    for (const [field, value] of Object.entries(DOWN)) put(field, value);
    put('command', { id: 'c1', issuedAt, by: 'someone' });
    await changes.round();
    expect(await queuedEvents()).toEqual([]);
    await later(20_000);
    const command = { commandId: 'c1', issuedAt, by: 'someone' };
    expect(await queuedEvents()).toEqual([{ type: 'command.not_confirmed', ...command }]);
    // The pole carries out the command late, and the server closes the command.
    report(DOWN);
    await later(1_000);
    put('command/closedAt', harness.time.now);
    put('command/outcome', 'confirmed');
    await later(1_000);
    expect(await queuedEvents()).toEqual([
      { type: 'command.not_confirmed', ...command },
      { type: 'flag.position', position: 'down', previous: 'up' },
      { type: 'command.confirmed', ...command },
    ]);
  });

  test('cause no database queries while no webhook subscribes to them', async () => {
    await want(world.companyId, ['alert.started']);
    let asked = 0;
    const link = {
      ...services.link,
      record: (address: Parameters<typeof live.record>[0]) => {
        asked++;
        return live.record(address);
      },
    };
    changes.stop();
    changes = new FlagChanges({ ...services, link }, poles);
    report(UP);
    await changes.round();
    report(DOWN);
    await changes.round();
    expect([asked, await queuedEvents()]).toEqual([0, []]);
  });

  test('are sent later if the database is not available', async () => {
    await want();
    report(UP);
    await changes.round();
    const { transaction } = services.db;
    let isAway = true;
    changes.stop();
    changes = new FlagChanges(
      {
        ...services,
        db: {
          ...services.db,
          transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
            isAway ? Promise.reject(new Error('away')) : transaction(work),
        },
      },
      poles,
    );
    await changes.round();
    report(DOWN);
    await expect(changes.round()).rejects.toThrow('away');
    isAway = false;
    await changes.round();
    expect(await queuedEvents()).toEqual([
      { type: 'flag.position', position: 'down', previous: 'up' },
    ]);
  });

  test('are not sent for realtime data that belongs to no flag', async () => {
    await want(null);
    await changes.round();
    live.apply({ type: 'put', path: `${ownerId}/hardware/unknown/reported`, data: DOWN });
    live.apply({
      type: 'put',
      path: `company-other/hardware/${world.flagId}/reported`,
      data: DOWN,
    });
    await changes.round();
    expect(await queuedEvents()).toEqual([]);
  });
});
