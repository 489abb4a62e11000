import { describe, expect, test, vi } from 'vitest';
import { testConfig, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { configQuery, createQueryClient, KEYS } from '../api/query.ts';
import { onSessionEnd } from '../sessionEvents.ts';
import { recheckCurrentUser, setCurrentUser } from './currentUser.ts';
import { currentUserQuery } from './currentUserQuery.ts';
import { accountGone, startLeaving, stateForSignIn, stopLeaving } from './returnPath.ts';

function signedIn() {
  const client = createQueryClient();
  client.setQueryData(configQuery().queryKey, testConfig());
  client.setQueryData(currentUserQuery().queryKey, testUser());
  client.setQueryData(KEYS.flags, [{ id: 'f1' }]);
  return client;
}

describe('setting the current user', () => {
  test.each([
    ['logout', null],
    ['another user', testUser({ id: 'u2' })],
    ['a narrowed role', testUser({ role: 'company_user', companyId: 'c1' })],
  ])('empties the caches and closes connections before the next user is set: %s', (_, next) => {
    const client = signedIn();
    const seen = vi.fn(() => client.getQueryData(currentUserQuery().queryKey));
    const stop = onSessionEnd(seen);
    setCurrentUser(client, next);
    stop();
    expect(seen).toHaveBeenCalledOnce();
    expect(seen).toHaveReturnedWith(next && testUser());
    expect(client.getQueryData(KEYS.flags)).toBeUndefined();
    expect(client.getQueryData(configQuery().queryKey)).toEqual(testConfig());
    expect(client.getQueryData(currentUserQuery().queryKey)).toEqual(next);
  });

  test("keeps the caches if only the user's name or phone number changes", () => {
    const client = signedIn();
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    setCurrentUser(client, testUser({ phone: '5125550199' }));
    stop();
    expect(ended).not.toHaveBeenCalled();
    expect(client.getQueryData(KEYS.flags)).toEqual([{ id: 'f1' }]);
  });

  test("clears the previous user's data even if a listener throws", () => {
    const client = signedIn();
    const stop = onSessionEnd(() => {
      throw new Error('socket');
    });
    expect(() => setCurrentUser(client, null)).toThrow('socket');
    stop();
    expect(client.getQueryData(KEYS.flags)).toBeUndefined();
  });

  test.each([
    [true, false],
    [false, true],
  ])(
    'shows a message on the sign-in page only if the account was deleted (account exists: %s, message shown: %s)',
    async (exists, isGone) => {
      serve({
        'GET /api/user': () => ({ status: 401, body: 'Not signed in' }),
        [`GET /api/accounts/${testUser().id}`]: () => ({ body: { exists } }),
      });
      const client = signedIn();
      setCurrentUser(client, testUser());
      await recheckCurrentUser(client);
      expect(client.getQueryData(currentUserQuery().queryKey)).toBeNull();
      expect(accountGone(stateForSignIn('/flags', true))).toBe(isGone);
      stopLeaving();
      expect(accountGone(stateForSignIn('/flags', true))).toBe(false);
    },
  );

  describe('the sign-in page on the next visit', () => {
    const nextVisit = async () => {
      const client = createQueryClient();
      client.setQueryData(configQuery().queryKey, testConfig({ signedIn: false }));
      expect(await client.fetchQuery(currentUserQuery())).toBeNull();
      return accountGone(stateForSignIn('/flags', false));
    };

    test('shows the “account deleted” message until another user signs in', async () => {
      serve({
        [`GET /api/accounts/${testUser().id}`]: () => ({ body: { exists: false } }),
        'GET /api/accounts/u2': () => ({ body: { exists: true } }),
      });
      setCurrentUser(createQueryClient(), testUser());
      expect(await nextVisit()).toBe(true);
      expect(await nextVisit()).toBe(true);
      setCurrentUser(createQueryClient(), testUser({ id: 'u2' }));
      expect(await nextVisit()).toBe(false);
    });

    test('shows no “account deleted” message if the account still exists or the user signed out', async () => {
      const exists = vi.fn(() => ({ body: { exists: true } }));
      serve({ [`GET /api/accounts/${testUser().id}`]: exists });
      const client = signedIn();
      setCurrentUser(client, testUser());
      expect(await nextVisit()).toBe(false);
      expect(exists).toHaveBeenCalledOnce();
      startLeaving();
      setCurrentUser(client, null);
      stopLeaving();
      expect(await nextVisit()).toBe(false);
      expect(exists).toHaveBeenCalledOnce();
    });
  });
});
