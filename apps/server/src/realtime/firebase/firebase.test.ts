import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deleteApp, initializeApp, setLogLevel } from '@firebase/app';
import {
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  signInWithCustomToken,
} from '@firebase/auth';
import { equalTo, get, getDatabase, orderByChild, query, ref, update } from '@firebase/database';
import type { Flag, FlagCreated } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { reservePort } from '../../../../../scripts/lib/ports.mjs';
import { freshCommand } from '../../testing/freshCommand.ts';
import { type FirebaseConsole, openConsole, startOn } from '../../testing/google/console.ts';
import { type GoogleStandIn, LEGACY_SECRET, startGoogle } from '../../testing/google/start.ts';
import { PASSWORD_OF_TESTS, type Person, signIn } from '../../testing/people.ts';

/**
 * These tests use `REALTIME=firebase` with the unmodified SDKs and a simulated Google. The console,
 * the poles and the server must behave as they do with the embedded realtime database.
 */

// Many tests cause rejected writes on purpose.
setLogLevel('silent');
const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'halyard-firebase-'));
/**
 * The server's settings. The server has the same port after a restart, so that everyone stays
 * signed in.
 */
let env: NodeJS.ProcessEnv;
let google: GoogleStandIn;
let world: FirebaseConsole;

beforeAll(async () => {
  google = await startGoogle();
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', google.env.FIREBASE_AUTH_EMULATOR_HOST);
  env = { DATA_DIR, PORT: String(await reservePort()) };
  world = await openConsole(google, env);
});
afterAll(async () => {
  await world.server.stop();
  await google.stop();
  vi.unstubAllEnvs();
});

const tree = (at: string) => google.realtime.admin.get(at);
const nodeOf = (flag: FlagCreated) => `users/${flag.firebaseUserId}/hardware/${flag.flagId}`;

async function flagOf(id: string): Promise<Flag> {
  const flags = (await (await world.master.get('/api/flags')).json()) as Flag[];
  return flags.find((flag) => flag.id === id)!;
}

/**
 * Signs a pole in to its account at the simulated Google, and returns the ID token for REST calls.
 */
async function signInPole({ deviceLogin }: FlagCreated): Promise<string> {
  const call = `${google.authUrl}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`;
  const answer = await fetch(call, {
    method: 'POST',
    body: JSON.stringify({ ...deviceLogin, returnSecureToken: true }),
  });
  const { idToken, error } = (await answer.json()) as {
    idToken?: string;
    error?: { message: string };
  };
  if (idToken === undefined) throw new Error(error?.message);
  return idToken;
}
const report = (at: string, auth: string, values: object) =>
  fetch(`${google.databaseUrl}/${at}.json?auth=${auth}`, {
    method: 'PATCH',
    body: JSON.stringify(values),
  });
const now = () => Math.floor(Date.now() / 1000);

/** Signs in as the console does: gets a custom token from the server and passes it to the SDK. */
async function openBrowser(person: Person) {
  const answer = await person.post('/api/realtime-token', {});
  expect(answer.status).toBe(200);
  const { token, sid } = (await answer.json()) as { token: string; sid: string };
  const app = initializeApp(
    { apiKey: 'k', projectId: 'stand-in', databaseURL: google.env.FIREBASE_DATABASE_URL! },
    `browser-${Math.random()}`,
  );
  onTestFinished(() => deleteApp(app));
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, google.authUrl, { disableWarnings: true });
  await signInWithCustomToken(auth, token);
  return { database: getDatabase(app), sid, uid: auth.currentUser!.uid };
}

const commandBy = (by: string, id: string) => ({
  flagUp: false,
  flagDown: true,
  flagHalf: false,
  lamp: false,
  command: freshCommand(by, id),
});

test('an API token gives access only to the API, because Google does not accept it', async () => {
  const body = { name: 'Weather', role: 'master' };
  const { secret } = (await (await world.master.post('/api/service-accounts', body)).json()) as {
    secret: string;
  };
  const authorization = `Bearer ${secret}`;
  expect(
    (await fetch(`${world.server.url}/api/flags`, { headers: { authorization } })).status,
  ).toBe(200);
});

