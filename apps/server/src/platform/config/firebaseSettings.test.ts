import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readFirebaseSettings } from './firebaseSettings.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const ACCOUNT = {
  type: 'service_account',
  project_id: 'poles',
  client_email: 'halyard@poles.iam.gserviceaccount.com',
  private_key: privateKey,
};
const ENV = {
  FIREBASE_API_KEY: 'AIza',
  FIREBASE_AUTH_DOMAIN: 'poles.firebaseapp.com',
  FIREBASE_DATABASE_URL: 'https://poles-default-rtdb.europe-west1.firebasedatabase.app',
  FIREBASE_PROJECT_ID: 'poles',
  FIREBASE_APP_ID: '1:2:web:3',
  FIREBASE_SERVICE_ACCOUNT: JSON.stringify(ACCOUNT),
};

test('the Firebase settings for browsers include the five public values, but not the service account', () => {
  const read = readFirebaseSettings(ENV);
  if ('fault' in read) throw new Error(read.fault);
  expect(read.settings.project).toEqual({
    apiKey: 'AIza',
    authDomain: 'poles.firebaseapp.com',
    databaseURL: 'https://poles-default-rtdb.europe-west1.firebasedatabase.app/',
    projectId: 'poles',
    appId: '1:2:web:3',
    authEmulator: null,
  });
  expect(read.settings.serviceAccount.clientEmail).toBe(ACCOUNT.client_email);
});

test('the Firebase settings accept the path of a file with the service account', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'halyard-key-')), 'key.json');
  writeFileSync(file, JSON.stringify(ACCOUNT));
  const read = readFirebaseSettings({ ...ENV, FIREBASE_SERVICE_ACCOUNT: file });
  expect('settings' in read && read.settings.serviceAccount.projectId).toBe('poles');
});

describe('starting the server with an invalid Firebase setting', () => {
  test.each(Object.keys(ENV))('fails with an error that names %s if it is missing', (name) => {
    expect(readFirebaseSettings({ ...ENV, [name]: undefined })).toEqual({
      fault: `${name} is required with REALTIME=firebase.`,
    });
  });

  const DATABASE = 'must be the https address of the database, without a path.';
  test.each([
    ['FIREBASE_DATABASE_URL', 'http://poles.firebaseio.com', DATABASE],
    ['FIREBASE_DATABASE_URL', 'https://poles.firebaseio.com/users', DATABASE],
    ['FIREBASE_DATABASE_URL', 'poles', DATABASE],
    [
      'FIREBASE_AUTH_DOMAIN',
      'https://poles.firebaseapp.com',
      'must be a domain, such as my-project.firebaseapp.com.',
    ],
    [
      'FIREBASE_SERVICE_ACCOUNT',
      '/no/such/file.json',
      'must be the path of the JSON file of a service account, or that JSON itself.',
    ],
    [
      'FIREBASE_SERVICE_ACCOUNT',
      '{"type":"user"}',
      'is not the key of a service account: see type.',
    ],
    [
      'FIREBASE_SERVICE_ACCOUNT',
      JSON.stringify({ ...ACCOUNT, private_key: 'x' }),
      'is not the key of a service account: see private_key.',
    ],
    [
      'FIREBASE_PROJECT_ID',
      'others',
      'belongs to a different project than FIREBASE_PROJECT_ID.',
      'FIREBASE_SERVICE_ACCOUNT',
    ],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'evil.example:80', 'must be a port of this machine.'],
  ])(
    'fails with an error that names the setting: %s=%s',
    (name, value, sentence, blamed = name) => {
      expect(readFirebaseSettings({ ...ENV, [name]: value })).toEqual({
        fault: `${blamed} ${sentence}`,
      });
    },
  );
});
