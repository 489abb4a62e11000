import { ADOPT_FIRST, ADOPT_GONE, adoptable, FLAG_ID_TAKEN } from '@halyard/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';

/**
 * These tests use devices that were in a Firebase project before the project was used with Halyard
 * (decisions, "Owner of a flag").
 */

let harness: Harness;
let master: Client;
let world: World;

beforeAll(async () => {
  harness = await createHarness();
  master = await harness.as('master');
  world = await createWorld(harness, master);
});
afterAll(() => harness.close());

const reports = (owner: string, flagId: string) => {
  const node = `users/${owner}/hardware/${flagId}`;
  harness.link.leaves.set(`${node}/voltage`, '42.5');
  harness.link.leaves.set(`${node}/deviceName`, 'Old pole');
  harness.link.leaves.set(`${node}/reported/lastSeen`, harness.time.now / 1000 - 10);
};
const found = async (flagId: string) =>
  (await master.call('GET', `/api/flags/adoptable/${flagId}`)).json;
const add = (flagId: string, adoptOwnerId?: string) =>
  master.call('POST', '/api/flags', {
    name: 'Mast',
    flagId,
    companyId: world.companyId,
    locationId: world.locationId,
    adoptOwnerId,
  });

test('the list of devices to adopt shows the owner, last report and voltage of a device whose ID belongs to no flag', async () => {
  reports('old-user-1', 'AD-1');
  reports('old-user-2', 'AD-1');
  const shown = z.array(adoptable.strict()).parse(await found('AD-1'));
  expect(shown.map(({ ownerId }) => ownerId).sort()).toEqual(['old-user-1', 'old-user-2']);
  expect(shown[0]).toMatchObject({
    deviceName: 'Old pole',
    lastSeen: harness.time.now - 10_000,
    isOnline: true,
    voltage: 42.5,
  });
  expect(await found('AD-UNKNOWN')).toEqual([]);
});

test('an adopted device keeps its path and reports, and is no longer offered for adoption', async () => {
  reports('old-user-1', 'AD-2');
  const { status, json } = await add('AD-2', 'old-user-1');
  expect(status).toBe(201);
  expect(json).toMatchObject({ firebaseUserId: 'old-user-1', isOnline: true, voltage: 42.5 });
  const leaf = (name: string) => harness.link.leaves.get(`users/old-user-1/hardware/AD-2/${name}`);
  expect([leaf('id'), leaf('companyId'), leaf('deviceName')]).toEqual([
    'AD-2',
    world.companyId,
    'Old pole',
  ]);
  expect(await found('AD-2')).toEqual([]);
  const again = await add('ad-2', 'old-user-1');
  expect([again.status, again.text]).toEqual([409, ADOPT_GONE]);
});

test("a device that uses another flag's ID is never offered for adoption", async () => {
  reports('old-user-1', world.flagId);
  expect(await found(world.flagId)).toEqual([]);
  const stolen = await add(world.flagId, `company-${world.companyId}`);
  expect([stolen.status, stolen.text]).toEqual([409, ADOPT_GONE]);
  expect((await add(world.flagId)).text).toBe(FLAG_ID_TAKEN);
});

test("adding a flag adopts an existing device only if the request says so, even if the device already reports to the new flag's path", async () => {
  const own = `company-${world.companyId}`;
  reports(own, 'AD-3');
  const silent = await add('AD-3');
  expect([silent.status, silent.text]).toEqual([409, ADOPT_FIRST]);
  expect((await add('AD-3', own)).status).toBe(201);

  reports('old-user-1', 'AD-4');
  const beside = await add('AD-4');
  expect(beside.json).toMatchObject({ firebaseUserId: own, isOnline: false });
  expect(harness.link.leaves.has('users/old-user-1/hardware/AD-4/companyId')).toBe(false);
});
