import { deleteApp, initializeApp } from '@firebase/app';
import {
  connectAuthEmulator,
  getIdToken,
  getIdTokenResult,
  initializeAuth,
  inMemoryPersistence,
  signInWithCustomToken,
  signInWithEmailAndPassword,
} from '@firebase/auth';
import { get, getDatabase, ref } from '@firebase/database';
import { type App, deleteApp as deleteAdminApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Database, getDatabase as getAdminDatabase } from 'firebase-admin/database';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readFirebaseSettings } from '../../platform/config/firebaseSettings.ts';
import { openProject } from '../../realtime/firebase/project.ts';
import { type GoogleStandIn, startGoogle } from './start.ts';

/**
 * These tests check that the simulated Google responds to the unmodified SDKs as Google does, as
 * far as Halyard depends on it.
 */

let google: GoogleStandIn;
let project: { app: App; auth: Auth; database: Database };

beforeAll(async () => {
  google = await startGoogle();
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', google.env.FIREBASE_AUTH_EMULATOR_HOST);
  const read = readFirebaseSettings(google.env);
  if ('fault' in read) throw new Error(read.fault);
  const app = openProject(read.settings);
  project = { app, auth: getAuth(app), database: getAdminDatabase(app) };
});
afterAll(async () => {
  await deleteAdminApp(project.app);
  await google.stop();
  vi.unstubAllEnvs();
});

/** Returns a client that connects as a browser does, with the unmodified SDK. */
function openClient() {
  const app = initializeApp(
    { apiKey: 'k', projectId: 'stand-in', databaseURL: google.env.FIREBASE_DATABASE_URL! },
    `client-${Math.random()}`,
  );
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, google.authUrl, { disableWarnings: true });
  onTestFinished(() => deleteApp(app));
  return { auth, database: getDatabase(app) };
}

test('the Google simulator passes the claims of a custom token to the rules, and keeps the claims when the token is renewed', async () => {
  await project.database.ref('access/s1').set(true);
  await project.database.ref('companies/A').set({ name: 'A' });
  const claims = { role: 'employee', companyId: 'A', sid: 's1', flagId: null };
  const { auth, database } = openClient();
  const { user } = await signInWithCustomToken(
    auth,
    await project.auth.createCustomToken('u1', claims),
  );
  expect(user.uid).toBe('u1');
  expect((await get(ref(database, 'companies/A'))).val()).toEqual({ name: 'A' });
  await expect(get(ref(database, 'companies'))).rejects.toThrow(/permission/i);
  await getIdToken(user, true);
  const { claims: refreshed } = await getIdTokenResult(user);
  expect(refreshed).toMatchObject({ role: 'employee', companyId: 'A', sid: 's1' });
});

test('the Google simulator signs a browser out when its refresh token is revoked', async () => {
  const { auth } = openClient();
  const { user } = await signInWithCustomToken(auth, await project.auth.createCustomToken('u2'));
  google.accounts.require('u2').validSince = Math.floor(Date.now() / 1000) + 1;
  await expect(getIdToken(user, true)).rejects.toThrow('auth/user-token-expired');
  expect(auth.currentUser).toBeNull();
});

test("the Google simulator signs a device in with an email address and password, and puts the device's claim in its token", async () => {
  const login = { email: 'pole@stand-in.firebaseapp.com', password: 'a long password' };
  await project.auth.createUser({ uid: 'device:k1', ...login });
  await project.auth.setCustomUserClaims('device:k1', { flagId: 'P1' });
  const { auth } = openClient();
  const { user } = await signInWithEmailAndPassword(auth, login.email, login.password);
  expect((await getIdTokenResult(user)).claims.flagId).toBe('P1');
  await expect(signInWithEmailAndPassword(auth, login.email, 'wrong')).rejects.toThrow();
  await expect(project.auth.createUser(login)).rejects.toThrow('already in use');
  await project.auth.deleteUsers(['device:k1', 'unknown']);
  await expect(getIdToken(user, true)).rejects.toThrow();
});

test('the Google simulator lists users page by page', async () => {
  for (const uid of ['p1', 'p2', 'p3']) await project.auth.createUser({ uid });
  const uids: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await project.auth.listUsers(2, pageToken);
    expect(page.users.length).toBeLessThanOrEqual(2);
    uids.push(...page.users.map(({ uid }) => uid));
    pageToken = page.pageToken;
  } while (pageToken);
  expect(uids).toEqual(expect.arrayContaining(['p1', 'p2', 'p3']));
});

test('the Google simulator rejects a forged token and an unauthenticated client', async () => {
  const forged = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
    JSON.stringify({ sub: 'u1', role: 'master', sid: 's1', exp: 4_000_000_000 }),
  ).toString('base64url')}.x`;
  const url = `${google.databaseUrl}/companies/A.json`;
  expect((await fetch(`${url}?auth=${forged}`)).status).toBe(401);
  expect((await fetch(url)).status).toBe(401);
  const admin = `${google.authUrl}/identitytoolkit.googleapis.com/v1/projects/stand-in/accounts`;
  expect((await fetch(admin, { method: 'POST', body: '{}' })).status).toBe(400);
});