describe('Halyard with a Firebase project', () => {
  test('copies companies, locations, profiles, sessions and flags to the Firebase project', async () => {
    const flag = await world.addFlag('FB-1', { moveTimeout: 20 });
    const { companyId, locationId } = world;
    expect(await tree(`companies/${companyId}/name`)).toBe('Acme');
    expect(await tree(`locations/${locationId}/name`)).toBe('North');
    expect(await tree(`users/${world.companyUser.user.id}/profile`)).toEqual({
      user_id: world.companyUser.user.id,
      email: 'f@example.com',
      first_name: 'F',
      last_name: 'L',
    });
    expect(flag.firebaseUserId).toBe(`company-${companyId}`);
    expect(await tree(nodeOf(flag))).toEqual({
      id: 'FB-1',
      companyId,
      locationId,
      moveTimeout: 20,
    });
    const moved = { locationId: world.otherLocationId };
    await world.master.patch(`/api/flags/${flag.id}`, moved);
    expect(await tree(`${nodeOf(flag)}/locationId`)).toBe(world.otherLocationId);
    await world.master.delete(`/api/flags/${flag.id}`);
    expect(await tree(nodeOf(flag))).toBeNull();
  });

  test('gives browsers the public settings of the project, but not its private key', async () => {
    const config = await (await fetch(`${world.server.url}/api/config`)).json();
    expect(config).toMatchObject({
      realtime: { mode: 'firebase', project: { projectId: 'stand-in', apiKey: 'stand-in-key' } },
    });
    expect(JSON.stringify(config)).not.toContain('PRIVATE KEY');
    expect((await fetch(`${world.server.url}/healthz`)).status).toBe(200);
  });
});

describe('moving a pole with Firebase', () => {
  test("works with commands from the API, and the pole's report confirms them", async () => {
    const flag = await world.addFlag('FB-2');
    const auth = await signInPole(flag);
    const switched = await world.companyUser.patch(`/api/flags/${flag.id}`, {
      switches: [{ id: 'sw3', state: true }],
    });
    expect(switched.status).toBe(200);
    const node = await fetch(`${google.databaseUrl}/${nodeOf(flag)}.json?auth=${auth}`);
    expect(await node.json()).toMatchObject({ flagHalf: true, flagUp: false });
    const said = { voltage: 42.7, 'reported/flagHalf': true, 'reported/lastSeen': now() };
    expect((await report(nodeOf(flag), auth, said)).status).toBe(200);
    await expect
      .poll(async () => {
        const { isOnline, voltage, live } = await flagOf(flag.id);
        return [isOnline, voltage, live.command?.outcome];
      })
      .toEqual([true, 42.7, 'confirmed']);
  });

  test("works with commands that a browser writes to Firebase directly, but only within the user's tenant", async () => {
    const flag = await world.addFlag('FB-3');
    const { database, uid } = await openBrowser(world.companyUser);
    await update(ref(database, nodeOf(flag)), commandBy(uid, 'c-1'));
    expect(await tree(`${nodeOf(flag)}/flagDown`)).toBe(true);
    await expect.poll(async () => (await flagOf(flag.id)).live.command?.id).toBe('c-1');
    const node = await get(ref(database, nodeOf(flag)));
    expect(node.val()).toMatchObject({ id: 'FB-3', flagDown: true });
    const hardware = ref(database, `users/${flag.firebaseUserId}/hardware`);
    const own = query(hardware, orderByChild('companyId'), equalTo(world.companyId));
    await expect(get(own)).rejects.toThrow(/permission/i);
    await expect(get(ref(database, 'companies'))).rejects.toThrow(/permission/i);
    await expect(update(ref(database, nodeOf(flag)), { voltage: 1 })).rejects.toThrow(
      /permission/i,
    );
  });

  test('needs a Firebase token, and only signed-in clients can get one', async () => {
    const answer = await fetch(`${world.server.url}/api/realtime-token`, {
      method: 'POST',
      headers: { origin: world.server.url },
    });
    expect(answer.status).toBe(401);
  });
});

