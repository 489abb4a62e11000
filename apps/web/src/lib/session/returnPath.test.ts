import { afterEach, describe, expect, test } from 'vitest';
import { returnPath, startLeaving, stateForSignIn, stopLeaving } from './returnPath.ts';

afterEach(stopLeaving);

describe('the way back after signing in', () => {
  test('returns to where the user was when the session ended', () => {
    expect(returnPath(stateForSignIn('/flags?q=hall&page=2', true))).toBe('/flags?q=hall&page=2');
  });

  test('returns to the dashboard after a sign-out', () => {
    startLeaving();
    expect(returnPath(stateForSignIn('/flags', true))).toBe('/');
  });

  test.each([
    null,
    undefined,
    {},
    { returnTo: 7 },
    { returnTo: 'https://elsewhere.example' },
    { returnTo: '//elsewhere.example' },
    { returnTo: '/\\elsewhere.example' },
    { returnTo: '/auth' },
  ])('never returns to a different site or back to /auth: %j', (state) => {
    expect(returnPath(state)).toBe('/');
  });
});
