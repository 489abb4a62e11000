import { type App, deleteApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readFirebaseSettings } from '../../platform/config/firebaseSettings.ts';
import { type GoogleStandIn, startGoogle } from '../../testing/google/start.ts';
import { createHarness, type Harness } from '../../testing/harness.ts';
import { createWorld } from '../../testing/world.ts';
import { deviceUid } from '../callers/identities.ts';
import { googleConnections, googleSignIns, sweepDevices } from './accounts.ts';
import { openProject } from './project.ts';

let google: GoogleStandIn;
let app: App;
let auth: Auth;
let harness: Harness;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  google = await startGoogle();
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', google.env.FIREBASE_AUTH_EMULATOR_HOST);
  const read = readFirebaseSettings(google.env);
  if ('fault' in read) throw new Error(read.fault);
  app = openProject(read.settings);
  auth = getAuth(app);
  harness = await createHarness();
});
afterAll(async () => {
  await deleteApp(app);
  await google.stop();
  await harness.close();
  vi.unstubAllEnvs();
});

test('the Firebase account of a device contains the IDs of its flag and key, and is deleted together with the key', async () => {
  const signIns = googleSignIns(auth, 'stand-in.firebaseapp.com', log);
  const login = await signIns.addDevice('KEY1', 'P1', 'a-secret-of-the-device');
  expect(login).toEqual({
    email: 'pole-key1@stand-in.firebaseapp.com',
    password: 'a-secret-of-the-device',
  });
  const { idToken } = google.accounts.signInWithPassword(login!.email, login!.password);
  expect(google.accounts.verify(idToken)).toMatchObject({
    sub: 'device:KEY1',
    flagId: 'P1',
    sid: 'KEY1',
    role: null,
  });
  googleConnections(auth, log).endDeviceKeys(['KEY1']);
  await expect.poll(() => google.accounts.get('device:KEY1')).toBeUndefined();
});

test('creating a Firebase account for a device fails with “unavailable” while Google cannot be reached', {
  timeout: 60_000,
}, async () => {
  google.authAway = true;
  const signIns = googleSignIns(auth, 'stand-in.firebaseapp.com', log);
  await expect(signIns.addDevice('KEY2', 'P1', 'a-secret-of-the-device')).rejects.toMatchObject({
    code: 'unavailable',
  });
  google.authAway = false;
});

test('the cleanup deletes only Firebase accounts that belong to devices without a key and are over ten minutes old', async () => {
  const { keyId } = await createWorld(harness, await harness.as('master'));
  const minutes = (count: number) => Date.now() - count * 60_000;
  const made = { [deviceUid(keyId)]: 60, 'device:gone': 60, 'device:new': 5, 'a-person': 60 };
  for (const [uid, age] of Object.entries(made))
    google.accounts.create({ localId: uid }).createdAt = minutes(age);
  expect(await sweepDevices(auth, harness.services.db, Date.now())).toBe(1);
  expect(Object.keys(made).filter((uid) => google.accounts.get(uid))).toEqual([
    deviceUid(keyId),
    'device:new',
    'a-person',
  ]);
});
