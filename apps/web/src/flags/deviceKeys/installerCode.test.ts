import { expect, test } from 'vitest';
import { installerCode } from './installerCode.ts';

const POLE = { ownerId: 'company-acme', flagId: 'G-1' };
const project = {
  apiKey: 'api-key',
  authDomain: 'p.firebaseapp.com',
  databaseURL: 'https://p.firebaseio.com',
  projectId: 'p',
  appId: 'app',
  authEmulator: null,
};

test('the installer code contains the server, owner, flag ID and key', () => {
  const code = installerCode({ ...POLE, key: 'k', login: null }, 'https://f.example', null);
  expect(JSON.parse(code!)).toEqual({
    halyard: 1,
    server: 'https://f.example',
    owner: 'company-acme',
    flagId: 'G-1',
    key: 'k',
  });
});

test("with Firebase, the installer's QR code contains a Google account instead of a device key", () => {
  const login = { email: 'p@poles.example', password: 'secret' };
  const pole = { ...POLE, key: null, login };
  expect(JSON.parse(installerCode(pole, 'https://f.example', project)!)).toEqual({
    halyard: 1,
    server: 'https://p.firebaseio.com',
    apiKey: 'api-key',
    owner: 'company-acme',
    flagId: 'G-1',
    ...login,
  });
  expect(installerCode(pole, 'https://f.example', null)).toBe(null);
});
