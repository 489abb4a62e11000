import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, locationBody, type World } from '../../../testing/world.ts';
import { PoleIndex } from '../../halfStaff/poles/poleIndex.ts';
import { complianceRows } from '../../halfStaff/testing/compliance.ts';
import { createEngineWorld, type EngineWorld } from '../../halfStaff/testing/engineWorld.ts';
import { AlertWatch } from '../../monitoring/alerts/watch/watch.ts';
import { deleteFlag } from '../flags.ts';
import { createSimulatedPole } from './createSimulatedPole.ts';
import { playPoles } from './job.ts';

describe.each(engines)('a simulated pole on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());
  const simulate = (locationId: string) =>
    master.call('POST', `/api/locations/${locationId}/simulated-pole`);

  test('is immediately online and up, is marked as simulated, and carries out commands', async () => {
    const made = await simulate(world.locationId);
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      name: 'Simulated pole',
      locationId: world.locationId,
      companyId: world.companyId,
      isSimulated: true,
      isOnline: true,
      voltage: 42,
      openAlerts: [],
    });
    const url = `/api/flags/${made.json.id}`;
    const down = { switches: [{ id: 'sw2', state: true }] };
    expect((await master.call('PATCH', url, down)).status).toBe(200);
    harness.time.now += 5000;
    await playPoles(harness.services);
    const flags = await master.call('GET', `/api/flags/location/${world.locationId}`);
    const { live } = flags.json.find(({ id }: { id: string }) => id === made.json.id);
    expect(live.reported).toMatchObject({ flagUp: false, flagDown: true });
    const real = flags.json.find(({ id }: { id: string }) => id === world.flagRowId);
    expect(real.isSimulated).toBe(false);
  });

  test('is created only once per location, even if two are requested at the same time', async () => {
    harness.time.now++;
    const place = await master.call('POST', '/api/locations', locationBody(world.companyId));
    const answers = await Promise.all([simulate(place.json.id), simulate(place.json.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toBe(
      'This location already has a simulated pole.',
    );
  });

  test('cannot have a device key, because a real device could then report for it', async () => {
    const { json } = await simulate(world.otherLocationId);
    expect((await master.call('GET', `/api/flags/${json.id}/keys`)).json).toEqual([]);
    const text = 'This pole is simulated. Remove it and add a real one.';
    for (const call of ['keys', 'replace']) {
      const answer = await master.call('POST', `/api/flags/${json.id}/${call}`, {});
      expect([answer.status, answer.text]).toEqual([409, text]);
    }
  });

  test('is not exported, because an import would treat it as a real pole', async () => {
    harness.time.now++;
    const place = await master.call('POST', '/api/locations', locationBody(world.companyId));
    const { json } = await simulate(place.json.id);
    const { text } = await master.call('GET', '/api/export/flags');
    expect(text).toContain(world.flagId);
    expect(text).not.toContain(json.flagId);
  });

  test('leaves nothing behind when it is removed', async () => {
    harness.time.now++;
    const place = await master.call('POST', '/api/locations', locationBody(world.companyId));
    const { json } = await simulate(place.json.id);
    const address = { ownerId: json.firebaseUserId, flagId: json.flagId };
    expect((await master.call('DELETE', `/api/flags/${json.id}`)).status).toBe(204);
    // A late report arrives after the removal.
    await harness.link.report(address, { voltage: 42 });
    await playPoles(harness.services);
    const left = [...harness.link.leaves.keys()].filter((path) =>
      path.startsWith(hardwarePath(address)),
    );
    expect(left).toEqual([]);
    expect((await simulate(place.json.id)).status).toBe(201);
  });
});

describe.each(engines)('a simulated pole with the real half-staff engine on %s', (database) => {
  let world: EngineWorld;
  afterEach(() => world.close());

  test('follows autopilot, but is left out of compliance and alerts', async () => {
    world = await createEngineWorld('2026-05-24T22:00:00-04:00', { database });
    await world.switchEngine(true);
    const real = await world.addPole({ state: 'NY' });
    const simulated = await createSimulatedPole(world.ctx, real.locationId);
    const address = { ownerId: simulated.firebaseUserId, flagId: simulated.flagId };
    const reported = () => world.services.link.record(address).reported;
    const play = async () => {
      await playPoles(world.services);
      await world.settle();
    };
    await play();
    await world.goTo('2026-05-25T09:00:00-04:00');
    await play();
    await world.goTo('2026-05-25T09:00:10-04:00');
    await play();
    expect(reported()).toMatchObject({ flagHalf: true, flagUp: false });
    await world.goTo('2026-05-25T12:00:00-04:00');
    await play();
    await world.goTo('2026-05-25T12:00:10-04:00');
    await play();
    expect(reported()).toMatchObject({ flagHalf: false, flagUp: true });

    const poles = async () =>
      (await complianceRows(world, { kind: 'company', id: real.companyId })).map(
        ({ pole }) => pole.id,
      );
    expect(await poles()).toEqual([real.id]);

    // The simulated pole no longer reports, and the real one loses its connection.
    real.isOnline = false;
    const watch = new AlertWatch(world.services, new PoleIndex(world.services.db));
    for (let minutes = 0; minutes < 30; minutes += 0.5) {
      await world.passTo(world.now() + 30_000);
      await watch.round();
    }
    const alerts = await world.services.db.queries.selectFrom('alerts').select('flag_id').execute();
    expect([...new Set(alerts.map(({ flag_id }) => flag_id))]).toEqual([real.id]);

    await deleteFlag(world.ctx, simulated.id);
    expect(await poles()).toEqual([real.id]);
  });
});
