import {
  createRealtimeServer,
  memoryStore,
  openRules,
  type RealtimeServer,
} from '@halyard/realtime';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../testing/harness.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { embeddedTree } from '../tree/embeddedTree.ts';
import { followTree } from '../tree/followTree.ts';
import { OwnFieldsGuard } from './ownFields.ts';

/**
 * These tests check the fields that a device overwrites. A device with the project's legacy secret
 * can write anywhere, so it acts as the administrator here.
 */

let harness: Harness;
let world: World;
let realtime: RealtimeServer;
let guard: OwnFieldsGuard;
let path: string;
let warnings: unknown[];
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  harness = await createHarness();
  world = await createWorld(harness, await harness.as('master'));
  path = `users/company-${world.companyId}/hardware/${world.flagId}`;
  realtime = await createRealtimeServer({
    store: memoryStore(),
    rules: openRules(),
    authenticate: { credential: () => Promise.resolve({ auth: null }) },
  });
  await realtime.admin.update('/', Object.fromEntries(harness.link.leaves));
  const tree = embeddedTree(realtime);
  const log = pino({ level: 'silent' });
  const { live, loaded, stop } = followTree(tree, harness.services.clock, log);
  await loaded;
  warnings = [];
  const { db, clock } = harness.services;
  const warn = (fields: unknown) => void warnings.push(fields);
  guard = new OwnFieldsGuard({ tree, live, db, clock, log: { warn } as typeof log });
  cleanups.push(() => guard.stop(), stop);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  await realtime.close();
  await harness.close();
});

const later = async () => {
  harness.time.now += 60_000;
  await guard.round();
};
const right = () => ({
  id: world.flagId,
  companyId: world.companyId,
  locationId: world.locationId,
});

test('the guard for server-owned fields corrects fields that a device has overwritten, and keeps the reports of the device', async () => {
  await realtime.admin.set(path, { id: 'other', companyId: 'foreign', voltage: 42, flagUp: true });
  await guard.round();
  expect(await realtime.admin.get(path)).toEqual({ ...right(), voltage: 42, flagUp: true });
  expect(warnings).toEqual([{ path }]);
});

test('the guard for server-owned fields corrects fields that a device overwrites right after the server has changed them', async () => {
  await realtime.admin.update(path, { moveTimeout: 9 });
  await realtime.admin.update(path, { moveTimeout: null });
  await guard.round();
  await realtime.admin.update(path, { companyId: 'foreign' });
  await guard.round();
  expect(await realtime.admin.get(path)).toEqual(right());
});

test('the guard for server-owned fields corrects a flag at most twice a minute while its device keeps overwriting the fields, and logs this once', async () => {
  const writes = realtime.stats().writes;
  for (let i = 0; i < 5; i++) {
    await realtime.admin.update(path, { moveTimeout: i + 100, voltage: 40 + i });
    await guard.round();
  }
  // The server wrote only once, for the first of the five changes. The others wait.
  expect(realtime.stats().writes - writes).toBe(5 + 1);
  await later();
  expect(await realtime.admin.get(path)).toEqual({ ...right(), voltage: 44 });
  expect(warnings).toHaveLength(1);
});

test('the guard for server-owned fields restores a lock that a device has removed, and removes a lock that a device has added', async () => {
  const url = `/api/flags/${world.flagRowId}/lock`;
  await world.employee.call('PUT', url, { reason: 'Rope frayed' });
  await realtime.admin.update('/', Object.fromEntries(harness.link.leaves));
  const locked = await realtime.admin.get(`${path}/lock`);
  await later();
  await realtime.admin.update(path, { lock: null });
  await later();
  expect(await realtime.admin.get(`${path}/lock`)).toEqual(locked);
  await world.employee.call('DELETE', url);
  await later();
  await realtime.admin.update(path, { 'lock/reason': 'made up' });
  await later();
  expect(await realtime.admin.get(path)).toEqual(right());
});

test('the guard for server-owned fields ignores reports, commands and unknown flags', async () => {
  const writes = realtime.stats().writes;
  await realtime.admin.update(path, { voltage: 41, 'reported/flagUp': true });
  await realtime.admin.set('users/someone/hardware/X1', { id: 'X1', voltage: 12 });
  await later();
  expect(realtime.stats().writes - writes).toBe(2);
  expect(await realtime.admin.get('users/someone/hardware/X1')).toEqual({ id: 'X1', voltage: 12 });
});

test('the guard for server-owned fields restores all fields if the data of a flag was removed, but none if the flag itself was deleted', async () => {
  await realtime.admin.remove(path);
  await guard.round();
  expect(await realtime.admin.get(path)).toEqual(right());
  await harness.services.db.queries.deleteFrom('flags').where('id', '=', world.flagRowId).execute();
  await realtime.admin.remove(path);
  await later();
  expect(await realtime.admin.get(path)).toBeNull();
});

test('the guard for server-owned fields waits while the database is not available, and corrects the fields afterwards', async () => {
  await realtime.admin.update(path, { companyId: 'foreign' });
  const { transaction, queries } = harness.services.db;
  Object.assign(harness.services.db, {
    queries: {
      selectFrom: () => {
        throw new Error('away');
      },
    },
    transaction,
  });
  await expect(guard.round()).rejects.toThrow('away');
  Object.assign(harness.services.db, { queries });
  await later();
  expect(await realtime.admin.get(`${path}/companyId`)).toBe(world.companyId);
});