describe('permissions in the Firebase project', () => {
  test("end at sign-out, even while the user's token is still valid", async () => {
    const flag = await world.addFlag('FB-4');
    const person = await signIn(world.server.url, 'company');
    const { database, sid, uid } = await openBrowser(person);
    await update(ref(database, nodeOf(flag)), commandBy(uid, 'c-1'));
    await person.post('/api/logout', {});
    expect(await tree(`access/${sid}`)).toBeNull();
    const next = update(ref(database, nodeOf(flag)), commandBy(uid, 'c-2'));
    await expect(next).rejects.toThrow(/permission/i);
    await expect(get(ref(database, `companies/${world.companyId}`))).rejects.toThrow(/permission/i);
    expect((await person.post('/api/realtime-token', {})).status).toBe(401);
  });

  test("match a user's new role immediately, even while the old token is still valid", async () => {
    const flag = await world.addFlag('FB-5', { locationId: world.otherLocationId });
    const created = await world.master.post('/api/users', {
      username: 'narrowed',
      password: PASSWORD_OF_TESTS,
      firstName: 'N',
      lastName: 'D',
      email: 'n@example.com',
      phone: '5550100000',
      role: 'company_user',
      locationId: world.locationId,
    });
    const { id } = (await created.json()) as { id: string };
    const person = await signIn(world.server.url, 'narrowed');
    const before = await openBrowser(person);
    await update(ref(before.database, nodeOf(flag)), commandBy(id, 'c-1'));
    await world.master.patch(`/api/users/${id}`, { role: 'location_user' });
    const late = update(ref(before.database, nodeOf(flag)), commandBy(id, 'c-2'));
    await expect(late).rejects.toThrow(/permission/i);
    const after = await openBrowser(person);
    expect(after.sid).not.toBe(before.sid);
    const foreign = update(ref(after.database, nodeOf(flag)), commandBy(id, 'c-3'));
    await expect(foreign).rejects.toThrow(/permission/i);
    await get(ref(after.database, `locations/${world.locationId}`));
  });
});

