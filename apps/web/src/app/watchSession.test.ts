import { afterEach, beforeEach, expect, test } from 'vitest';
import { configQuery, createQueryClient } from '@/lib/api/query.ts';
import { copyOwner } from '@/lib/session/copyOwner.ts';
import { setCurrentUser } from '@/lib/session/currentUser.ts';
import { currentUserQuery } from '@/lib/session/currentUserQuery.ts';
import { reportSessionDoubt, reportUnauthorized } from '@/lib/sessionEvents.ts';
import { setCopyOwner } from '@/offline/copyOwnership.ts';
import { testConfig, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { watchSession } from './watchSession.ts';

const user = testUser();
let client: ReturnType<typeof createQueryClient>;
let stop = () => {};
beforeEach(() => {
  client = createQueryClient();
  client.setQueryData(configQuery().queryKey, testConfig());
  serve({ 'GET /api/user': () => new Promise(() => {}) });
  stop = watchSession(client);
  setCopyOwner(user.session.key);
});
afterEach(() => stop());

const signedIn = () => client.setQueryData(currentUserQuery().queryKey, user);

test('the offline copy of the last known state is kept until its session is known to have ended', () => {
  signedIn();
  reportSessionDoubt();
  expect(copyOwner()).toBe(user.session.key);
});

test.each([
  ['after the first 401', () => reportUnauthorized()],
  ['at sign-out', () => setCurrentUser(client, null)],
  [
    'when a different session is signed in',
    () => setCurrentUser(client, testUser({ session: { ...user.session, key: 'another' } })),
  ],
  [
    'if the operator does not allow storing data on devices',
    () => client.setQueryData(configQuery().queryKey, testConfig({ offlineApp: false })),
  ],
])('the offline copy is deleted %s', (_when, happen) => {
  signedIn();
  happen();
  expect(copyOwner()).toBe(null);
});

test('the offline copy is deleted when the server reports that no one is signed in', () => {
  client.setQueryData(currentUserQuery().queryKey, null);
  expect(copyOwner()).toBe(null);
});
