import type { AppConfig } from '@halyard/domain';
import { expect, test } from 'vitest';
import { connectSources, pagePolicy } from './headers.ts';

const firebase = (
  databaseURL: string,
  authEmulator: string | null = null,
): AppConfig['realtime'] => ({
  mode: 'firebase',
  project: {
    apiKey: 'k',
    authDomain: 'a.b',
    projectId: 'p',
    appId: '1',
    databaseURL,
    authEmulator,
  },
});
const connectOf = (realtime: AppConfig['realtime']) =>
  /connect-src ([^;]+)/.exec(
    pagePolicy({ host: 'flags.example.com' }, 'n', connectSources(realtime)),
  )?.[1];
const OWN = "'self' ws://flags.example.com wss://flags.example.com";
const SIGN_IN = 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com';

test.each([
  ['our own database', { mode: 'embedded', namespace: 'halyard' }, OWN],
  ['none', { mode: 'off' }, OWN],
  [
    'a database in the United States',
    firebase('https://poles.firebaseio.com/'),
    `${OWN} ${SIGN_IN} wss://poles.firebaseio.com wss://*.firebaseio.com`,
  ],
  [
    'a database elsewhere',
    firebase('https://poles.europe-west1.firebasedatabase.app/'),
    `${OWN} ${SIGN_IN} wss://poles.europe-west1.firebasedatabase.app wss://*.firebasedatabase.app`,
  ],
  [
    'a stand-in on this machine',
    firebase('http://127.0.0.1:9000/?ns=x', 'http://127.0.0.1:9099'),
    `${OWN} http://127.0.0.1:9099 ws://127.0.0.1:9000`,
  ],
] satisfies [string, AppConfig['realtime'], string][])(
  'the content security policy allows only the connections that the realtime database needs: %s',
  (_name, realtime, expected) => {
    expect(connectOf(realtime)).toBe(expected);
  },
);

test('with Firebase, the content security policy allows more hosts for connections, but not for scripts or frames', () => {
  const without = pagePolicy({ host: 'h' }, 'n').split('; ');
  const policy = pagePolicy(
    { host: 'h' },
    'n',
    connectSources(firebase('https://p.firebaseio.com')),
  );
  const differs = policy.split('; ').filter((directive) => !without.includes(directive));
  expect(differs).toHaveLength(1);
  expect(differs[0]).toMatch(/^connect-src /);
});