describe('the Firebase account of a device', () => {
  test('works alongside the account for the new key during a key rotation, and stops working when the old key is revoked', async () => {
    const flag = await world.addFlag('FB-6');
    const first = await signInPole(flag);
    const keysUrl = `/api/flags/${flag.id}/keys`;
    const second = (await (await world.master.post(keysUrl, {})).json()) as {
      id: string;
      login: FlagCreated['deviceLogin'];
    };
    expect((await world.master.post(keysUrl, {})).status).toBe(409);
    // Only Google sees to which account the pole signs in, so there is nothing to wait for here.
    const flags = (await (await world.master.get('/api/flags')).json()) as FlagCreated[];
    expect(flags.find(({ id }) => id === flag.id)!.newKeySince).toBe(null);
    const next = await signInPole({ ...flag, deviceLogin: second.login });
    for (const auth of [first, next])
      expect((await report(nodeOf(flag), auth, { voltage: 41 })).status).toBe(200);

    const keys = (await (await world.master.get(keysUrl)).json()) as { id: string }[];
    const old = keys.find(({ id }) => id !== second.id)!;
    expect((await world.master.delete(`${keysUrl}/${old.id}`)).status).toBe(204);
    expect((await report(nodeOf(flag), first, { voltage: 40 })).status).toBe(401);
    expect((await report(nodeOf(flag), next, { voltage: 40 })).status).toBe(200);
    await expect(signInPole(flag)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS');
  });

  test('can write only for its own flag, and only fields for devices', async () => {
    const flag = await world.addFlag('FB-7');
    const other = await world.addFlag('FB-8');
    const auth = await signInPole(flag);
    expect((await report(nodeOf(other), auth, { voltage: 1 })).status).toBe(401);
    expect((await report(nodeOf(flag), auth, { companyId: 'x' })).status).toBe(401);
  });

  test('becomes invalid when the flag ID changes or the flag is deleted', async () => {
    const renamed = await world.addFlag('FB-9');
    const deleted = await world.addFlag('FB-10');
    const [first, second] = [await signInPole(renamed), await signInPole(deleted)];
    await world.master.patch(`/api/flags/${renamed.id}`, { flagId: 'FB-9b' });
    await world.master.delete(`/api/flags/${deleted.id}`);
    expect((await report(nodeOf(renamed), first, { voltage: 1 })).status).toBe(401);
    expect((await report(nodeOf(deleted), second, { voltage: 1 })).status).toBe(401);
    for (const flag of [renamed, deleted])
      await expect(signInPole(flag)).rejects.toThrow('INVALID_LOGIN_CREDENTIALS');
  });

  test('is created before its flag is stored, so that a user can try again with the same flag ID after a failure', {
    timeout: 60_000,
  }, async () => {
    google.authAway = true;
    await expect(world.addFlag('FB-11')).rejects.toThrow('503');
    google.authAway = false;
    expect((await world.addFlag('FB-11')).deviceKey).toBeNull();
  });
});

test('a pole that is already in the Firebase project can be found by its flag ID, adopted and moved', async () => {
  const at = 'users/old-owner/hardware/OLD-1';
  const said = { voltage: 41.5, 'reported/flagUp': true, 'reported/lastSeen': now() };
  expect((await report(at, LEGACY_SECRET, said)).status).toBe(200);
  const offered = async () =>
    (await (await world.master.get('/api/flags/adoptable/OLD-1')).json()) as { ownerId: string }[];
  await expect
    .poll(offered)
    .toMatchObject([{ ownerId: 'old-owner', voltage: 41.5, isOnline: true }]);
  const flag = await world.addFlag('OLD-1', { adoptOwnerId: 'old-owner' });
  expect(flag).toMatchObject({ firebaseUserId: 'old-owner', isOnline: true, voltage: 41.5 });
  const switched = await world.companyUser.patch(`/api/flags/${flag.id}`, {
    switches: [{ id: 'sw4', state: true }],
  });
  expect(switched.status).toBe(200);
  expect(await tree(at)).toMatchObject({ id: 'OLD-1', companyId: world.companyId, lamp: true });
  expect(await offered()).toEqual([]);
});

test('a server-owned field is corrected if a device that uses the legacy secret overwrites it', async () => {
  const flag = await world.addFlag('FB-12');
  const over = { id: 'FB-12', companyId: 'foreign', flagUp: true, voltage: 43 };
  const put = await fetch(`${google.databaseUrl}/${nodeOf(flag)}.json?auth=${LEGACY_SECRET}`, {
    method: 'PUT',
    body: JSON.stringify(over),
  });
  expect(put.status).toBe(200);
  await expect
    .poll(() => tree(nodeOf(flag)))
    .toMatchObject({ ...over, companyId: world.companyId, locationId: world.locationId });
});

test('changes made while the Firebase project cannot be reached are sent later, in order', async () => {
  const flag = await world.addFlag('FB-13');
  await google.databaseAway();
  await expect.poll(async () => (await fetch(`${world.server.url}/healthz`)).status).toBe(503);
  const { otherLocationId } = world;
  const renamed = await world.master.patch(`/api/locations/${otherLocationId}`, { name: 'Later' });
  expect(renamed.status).toBe(200);
  const moved = await world.master.patch(`/api/flags/${flag.id}`, { moveTimeout: 33 });
  expect(moved.status).toBe(200);
  const switched = await world.master.patch(`/api/flags/${flag.id}`, {
    switches: [{ id: 'sw4', state: true }],
  });
  expect(switched.status).toBe(503);
  await google.databaseBack();
  await expect
    .poll(async () => [
      await tree(`locations/${otherLocationId}/name`),
      await tree(`${nodeOf(flag)}/moveTimeout`),
    ])
    .toEqual(['Later', 33]);
  expect(await tree(`${nodeOf(flag)}/lamp`)).toBeNull();
});

test('a server that starts with Firebase corrects data that it owns, keeps data that it does not recognize, and prevents a second server from starting', async () => {
  const flag = await world.addFlag('FB-14');
  await expect(startOn(google, { DATA_DIR })).rejects.toThrow(/another process|already/i);
  await world.server.stop();
  await google.realtime.admin.update('/', {
    [`${nodeOf(flag)}/companyId`]: 'foreign',
    'users/theirs/hardware/T-1': { voltage: 40 },
    'access/forged': true,
  });
  world.server = (await startOn(google, env)).server;
  await expect.poll(() => tree(`${nodeOf(flag)}/companyId`)).toBe(world.companyId);
  await expect.poll(() => tree('access/forged')).toBeNull();
  expect(await tree('users/theirs/hardware/T-1')).toEqual({ voltage: 40 });
});
