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

/** A device with the project's legacy secret writes where it likes: here, as the administrator. */

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

test("the server's own fields are put right; what the device reported stays", async () => {
  await realtime.admin.set(path, { id: 'other', companyId: 'foreign', voltage: 42, flagUp: true });
  await guard.round();
  expect(await realtime.admin.get(path)).toEqual({ ...right(), voltage: 42, flagUp: true });
  expect(warnings).toEqual([{ path }]);
});

test('what a device writes over just after a change of the server is put right as fast', async () => {
  await realtime.admin.update(path, { moveTimeout: 9 });
  await realtime.admin.update(path, { moveTimeout: null });
  await guard.round();
  await realtime.admin.update(path, { companyId: 'foreign' });
  await guard.round();
  expect(await realtime.admin.get(path)).toEqual(right());
});

test('a device that is wrong again and again is put right at a bounded rate, and told of once', async () => {
  const writes = realtime.stats().writes;
  for (let i = 0; i < 5; i++) {
    await realtime.admin.update(path, { moveTimeout: i + 100, voltage: 40 + i });
    await guard.round();
  }
  // Ours: one for the first of the five, the others wait.
  expect(realtime.stats().writes - writes).toBe(5 + 1);
  await later();
  expect(await realtime.admin.get(path)).toEqual({ ...right(), voltage: 44 });
  expect(warnings).toHaveLength(1);
});

test('a lock that a device took away comes back, and one that it made up goes', async () => {
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

test('reports, commands and flags that are none of ours cost nothing', async () => {
  const writes = realtime.stats().writes;
  await realtime.admin.update(path, { voltage: 41, 'reported/flagUp': true });
  await realtime.admin.set('users/someone/hardware/X1', { id: 'X1', voltage: 12 });
  await later();
  expect(realtime.stats().writes - writes).toBe(2);
  expect(await realtime.admin.get('users/someone/hardware/X1')).toEqual({ id: 'X1', voltage: 12 });
});

test('a node that was removed comes back with its fields; that of a deleted flag does not', async () => {
  await realtime.admin.remove(path);
  await guard.round();
  expect(await realtime.admin.get(path)).toEqual(right());
  await harness.services.db.queries.deleteFrom('flags').where('id', '=', world.flagRowId).execute();
  await realtime.admin.remove(path);
  await later();
  expect(await realtime.admin.get(path)).toBeNull();
});

test('while the database is away it waits, and puts it right afterwards', async () => {
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
  await guard.round();
  Object.assign(harness.services.db, { queries });
  await later();
  expect(await realtime.admin.get(`${path}/companyId`)).toBe(world.companyId);
});
