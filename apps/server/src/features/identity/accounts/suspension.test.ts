import { FORGOT_PASSWORD_FAILED } from '@halyard/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import {
  type Client,
  createHarness,
  type Harness,
  PASSWORD,
  SETTINGS,
} from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { makeTemporaryPassword } from '../passwords/temporaryPassword.ts';
import { deleteUser, updateUser } from '../users/users.ts';
import { suspendUser } from './suspension.ts';

const SUSPENDED = 'This account is suspended. Contact your administrator.';

describe.each(engines)('a suspended account on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  let id: string;
  let username: string;
  beforeEach(async () => {
    harness.time.now += 1000;
    username = `pat-${harness.time.now}`;
    id = await harness.addUser('location_user', world, username);
  });

  const signIn = (password: string, name = username) =>
    harness.anonymous().call('POST', '/api/login', { username: name, password });
  const suspend = (by = master) => by.call('PUT', `/api/users/${id}/suspension`);
  const restore = () => master.call('DELETE', `/api/users/${id}/suspension`);
  const sidOf = async (client: Client) =>
    (await harness.sessions.fromCookie(client.cookie!))!.session.sid;

  test('is signed out everywhere immediately, and its connections to the realtime database are closed', async () => {
    const [here, there] = [await harness.client(id), await harness.client(id)];
    const sids = [await sidOf(here), await sidOf(there)];
    const answer = await suspend(world.companyUser);
    expect([answer.status, answer.json.suspendedAt]).toEqual([200, harness.time.now]);
    for (const client of [here, there])
      expect((await client.call('GET', '/api/user')).status).toBe(401);
    for (const sid of sids) expect(harness.link.leaves.has(`access/${sid}`)).toBe(false);
    expect(harness.link.sessionsEndedLog).toEqual(expect.arrayContaining(sids));
  });

  test('gets a message at sign-in that does not reveal whether the password was correct', async () => {
    await suspend();
    for (const password of [PASSWORD, 'not the password']) {
      const answer = await signIn(password);
      expect([answer.status, answer.text]).toEqual([403, SUSPENDED]);
      expect(answer.headers['set-cookie']).toBe(undefined);
    }
    const { db } = harness.services;
    const temporary = await makeTemporaryPassword(db, id, harness.time.now);
    expect((await signIn(temporary)).status).toBe(403);
  });

  test('is rate-limited at sign-in, so that nobody can keep checking which accounts are suspended', async () => {
    await suspend();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await signIn(PASSWORD)).status);
    expect(statuses).toEqual(Array(11).fill(403));
    expect((await signIn(PASSWORD)).status).toBe(429);
  });

  test('gets no new temporary password, and an earlier one no longer works', async () => {
    const { db } = harness.services;
    const sent = await makeTemporaryPassword(db, id, harness.time.now);
    await suspend();
    const asked = await harness.anonymous().call('POST', '/api/auth/forgot-password', { username });
    expect([asked.status, asked.text]).toEqual([404, FORGOT_PASSWORD_FAILED]);
    await restore();
    expect((await signIn(sent)).status).toBe(401);
  });

  test('can sign in again once it is restored, but its ended sessions stay ended', async () => {
    const before = await harness.client(id);
    await suspend();
    expect((await restore()).json).toMatchObject({ id, suspendedAt: null });
    expect((await signIn(PASSWORD)).status).toBe(200);
    expect((await before.call('GET', '/api/user')).status).toBe(401);
  });

  test('keeps its first suspension date if it is suspended again, and can be restored twice without an error', async () => {
    const first = (await suspend()).json.suspendedAt;
    harness.time.now += 5000;
    expect((await suspend()).json.suspendedAt).toBe(first);
    await restore();
    expect((await restore()).status).toBe(200);
  });

  test("is marked as suspended in lists, and other users' open screens reload those lists", async () => {
    const rev = () => harness.link.leaves.get(`companies/${world.companyId}/rev`);
    const before = rev();
    await suspend();
    expect(rev()).not.toBe(before);
    const { json } = await world.companyUser.call('GET', '/api/users');
    const row = json.find((one: { id: string }) => one.id === id);
    expect(row).toMatchObject({ suspendedAt: harness.time.now, status: 'offline' });
  });

  test("does not invalidate the keys of its company's poles", async () => {
    const keys = () => master.call('GET', `/api/flags/${world.flagRowId}/keys`);
    const before = (await keys()).json;
    await suspend();
    expect((await keys()).json).toEqual(before);
    expect(harness.link.keysRevoked).toEqual([]);
  });

  test('cannot be the account of the user who requests the suspension', async () => {
    for (const one of [master, world.companyUser]) {
      const answer = await one.call('PUT', `/api/users/${one.id}/suspension`);
      expect([answer.status, answer.text]).toEqual([403, 'You cannot suspend yourself.']);
    }
  });

  test('has no session left even if its user signs in at the moment of the suspension', async () => {
    for (let round = 0; round < 3; round++) {
      const signIns = Array.from({ length: 4 }, () => signIn(PASSWORD));
      await Promise.all([...signIns, suspend()]);
      const left = await harness.services.db.queries
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', id)
        .execute();
      expect(left).toEqual([]);
      await restore();
    }
  });

  describe('that belongs to a master', () => {
    const twoMasters = async () => {
      const { queries } = harness.services.db;
      await queries
        .deleteFrom('users')
        .where('role', '=', 'master')
        .where('id', '<>', master.id)
        .execute();
      await queries
        .updateTable('users')
        .set({ suspended_at: null })
        .where('id', '=', master.id)
        .execute();
      return [master.id, await harness.addUser('master')] as const;
    };
    const as = (userId: string) => harness.contextOf(userId);

    test('is never the only master account, even if two masters suspend each other at the same time', async () => {
      for (let round = 0; round < 10; round++) {
        const [a, b] = await twoMasters();
        const results = await Promise.allSettled([
          suspendUser(await as(a), harness.sessions, b),
          suspendUser(await as(b), harness.sessions, a),
        ]);
        expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      }
      await twoMasters();
      master = await harness.client(master.id);
    });

    test('does not count as a remaining master, so the only other master cannot be deleted or demoted', async () => {
      const [active, other] = await twoMasters();
      const bystander = await as(other);
      await suspendUser(await as(active), harness.sessions, other);
      await expect(deleteUser(bystander, active)).rejects.toThrow(/^The last master/);
      const demotion = { role: 'location_user' as const, locationId: world.locationId };
      await expect(
        updateUser(bystander, harness.sessions, SETTINGS, active, demotion),
      ).rejects.toThrow(/^The last master/);
      await deleteUser(await as(active), other);
    });
  });
});
